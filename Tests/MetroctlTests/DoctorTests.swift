// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Foundation
import MetronomeControl
import Testing

@testable import metroctl

@Suite struct DoctorTests {
    /// A system on which all is well, with changes.
    private func facts(_ change: (inout SystemFacts) -> Void = { _ in }) -> SystemFacts {
        var facts = SystemFacts(
            socket: "/run/user/7/metronomed/control.sock", daemon: .answers(Version(), .allegro))
        change(&facts)
        return facts
    }

    private func finding(_ name: String, _ change: (inout SystemFacts) -> Void = { _ in }) throws -> Finding {
        try #require(facts(change).findings.first { $0.name == name })
    }

    /// What is not as it should be: parts of what was seen, and of what to do.
    private func expectBad(
        _ name: String, _ seen: String, _ todo: String, _ change: (inout SystemFacts) -> Void,
        at place: SourceLocation = #_sourceLocation
    ) throws {
        let finding = try finding(name, change)
        #expect(finding.isGood == false, sourceLocation: place)
        #expect(finding.seen.contains(seen), "\(finding.seen)", sourceLocation: place)
        #expect(finding.todo?.contains(todo) == true, "\(finding.todo ?? "")", sourceLocation: place)
    }

    private func expectGood(
        _ name: String, _ seen: String, _ change: (inout SystemFacts) -> Void = { _ in },
        at place: SourceLocation = #_sourceLocation
    ) throws {
        let finding = try finding(name, change)
        #expect(finding.isGood == true && finding.todo == nil, sourceLocation: place)
        #expect(finding.seen.contains(seen), "\(finding.seen)", sourceLocation: place)
    }

    private func audio(_ change: (inout AudioState) -> Void) -> SystemFacts.Daemon {
        var status = Status.allegro
        change(&status.audio)
        return .answers(Version(), status)
    }

    private static func `protocol`(_ major: Int, _ minor: Int) -> ProtocolVersion {
        var version = ProtocolVersion.current
        (version.major, version.minor) = (major, minor)
        return version
    }

    @Test func `where all is well each line is good and has nothing to do`() {
        let findings = facts().findings
        #expect(findings.allSatisfy { $0.isGood == true && $0.todo == nil }, "\(findings)")
        #expect(Set(findings.map(\.name)).count == findings.count)
        #expect(DoctorPage.json(findings)["well"] == true)
        #expect(DoctorPage().text(findings).hasSuffix("\n\nall is well"))
    }

    @Test func `socket`() throws {
        try expectGood("socket", "a daemon answers at /run/user/7/metronomed/control.sock")
        try expectBad("socket", "nobody", "systemctl --user enable --now metronomed.socket") {
            $0.daemon = .silent("nobody listens")
            $0.units?.isActive = false
        }
        // To start what is active does nothing.
        try expectBad("socket", "nobody", "systemctl --user restart metronomed.socket") {
            $0.daemon = .silent("nobody listens")
        }
        try expectBad("socket", "no place", "XDG_RUNTIME_DIR") { ($0.socket, $0.daemon) = (nil, .silent("no place")) }
    }

    @Test(arguments: [
        ("cannot_start", "--check-config"), ("too_many_clients", "end a client"), ("timeout", "restart metronomed"),
    ])
    func `where a daemon is there and does not answer, to start one is no advice`(reason: String, advice: String) throws
    {
        try expectBad("socket", "because", advice) { $0.daemon = .refuses("because", reason: reason) }
        let todo = facts { $0.daemon = .refuses("because", reason: reason) }.findings.first?.todo
        #expect(todo?.contains("enable --now") == false)
    }

    @Test func `without a daemon what it would tell is not known`() {
        let unknown = facts { $0.daemon = .silent("nobody listens") }.findings.filter { $0.isGood == nil }
        #expect(unknown.map(\.name) == ["versions", "device", "priority"])
        #expect(DoctorPage.json(unknown)["well"] == false)
    }

    @Test func `unit`() throws {
        try expectGood("unit", "active and enabled")
        try expectGood("unit", "started without it") { $0.units = nil }
        try expectGood("unit", "inactive; the daemon was started without it") { $0.units?.isActive = false }
        try expectBad("unit", "not after the next login", "systemctl --user enable") { $0.units?.isEnabled = false }
        try expectBad("unit", "has failed", "journalctl --user -u metronomed") { $0.units?.hasFailed = true }
        try expectBad("unit", "is inactive", "enable --now") {
            $0.units?.isActive = false
            $0.daemon = .silent("nobody listens")
        }
        try expectBad("unit", "not installed", "make install") {
            $0.units = .init(isInstalled: false, isActive: false, isEnabled: false)
            $0.daemon = .silent("nobody listens")
        }
    }

    @Test func `versions`() throws {
        try expectGood("versions", "daemon \(Product.version), metrobridge, metroweb") {
            $0.programs = ["metronomed", "metroweb", "metrobridge", "metroweb"].map { .init(name: $0, pid: 7) }
        }
        func version(_ change: (inout Version) -> Void) -> SystemFacts.Daemon {
            var version = Version()
            change(&version)
            return .answers(version, .allegro)
        }
        try expectBad("versions", "daemon 0.0.9", "restart the daemon") {
            $0.daemon = version { $0.daemon = "0.0.9" }
        }
        try expectBad("versions", "speaks protocol 0.9 and not", "restart the daemon") {
            $0.daemon = version { $0.`protocol` = Self.protocol(0, 9) }
        }
        try expectBad("versions", "speaks protocol 9.0", "update this metroctl") {
            $0.daemon = version { $0.`protocol` = Self.protocol(9, 0) }
        }
        try expectBad("versions", "metroweb (process 7) runs from a file that was replaced", "start it again") {
            $0.programs = [.init(name: "metroweb", pid: 7, isReplaced: true)]
        }
        try expectBad("versions", "metronomed (process 7)", "restart the daemon") {
            $0.programs = [.init(name: "metronomed", pid: 7, isReplaced: true)]
        }
    }

    @Test func `device`() throws {
        try expectGood("device", "'default', running, 48000 Hz")
        try expectGood("device", "closed while nothing plays") { $0.daemon = audio { $0.state = "closed" } }
        try expectGood("device", "3 xruns") { $0.daemon = audio { $0.xruns = 3 } }
        try expectBad("device", "'default' does not play: it was unplugged: trying again", "aplay -L") {
            $0.daemon = audio {
                ($0.state, $0.reason, $0.trying) = ("missing", "it was unplugged", "trying again in 2 s")
            }
        }
        try expectBad("device", "system clock", "[audio]") { $0.daemon = audio { $0.device = nil } }
    }

    @Test func `sound server`() throws {
        try expectGood("sound server", "PipeWire, PulseAudio")
        try expectGood("sound server", "opens the card itself") { $0.soundServers = [] }
        try expectGood("sound server", "JACK") { ($0.soundServers, $0.soundPlugins) = (["JACK"], []) }
        try expectBad("sound server", "none", "pipewire") { ($0.soundServers, $0.devices) = ([], .missing) }
        try expectBad("sound server", "not led to it", "pipewire-alsa") { $0.soundPlugins = [] }
        try expectBad("sound server", "not led to it", "libasound2-plugins") {
            ($0.soundServers, $0.soundPlugins) = (["PulseAudio"], [])
        }
    }

    @Test func `permissions`() throws {
        try expectGood("permissions", "may be opened")
        try expectGood("permissions", "a sound server") { $0.devices = .closed(isInGroup: false) }
        try expectBad("permissions", "no sound card", "connect one") { ($0.soundServers, $0.devices) = ([], .missing) }
        try expectBad("permissions", "you do not", "usermod -aG audio") {
            ($0.soundServers, $0.devices) = ([], .closed(isInGroup: false))
        }
        try expectBad("permissions", "although you are in the group", "log in again") {
            ($0.soundServers, $0.devices) = ([], .closed(isInGroup: true))
        }
    }

    @Test func `priority, limits and RealtimeKit`() throws {
        try expectGood("priority", "SCHED_FIFO")
        try expectGood("priority", "RealtimeKit") { $0.daemon = audio { $0.realtime = "rtkit" } }
        try expectBad("priority", "ordinary", "restart the daemon") { $0.daemon = audio { $0.realtime = "none" } }
        try expectBad("priority", "nice", "@audio - rtprio 40") {
            $0.daemon = audio { $0.realtime = "nice" }
            ($0.limits.priority, $0.realtimeKit) = (0, (0, "there is no system bus"))
        }
        try expectGood("limits", "is 40")
        try expectGood("limits", "unlimited") { $0.limits.priority = .max }
        try expectGood("limits", "root") { ($0.limits.priority, $0.isRoot) = (0, true) }
        try expectGood("limits", "is 0, and the daemon asks for 40: RealtimeKit grants it 20") {
            $0.limits.priority = 0
        }
        try expectBad("limits", "is 0", "/etc/security/limits.d/audio.conf") {
            ($0.limits.priority, $0.realtimeKit) = (0, (0, "there is no system bus"))
        }
        try expectGood("RealtimeKit", "up to 20")
        try expectGood("RealtimeKit", "not needed (there is no system bus)") {
            $0.realtimeKit = (0, "there is no system bus")
        }
        try expectBad("RealtimeKit", "no system bus", "apt install rtkit") {
            ($0.limits.priority, $0.realtimeKit) = (0, (0, "there is no system bus"))
        }
        try expectGood("locked memory", "65536 KiB")
        try expectGood("locked memory", "unlimited") { $0.limits.lockedBytes = .max }
        try expectBad("locked memory", "64 KiB", "@audio - memlock 65536") { $0.limits.lockedBytes = 64 << 10 }
    }

    @Test func `network`() throws {
        try expectGood("network", "192.168.1.10 (eth0); no page is served")
        try expectGood("network", "none; no page") { $0.addresses = [] }
        try expectGood("network", "; the page is served") { $0.programs = [.init(name: "metroweb", pid: 7)] }
        try expectBad("network", "in no network", "connect it") {
            ($0.addresses, $0.programs) = ([], [.init(name: "metroweb", pid: 7)])
        }
    }

    @Test(arguments: [40, 60, 80, 200], [true, false])
    func `the page has room for its lines, and says how many are not as they should be`(columns: Int, isUnicode: Bool) {
        let findings = facts {
            $0.daemon = .silent("nobody listens")
            $0.units?.hasFailed = true
        }.findings
        let page = DoctorPage(isUnicode: isUnicode, columns: columns).text(findings)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(page.hasSuffix("5 lines are not as they should be"))
        // A word that is longer than a line is not broken.
        for line in lines where columns >= 60 { #expect(line.count < columns, "\(line)") }
        #expect(lines.contains { $0.hasPrefix(isUnicode ? "✗ socket" : "!! socket") })
        #expect(lines.contains { $0.contains(isUnicode ? "→ systemctl" : "-> systemctl") })
        #expect(isUnicode || page.utf8.allSatisfy { $0 < 128 })
    }

    @Test func `as JSON each finding has its name, whether it is good, what was seen and what to do`() throws {
        let findings = facts { $0.daemon = .silent("nobody listens") }.findings
        let list = try #require(DoctorPage.json(findings)["findings"]?.array)
        #expect(list.count == findings.count)
        #expect(list[0]["name"] == "socket" && list[0]["good"] == false && list[0]["seen"] == "nobody listens")
        #expect(list[0]["todo"]?.string != nil && list[2]["good"] == .null && list[2]["todo"] == .null)
    }

    @Test func `ALSA's default leads to a server only where a file that ALSA reads says so`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "metronomed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let places = [folder.path, folder.path + "/asoundrc", "/nowhere"]
        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let pulse = "pcm.pulse { type pulse }\nctl.pulse { type pulse }\n"
        try write(pulse, to: "50-pulseaudio.conf")
        try write("pcm.pipewire {\n    type pipewire\n}\n# pcm.!default pipewire\n", to: "50-pipewire.conf")
        try write("pcm.!default { type pulse }\n", to: "99-pulseaudio-default.conf.example")
        #expect(SystemFacts.soundPlugins(in: places).isEmpty)
        for (name, text, plugin) in [
            ("99-pipewire-default.conf", "pcm.!default {\n    type pipewire\n}\n", "pipewire"),
            ("99-pulse.conf", "@hooks [ {\n func load\n files [ \"/usr/share/alsa/pulse-alsa.conf\" ]\n} ]\n", "pulse"),
            ("asoundrc", pulse + "pcm.!default pulse\n", "pulse"),
        ] {
            try write(text, to: name)
            #expect(SystemFacts.soundPlugins(in: places) == [plugin], "\(name)")
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }
}
