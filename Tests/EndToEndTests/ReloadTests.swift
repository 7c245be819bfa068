// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing
import VirtualDevice

/// SIGHUP reads the configuration again.
@Suite(.waits) struct ReloadTests {
    private static let file = "config/metronomed/config.toml"

    private func withPlayingDaemon(
        _ text: String, flags: [String] = [], _ body: (DaemonProcess) throws -> Void
    ) throws {
        let home = try Home()
        try home.folder.write(text, to: Self.file)
        try home.withDaemon(["--play"] + flags) { daemon in
            try daemon.waitForBeat(1)
            try body(daemon)
        }
    }

    @Test func `a new file is taken into use as one change`() throws {
        try withPlayingDaemon("bpm = 300\nmeter = \"4/4\"\n") { daemon in
            let client = try daemon.connect()
            _ = try client.subscribe("state")
            try daemon.home.folder.write(
                "bpm = 330.5\nmeter = \"3/4\"\nvolume = 0.5\n[bell]\nevery = 6\non = 2\n", to: Self.file)
            daemon.child.signal(SIGHUP)
            let event = try client.nextState()
            #expect(Set(event.changed) == ["bpm", "meter", "volume", "bell", "heard"])
            #expect(event.state.bpm == 330.5)
            #expect(event.state.meter == "3/4")
            #expect(event.state.settings.volume == 0.5)
            #expect(event.state.bell == BellState(every: 6, on: 2))
            #expect(event.state.playing)
            #expect(try #require(event.state.position).beatIndex >= 1)
            #expect(daemon.child.ended() == nil)
        }
    }

    @Test(arguments: [
        ("bpm = 330\n\n[audio]\nfill_ms = 5000\n", "4:1: ", "5...500"),
        ("bpm = 330\nmeter = \"\\q\"\n", "2:", ""),
    ])
    func `a bad file changes nothing and is told with line and column`(
        text: String, place: String, advice: String
    ) throws {
        try withPlayingDaemon("bpm = 300\n") { daemon in
            let file = try daemon.home.folder.write(text, to: Self.file)
            try daemon.isUndisturbed {
                daemon.child.signal(SIGHUP)
                let complaint = try poll(for: "line in the log") {
                    daemon.child.stderr.split(separator: "\n").first { $0.contains(file) }
                }
                #expect(complaint.contains("\(file):\(place)"), "\(complaint)")
                #expect(complaint.contains(advice), "\(complaint)")
            }
        }
    }

    @Test func `what waits for a beat is told as changed, too`() throws {
        try withPlayingDaemon("bpm = 100\nlanes = \"a every 700ms\"\n") { daemon in
            try daemon.home.folder.write("bpm = 50\nlanes = \"a every 700ms\"\n", to: Self.file)
            daemon.child.signal(SIGHUP)
            try poll(for: "line in the log") { daemon.child.stderr.contains("bpm 50 (was 100)") ? true : nil }
        }
    }

    @Test func `a sound that cannot be loaded leaves the rest as it was, too`() throws {
        try withPlayingDaemon("bpm = 300\n") { daemon in
            try daemon.home.folder.write("bpm = 330\n[sounds]\nbeat = \"./missing.wav\"\n", to: Self.file)
            try daemon.isUndisturbed {
                daemon.child.signal(SIGHUP)
                let line = "config.toml:3:1: cannot read sound"
                try poll(for: "line in the log") { daemon.child.stderr.contains(line) ? true : nil }
            }
        }
    }

    @Test func `what a flag said stays`() throws {
        try withPlayingDaemon("bpm = 100\nvolume = 0.1\n", flags: ["--bpm", "300"]) { daemon in
            try daemon.home.folder.write("bpm = 200\nvolume = 0.2\n", to: Self.file)
            daemon.child.signal(SIGHUP)
            let status = try poll(for: "change of the volume") {
                let status = try daemon.status()
                return status.settings.volume == 0.2 ? status : nil
            }
            #expect(status.bpm == 300)
        }
    }

    @Test func `a new offset is told, with the beats that it moves`() throws {
        try withPlayingDaemon("bpm = 60\n") { daemon in
            let client = try daemon.connect()
            let params: [String: JSONValue] = ["events": ["beat", "audio"], "lead_ms": 5000]
            _ = try client.call("subscribe", params: params, timeout: patience).get()
            let first = try client.nextBeat()
            var told = [first.beatIndex: first]
            try daemon.home.folder.write("bpm = 60\n[audio]\noffset_ms = 40\n", to: Self.file)
            daemon.child.signal(SIGHUP)
            var audio: AudioState?
            var moved: BeatEvent?
            while audio == nil || moved == nil {
                switch try client.nextEvent() {
                case .audio(let event): audio = event.audio
                case .beat(let event) where event.revision == 0: told[event.beatIndex] = event
                case .beat(let event) where told[event.beatIndex] != nil: moved = event
                default: break
                }
            }
            #expect(audio?.offsetMs == 40)
            let (old, new) = try (#require(told[moved?.beatIndex ?? -1]), #require(moved))
            #expect(abs(new.atNs - old.atNs - 40_000_000) < 1_000_000)
        }
    }

    @Test func `a start that waits for a device is answered when no device is wanted any more`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        card.control.pointee.slow_open_ms = 30_000
        home.environment["METRONOMED_OUTPUT"] = nil
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            try client.send("start")
            try poll(for: "the try") { card.control.pointee.opens > 0 ? true : nil }
            try home.folder.write("[audio]\noutput = \"clock\"\n", to: Self.file)
            daemon.child.signal(SIGHUP)
            #expect(try client.next()["result"]?["at_beat"]?.number == 0)
            #expect(try daemon.status().audio.output == "clock")
        }
    }

    @Test func `what a restart is needed for is told`() throws {
        try withPlayingDaemon("bpm = 300\n") { daemon in
            try daemon.home.folder.write("bpm = 300\nlog_level = \"debug\"\n", to: Self.file)
            daemon.child.signal(SIGHUP)
            try poll(for: "line in the log") {
                daemon.child.stderr.contains("only a restart changes log_level") ? true : nil
            }
        }
    }

    @Test func `signals one after the other are all survived`() throws {
        try withPlayingDaemon("bpm = 300\n") { daemon in
            try daemon.isUndisturbed {
                for _ in 0..<20 {
                    daemon.child.signal(SIGHUP)
                    wait(milliseconds: 2)
                }
            }
        }
    }
}
