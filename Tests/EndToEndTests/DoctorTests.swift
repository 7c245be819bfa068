// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// `metroctl doctor` on this machine, whatever it is like.
@Suite(.waits) struct DoctorTests {
    private func doctor(_ arguments: [String] = [], _ home: Home) throws -> Outcome {
        let child = try ChildProcess(
            Built.metroctl, ["doctor"] + arguments, environment: home.environment, in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    private func findings(_ home: Home) throws -> (well: Bool, byName: [String: JSONValue]) {
        let outcome = try doctor(["--json"], home)
        let said = try JSONLine.parse(Array(outcome.stdout.utf8.dropLast()))
        let list = try #require(said["findings"]?.array)
        let well = said["well"] == true
        #expect(outcome.end == .exit(well ? 0 : 1) && outcome.stderr.isEmpty, "\(outcome)")
        #expect(well == list.allSatisfy { $0["good"] == true })
        // What is not good has something to do.
        for finding in list { #expect((finding["good"] == false) == (finding["todo"] != .null), "\(finding)") }
        return (well, Dictionary(uniqueKeysWithValues: list.map { ($0["name"]?.string ?? "", $0) }))
    }

    @Test func `with a daemon it tells its versions, device and priority, and changes nothing`() throws {
        try withDaemon("--no-play", output: .capture) { daemon in
            let before = try daemon.status()
            let (_, found) = try findings(daemon.home)
            #expect(found["socket"]?["good"] == true)
            let versions = found["versions"]?["seen"]?.string
            #expect(versions?.hasPrefix("metroctl \(Product.version), daemon \(Product.version)") == true)
            #expect(found["device"]?["seen"]?.string == "'default', closed while nothing plays")
            #expect(found["priority"]?["good"] != .null && found["unit"] != nil && found["network"] != nil)
            let page = try doctor([], daemon.home)
            #expect(page.stdout.contains(" socket") && page.stderr.isEmpty)
            let after = try daemon.status()
            #expect(after.run == before.run && after.history == before.history && !after.playing)
        }
    }

    @Test func `a daemon that is not heard, and none at all, are not well`() throws {
        try withDaemon { daemon in
            let (well, found) = try findings(daemon.home)
            #expect(!well && found["device"]?["seen"]?.string?.contains("is not heard") == true)
        }
        let home = try Home()
        let (well, found) = try findings(home)
        #expect(!well && found["socket"]?["good"] == false && found["device"]?["good"] == .null)
        let quiet = try doctor(["-q"], home)
        #expect(quiet.stdout.isEmpty && quiet.stderr.isEmpty && quiet.end == .exit(1), "\(quiet)")
    }

    @Test func `RealtimeKit is asked what it grants`() throws {
        var home = try Home()
        let bus = try SystemBus(in: &home, wish: .grant)
        // The answer is waited for 2 s.
        try trials(3) { _ in
            let seen = try findings(home).byName["RealtimeKit"]?["seen"]?.string
            try ensure(seen == "grants priorities up to \(SystemBus.highestPriority)", "\(seen ?? "")")
        }
        #expect(try bus.requests().isEmpty)
        withExtendedLifetime(bus) {}
    }

    @Test func `sound servers are those that take connections`() throws {
        let home = try Home()
        #expect(try findings(home).byName["sound server"]?["seen"]?.string?.contains("PipeWire") == false)
        try home.folder.write("", to: "run/pipewire-0")
        #expect(try findings(home).byName["sound server"]?["seen"]?.string?.contains("PipeWire") == false)
        try FileManager.default.createDirectory(atPath: home.folder("run/pulse"), withIntermediateDirectories: true)
        let listener = try StreamListener(path: home.folder("run/pulse/native"))
        let seen = try findings(home).byName["sound server"]?["seen"]?.string
        #expect(seen?.hasPrefix("PulseAudio") == true, "\(seen ?? "")")
        withExtendedLifetime(listener) {}
    }
}
