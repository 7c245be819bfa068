// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// A daemon that plays on where another process has ended.
@Suite(.waitsFirst, .serialized) struct ResumeTests {
    private var home: Home

    init() throws {
        home = try Home()
        home.environment["METRONOMED_RESUME"] = "true"
        // A backtrace of an aborted program takes longer than anybody waits.
        home.environment["SWIFT_BACKTRACE"] = "enable=no"
    }

    /// Waits until the saved state says something.
    private func waitForState(_ texts: String...) throws {
        try poll(for: "saved state with \(texts)") {
            let state = String(decoding: (try? home.folder.bytes("state/metronomed/state.json")) ?? [], as: UTF8.self)
            return texts.allSatisfy { state.contains($0) } ? true : nil
        }
    }

    private func beats(_ count: Int, of daemon: DaemonProcess) throws -> [BeatEvent] {
        let client = try daemon.connect()
        _ = try client.subscribe("beat")
        return try (0..<count).map { _ in try client.nextBeat() }
    }

    /// Beats lie on the grid of another one: their times within a millisecond, their bars and places in them exactly.
    private func expect(_ beats: [BeatEvent], onGridOf last: BeatEvent, beatsPerBar: Int, bpm: Double) {
        for beat in beats {
            let distance = Double(beat.atNs - last.atNs) / 60e9 * bpm
            let count = distance.rounded()
            #expect(abs(distance - count) * 60e3 / bpm < 1, "\((distance - count) * 60e3 / bpm) ms off the grid")
            let place = last.bar * beatsPerBar + last.beat - 1 + Int(count)
            #expect((beat.bar, beat.beat) == (place / beatsPerBar, place % beatsPerBar + 1))
            #expect(beat.bpm == bpm)
        }
    }

    @Test(arguments: [SIGKILL, SIGABRT, SIGTERM])
    func `after a crash, the watchdog or an upgrade it plays on, on the same grid and in the same bar`(
        signal: Int32
    ) throws {
        var last: BeatEvent?
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in ["set bpm=411.3 meter=7/8 volume=0.3", "mute", "start"] { try client.say(words) }
            let first = try beats(9, of: daemon)
            // A change in the midst of a bar: from then on another grid holds.
            try client.say("tempo 523.7")
            last = try beats(6, of: daemon).last
            #expect(try #require(last).bar > #require(first.first).bar)
            try waitForState("\"bpm\" : \"523.7\"", "\"boot\"")
            _ = try daemon.end(by: signal)
        }
        // What was changed live is in force, whatever the file says.
        try home.folder.write("bpm = 60\nmeter = '4/4'", to: "config/metronomed/config.toml")
        try home.withDaemon { daemon in
            let told = try beats(10, of: daemon)
            try expect(told, onGridOf: #require(last), beatsPerBar: 7, bpm: 523.7)
            let status = try daemon.status()
            #expect(
                status.playing && status.settings.others["muted"]?.bool == true && status.settings.volume == 0.3
                    && status.meter == "7/8")
            #expect(daemon.child.stderr.contains("playing on in bar "), "\(daemon.child.stderr)")
            // The run that was resumed is resumed in turn.
            last = told.last
            try waitForState("\"boot\"")
            daemon.child.kill()
        }
        try home.withDaemon { daemon in
            try expect(beats(3, of: daemon), onGridOf: #require(last), beatsPerBar: 7, bpm: 523.7)
        }
    }

    @Test func `trainers and the timer of the configuration begin with the music, and not where a run is played on`()
        throws
    {
        try home.folder.write(
            "timer = '1 min'\n[trainer]\nspeed = '100 to 200 by 5 every 1'\n", to: "config/metronomed/config.toml")
        try home.withDaemon { daemon in
            try daemon.connect().say("start")
            let status = try daemon.status()
            #expect(status.settings.others["timer"] != "off" && status.settings.others["speed_trainer"] != "off")
            try waitForState("\"boot\"")
            daemon.child.kill()
        }
        try home.withDaemon { daemon in
            let status = try daemon.status()
            #expect(status.playing)
            #expect(status.settings.others["timer"] == "off" && status.settings.others["speed_trainer"] == "off")
        }
    }

    @Test func `a run of other bars than a flag states is left, and the log says so`() throws {
        try home.withDaemon { daemon in
            try daemon.connect().say("start")
            try waitForState("\"boot\"")
            daemon.child.kill()
        }
        try home.withDaemon(["--meter", "3/4"]) { daemon in
            let isPlaying = try daemon.status().playing
            #expect(!isPlaying)
            #expect(
                daemon.child.stderr.contains("not played on: its bars have 4 beats, and 3 are stated"),
                "\(daemon.child.stderr)")
        }
    }

    @Test(arguments: ["stop", "shutdown"])
    func `what somebody has stopped stays so`(words: String) throws {
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            try client.say("start")
            try waitForState("\"boot\"")
            try client.say(words)
            try poll(for: "state without a run") {
                let state = try home.folder.bytes("state/metronomed/state.json")
                return String(decoding: state, as: UTF8.self).contains("\"boot\"") ? nil : true
            }
            daemon.child.kill()
        }
        try home.withDaemon { daemon in
            let status = try daemon.status()
            #expect(!status.playing)
        }
    }

    @Test func `flags that say whether to play are obeyed, and then nothing is left to resume`() throws {
        try home.withDaemon { daemon in
            try daemon.connect().say("start")
            try waitForState("\"boot\"")
            daemon.child.kill()
        }
        for flags in [["--no-play"], []] {
            try home.withDaemon(flags) { daemon in
                #expect(try daemon.status().playing == false)
                try poll(for: "state without a run") {
                    let state = try home.folder.bytes("state/metronomed/state.json")
                    return String(decoding: state, as: UTF8.self).contains("\"boot\"") ? nil : true
                }
                daemon.child.kill()
            }
        }
    }

    @Test func `a run is not played on beside the daemon that plays it, and a flag goes before what was saved`() throws
    {
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in ["set bpm=222 volume=0.3", "start"] { try client.say(words) }
            try waitForState("\"bpm\" : \"222\"", "\"boot\"")
            try home.withDaemon(["--socket", home.folder("other")]) { other in
                let status = try poll(for: "the other daemon") {
                    try? ControlClient.connect(path: home.folder("other"), timeout: patience).status()
                }
                #expect(!status.playing, "\(other.child.stderr)")
            }
            daemon.child.kill()
        }
        try home.withDaemon(["--volume", "0.1"]) { daemon in
            let status = try daemon.status()
            #expect(status.playing && status.bpm == 222 && status.settings.volume == 0.1)
        }
    }

    @Test func `a resume that is switched on keeps the run that plays`() throws {
        var home = home
        home.environment["METRONOMED_RESUME"] = nil
        try home.folder.write("bpm = 222\n", to: "config/metronomed/config.toml")
        try home.withDaemon(["--play"]) { daemon in
            try home.folder.write("bpm = 222\nresume = true\n", to: "config/metronomed/config.toml")
            daemon.child.signal(SIGHUP)
            try waitForState("\"boot\"")
            daemon.child.kill()
        }
    }

    @Test func `without resume a crash is a stop, and nothing is kept of a run`() throws {
        var home = home
        home.environment["METRONOMED_RESUME"] = "false"
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in ["tempo 200", "start"] { try client.say(words) }
            try waitForState("\"200\"")
            daemon.child.kill()
        }
        let state = try home.folder.bytes("state/metronomed/state.json")
        #expect(!String(decoding: state, as: UTF8.self).contains("boot"))
        try home.withDaemon { daemon in
            let status = try daemon.status()
            #expect(!status.playing)
        }
    }

    @Test func `a song goes on at its place`() throws {
        try home.folder.write(
            "title = 'Long'\ntempo = 480\nmeter = '3/4'\n[[section]]\nlabel = 'verse'\nbars = 400\n", to: "long.toml")
        var last: BeatEvent?
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in ["song load \(home.folder("long.toml"))", "start"] { try client.say(words) }
            last = try beats(8, of: daemon).last
            try waitForState("long.toml", "\"quarters\"")
            daemon.child.kill()
        }
        try home.withDaemon { daemon in
            let told = try beats(8, of: daemon)
            try expect(told, onGridOf: #require(last), beatsPerBar: 3, bpm: 480)
            #expect(try daemon.status().song?.title == "Long")
        }
    }

    @Test func `a song that has gone is not played on later either`() throws {
        let song = "title = 'Long'\ntempo = 480\n[[section]]\nbars = 900\n"
        try home.folder.write(song, to: "long.toml")
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in ["song load \(home.folder("long.toml"))", "start"] { try client.say(words) }
            try waitForState("long.toml", "\"quarters\"")
            daemon.child.kill()
        }
        unlink(home.folder("long.toml"))
        try home.withDaemon { daemon in
            let isPlaying = try daemon.status().playing
            #expect(!isPlaying)
            try daemon.connect().say("shutdown")
            #expect(try daemon.child.end() == .exit(0))
        }
        try home.folder.write(song, to: "long.toml")
        try home.withDaemon { daemon in
            let isPlaying = try daemon.status().playing
            #expect(!isPlaying)
        }
    }
}
