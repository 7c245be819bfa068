// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

/// Changes that wait for their place, as they are heard.
@Suite(.waits, .serialized) struct CueTests {
    @Test func `what waits for a place is heard there to the frame, and the music ends where it was told to`() throws {
        let home = try Home(.capture)
        try home.folder.write(WAVFile.click(level: 0.125).bytes, to: "sounds/soft.wav")
        var beats: [BeatEvent] = []
        var after: Status?
        try home.withDaemon(["--volume", "1", "--bell-every", "off"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try client.say("tempo 600")
            // While it is stopped, places wait for the next run.
            for (words, id) in [("set tempo=450 volume=0.5 sounds.beat=soft at=@3", 1), ("tempo 600 at @5", 2)] {
                let answer = try client.say(words)
                #expect(answer["pending"]?.integer == id && answer["at_beat"] == .null)
            }
            #expect(try client.status().pending?.map(\.at) == ["@3", "@5"])
            _ = try listener.subscribe("lead 1000 beat state")
            try client.say("start")
            let stop = try client.say("stop at @7")
            #expect(stop["at_beat"]?.number == 24 && stop["pending"]?.integer == 3)
            while true {
                let event = try listener.nextEvent()
                if case .beat(let beat) = event { beats.append(beat) }
                try #require(beats.count < 200, "it does not end")
                if case .state(let event) = event, !event.state.playing, !beats.isEmpty { break }
            }
            after = try client.status()
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count == 24)
        let lengths = zip(onsets, onsets.dropFirst()).map { $1.frame - $0.frame }
        #expect(
            lengths == Array(repeating: 4800, count: 8) + Array(repeating: 6400, count: 8)
                + Array(repeating: 4800, count: 7))
        for (beat, onset) in onsets.enumerated() {
            #expect(abs(onset.level / (beat < 8 ? Capture.beatLevel : 0.0625) - 1) < 0.02, "beat \(beat)")
        }
        // Every beat was told once it was certain, and none that is not played.
        #expect(Set(beats.map(\.beatIndex)) == Set(0..<24))
        var last: [Int: BeatEvent] = [:]
        for beat in beats { last[beat.beatIndex] = beat }
        for beat in 1..<24 {
            let (told, before) = (try #require(last[beat]), try #require(last[beat - 1]))
            let frames = Double(told.atNs - before.atNs) * 48e-6
            #expect(abs(frames - Double(lengths[beat - 1])) < 12, "beat \(beat)")
            #expect(told.bpm == (8..<16 ~= beat ? 450 : 600))
        }
        let status = try #require(after)
        #expect(status.bpm == 600 && status.volume == 0.5 && status.sounds.beat == "soft")
        #expect(status.pending == [] && !status.playing && status.history == HistoryState(undo: 3, redo: 0))
    }

    @Test func `what waits is listed, follows the music, and can be taken back`() throws {
        try withDaemon("--bpm", "120") { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try daemon.waitForBeat(0)
            _ = try listener.subscribe("state")
            let answer = try client.say("tempo +10 at @9")
            #expect(answer["at_beat"]?.number == 32 && answer["bpm"]?.number == 130)
            #expect(try listener.nextState().changed == ["pending"])
            let first = try #require(client.status().pending?.first)
            #expect(first.at == "@9" && first.atBeat == 32 && first.changes == ["bpm": 130])
            #expect(first.atNs == answer["at_ns"]?.integer.map(Int64.init))
            // A step is taken from what holds there: 130 after it.
            #expect(try client.say("tempo +10 at @10")["bpm"]?.number == 140)
            // Until then the tempo is the present one, also where it changes.
            try client.say("tempo 60")
            let later = try #require(client.status().pending)
            #expect(later.map(\.atBeat) == [32, 36])
            #expect(try #require(later[0].atNs) > (try #require(first.atNs)) + 10_000_000_000)
            let cancelled = try client.say("cancel 1")
            #expect(cancelled["cancelled"]?.array == [1] && cancelled["pending"]?.array?.count == 1)
            #expect(try client.refusal(of: "cancel 1").reason == "not_found")
            #expect(try client.say("cancel")["cancelled"]?.array == [2])
            #expect(try client.status().pending == [] && client.status().bpm == 60)
        }
    }

    @Test func `a place that is over, or is none, is refused and changes nothing`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(5)
            for (words, reason) in [
                ("tempo 90 at @1", "out_of_range"), ("tempo 90 at @9.5", "out_of_range"), ("tempo 90 at 9", "invalid"),
                ("tempo +999 at bar", "out_of_range"), ("sound beat nothing at bar", "not_found"),
            ] {
                #expect(try client.refusal(of: words).reason == reason, "\(words)")
            }
            try client.say("stop at @50")
            #expect(try client.refusal(of: "tempo 90 at @51").reason == "invalid")
            try client.say("cancel")
            for _ in 0..<100 { try client.say("volume 0.5 at @9000") }
            #expect(try client.refusal(of: "volume 0.5 at @9000").reason == "busy")
            try client.say("stop")
            #expect(try client.status().pending == [])
            // While it is stopped the next bar need not be waited for.
            #expect(try client.say("tempo 90 at bar")["pending"] == nil)
            #expect(try client.status().bpm == 90)
        }
    }
}
