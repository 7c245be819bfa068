// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// The state that is saved over restarts.
@Suite(.waits) struct MemoryTests {
    private let changes = [
        "tempo 137.3", "meter 7/8", "bell 5 on 3", "volume 0.4", "sound beat bell", "sound bell beat",
    ]

    private func expectChanged(_ status: Status) {
        #expect(status.bpm == 137.3)
        #expect(status.meter == "7/8")
        #expect(status.bell == BellState(every: 5, on: 3))
        #expect(status.settings.volume == 0.4)
        #expect(
            status.settings.sounds
                == SoundNames {
                    ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = ("bell", "beat", "auto", "auto", "auto")
                })
    }

    @Test func `a restart finds everything as it was left`() throws {
        var home = try Home()
        // A disk may be too slow for the time that an end may take: then it says so.
        for _ in 1...3 {
            home = try Home()
            var isSaved = true
            try home.withDaemon { daemon in
                let client = try daemon.connect()
                for words in changes { try client.say(words) }
                // Ended at once, before the timer of the saving has fired.
                #expect(try daemon.end() == .exit(0))
                isSaved = !daemon.child.stderr.contains("may be lost")
            }
            if isSaved { break }
        }
        #expect(home.folder.has("state/metronomed/state.json"))
        try home.withDaemon { daemon in
            let status = try daemon.status()
            expectChanged(status)
            #expect(!status.playing)
        }
    }

    @Test func `what was changed a while ago outlives a crash`() throws {
        let home = try Home()
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in changes { try client.say(words) }
            try poll(for: "the last change in the saved state") {
                let state = (try? home.folder.bytes("state/metronomed/state.json")) ?? []
                return String(decoding: state, as: UTF8.self).contains("\"bell\" : \"beat\"") ? true : nil
            }
            daemon.child.kill()
        }
        try home.withDaemon { expectChanged(try $0.status()) }
    }

    @Test func `flags win over variables, those over the file, and that over what is remembered`() throws {
        var home = try Home()
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            for words in changes { try client.say(words) }
            try daemon.end()
        }
        try home.folder.write(
            """
            bpm = 100
            meter = "3/4"
            volume = 0.6
            """, to: "config/metronomed/config.toml")
        home.environment["METRONOMED_BPM"] = "110"
        home.environment["METRONOMED_METER"] = "5/4"
        try home.withDaemon(["--bpm", "120", "--no-play"]) { daemon in
            let status = try daemon.status()
            #expect(status.bpm == 120)
            #expect(status.meter == "5/4")
            #expect(status.settings.volume == 0.6)
            #expect(status.bell == BellState(every: 5, on: 3))
        }
    }

    @Test func `a damaged memory is set aside, with a warning`() throws {
        let home = try Home()
        try home.folder.write("{", to: "state/metronomed/state.json")
        try home.withDaemon { daemon in
            let status = try daemon.status()
            #expect(status.bpm == 120)
            #expect(daemon.child.stderr.contains("state.json is damaged"))
        }
        #expect(home.folder.has("state/metronomed/state.json.damaged"))
    }

    @Test(arguments: [true, false])
    func `a remembered sound that has gone, or is silent by now, is replaced, with a warning`(isGone: Bool) throws {
        var home = try Home()
        home.environment["METRONOMED_SOUNDS"] = home.folder("sounds")
        try home.folder.write(WAVFile.click(level: 0.5).bytes, to: "sounds/mine.wav")
        try home.withDaemon { daemon in
            try daemon.connect().say("sound beat mine")
            try daemon.connect().say("sound bell beat")
            try daemon.end()
        }
        unlink(home.folder("sounds/mine.wav"))
        if !isGone { try home.folder.write(WAVFile.click(level: 0).bytes, to: "sounds/mine.wav") }
        try home.withDaemon(["--bpm", "600"]) { daemon in
            try daemon.waitForBeat(1)
            // The other one is still there.
            #expect(
                try daemon.status().settings.sounds
                    == SoundNames {
                        ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = (
                            "beat", "beat", "auto", "auto", "auto"
                        )
                    })
            #expect(daemon.child.stderr.contains("mine"))
        }
    }

    @Test func `a sound that is asked for and has gone is refused, remembered or not`() throws {
        var home = try Home()
        home.environment["METRONOMED_SOUNDS"] = home.folder("sounds")
        try home.folder.write(WAVFile.click(level: 0.5).bytes, to: "sounds/mine.wav")
        try home.withDaemon { daemon in
            try daemon.connect().say("sound beat mine")
            try daemon.end()
        }
        unlink(home.folder("sounds/mine.wav"))
        let outcome = try home.run(["--bpm", "600", "--beat-sound", "mine"])
        #expect(outcome.end == .exit(2) && outcome.stderr.contains("no sound is called 'mine'"))
    }
}
