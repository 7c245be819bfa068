// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Testing

/// The trainers, as they are heard and told.
@Suite(.waits, .serialized) struct TrainerTests {
    /// Plays to the end of the music with trainers; the frames of what was heard, from the first onset on, and the beats that
    /// were told last.
    private func session(_ lines: [String], endingAt place: String? = nil) throws
        -> (frames: [Int], beats: [BeatEvent], states: [StateEvent])
    {
        let home = try Home(.capture)
        var last: [Int: BeatEvent] = [:]
        var states: [StateEvent] = []
        try home.withDaemon(["--volume", "1"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 1000 beat state")
            for line in lines { try client.say(line) }
            try client.say("start")
            if let place { try client.say("stop at \(place)") }
            while true {
                let event = try listener.nextEvent()
                if case .beat(let beat) = event { last[beat.beatIndex] = beat }
                try #require(last.count < 400, "it does not end")
                guard case .state(let event) = event else { continue }
                states.append(event)
                if !event.state.playing, !last.isEmpty { break }
            }
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        let first = try #require(onsets.first).frame
        return (onsets.map { Int($0.frame - first) }, last.values.sorted { $0.beatIndex < $1.beatIndex }, states)
    }

    @Test func `tempi in steps and silent bars are heard to the frame, and told`() throws {
        let (frames, beats, states) = try session([
            "meter 3/4", "trainer speed 400 to 600 by 100 every 2 then stop", "trainer gap 1 1",
        ])
        // Two bars of each tempo, of which the second is silent.
        var expected: [Int] = []
        var begin = 0
        for length in [7200, 5760, 4800] {
            expected += (0..<3).map { begin + $0 * length }
            begin += 6 * length
        }
        #expect(frames == expected)
        #expect(beats.map(\.beatIndex) == Array(0..<18))
        #expect(beats.map(\.bpm) == [400, 500, 600].flatMap { Array(repeating: $0, count: 6) })
        #expect(beats.map { $0.accent == "mute" } == (0..<18).map { $0 % 6 >= 3 })
        for (beat, next) in zip(beats, beats.dropFirst()) {
            #expect(abs(Double(next.atNs - beat.atNs) * beat.bpm / 60e9 - 1) < 0.002)
        }
        // The status follows what is heard.
        let told = states.compactMap { $0.state.practice.map { ($0.silent, $0.speed?.nextBpm) } }
        #expect(told.contains { $0 == (true, 500) } && told.contains { $0 == (false, 600) })
        #expect(told.contains { $0 == (true, nil) })
        #expect(states.last?.state.bpm == 600 && states.last?.state.practice == nil)
    }

    @Test func `a tempo that changes with every beat is that of the curve, to the frame`() throws {
        let (frames, _, _) = try session(["bell off", "trainer speed 600 to 690 by 900 per minute then stop"])
        // The way has 64.5 beats, and the bar goes to its end.
        #expect(frames.count == 68)
        for (beat, frame) in frames.enumerated() {
            let beats = Double(beat)
            let exact =
                beats < 64.5 ? ((600.0 * 600 + 2 * 900 * beats).squareRoot() - 600) / 15 : 6 + (beats - 64.5) / 11.5
            #expect(abs(Double(frame) - exact * 48000) <= 1, "beat \(beat)")
        }
    }

    @Test func `the same seed is the same session, and another is not`() throws {
        func heard(ofSeed seed: Int) throws -> (heard: [Int], told: [Int]) {
            let (frames, beats, _) = try session(["tempo 960", "trainer mute 40% seed \(seed)"], endingAt: "@13")
            return (frames.map { ($0 + 1500) / 3000 }, beats.filter { $0.accent != "mute" }.map(\.beatIndex))
        }
        let first = try heard(ofSeed: 5)
        // The first bar is heard, and what is heard is what was told.
        #expect(first.heard == first.told && first.heard.prefix(4) == [0, 1, 2, 3])
        #expect((20...40).contains(first.heard.count))
        let again = try heard(ofSeed: 5)
        #expect(again.heard == first.heard && again.told == first.told)
        #expect(try heard(ofSeed: 6).heard != first.heard)
    }

    @Test func `bars are counted in, and a timer of bars ends with three strokes`() throws {
        let (frames, beats, states) = try session([
            "meter 3/4", "tempo 600", "subdivision 2", "count-in 1", "timer 2 bars",
        ])
        let counted = [0, 4800, 9600]
        let played = (0..<12).map { 14400 + $0 * 2400 }
        #expect(frames == counted + played + [43200, 44800, 46400])
        #expect(beats.map(\.bar) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
        #expect(beats.map(\.beat) == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1])
        #expect(beats.map(\.bell) == (0..<10).map { $0 % 3 == 0 })
        #expect(states.contains { $0.state.practice?.countIn != nil } && states.last?.state.playing == false)
        #expect(states.contains { $0.state.practice?.timer?.endBeat == 9 })
    }

    @Test func `a timer of seconds is over with the bar that is under way, whatever the tempo does`() throws {
        let (frames, beats, _) = try session([
            "tempo 480", "timer 3 seconds", "trainer speed 480 to 600 by 120 every 4",
        ])
        // Four bars last 2 s, the next one 0.4 s each: the third of these is under way.
        #expect(beats.count == 4 * 7 + 1 && frames.count == 4 * 7 + 3)
        let slow = (0..<16).map { $0 * 6000 }
        let fast = (0..<12).map { 96_000 + $0 * 4800 }
        #expect(Array(frames.prefix(28)) == slow + fast)
        #expect(frames.suffix(3) == [153_600, 155_200, 156_800])
    }

    @Test func `a count-in is spoken, and its numbers are those of the bar`() throws {
        let home = try Home(.capture)
        for number in 1...16 {
            try home.folder.write(
                WAVFile.click(level: Float(number) / 100).bytes, to: "sounds/voice-\(number).wav")
        }
        try home.withDaemon(["--volume", "1", "--bell-every", "off"]) { daemon in
            let client = try daemon.connect()
            try client.say("set meter=5/4 tempo=600")
            try client.say("count-in 1")
            try client.say("count-in sound voice")
            #expect(try client.refusal(of: "count-in sound nothing").reason == "not_found")
            #expect(try client.refusal(of: "count_in_sound.set", ["count_in_sound": "/etc/passwd"]).reason == "invalid")
            try client.say("timer 1 bar")
            try client.say("start")
            let listener = try daemon.connect()
            _ = try listener.subscribe("state")
            while try listener.nextState().state.playing {}
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count == 13)
        for (beat, onset) in onsets.enumerated() {
            let level = beat < 5 ? Float(beat + 1) / 100 : beat < 10 ? Capture.beatLevel : Capture.bellLevel
            #expect(abs(onset.level / level - 1) < 0.03, "beat \(beat)")
        }
    }

    @Test func `muted, beats and faces go on`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try client.say("mute")
            try daemon.waitForBeat(0)
            _ = try listener.subscribe("beat")
            var beats: [BeatEvent] = []
            while beats.count < 4 { if case .beat(let beat) = try listener.nextEvent() { beats.append(beat) } }
            #expect(beats.contains { $0.bell } && beats.allSatisfy { $0.pendulum.to != $0.pendulum.from })
        }
    }

    @Test func `trainers are set, told, undone and refused, and a tempo by hand is where it goes on from`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(0)
            let answer = try client.say("trainer speed to 500 by 20 every 1")
            #expect(answer["speed_trainer"] == "240 to 500 by 20 every 1")
            #expect((answer["at_beat"]?.number ?? 1).truncatingRemainder(dividingBy: 4) == 0)
            #expect(try client.status().practice?.speed?.to == 500)
            try client.say("trainer mute 10% seed 3")
            #expect(try client.status().otherSettings["random_mute"] == "10% beats seed 3")
            try client.say("undo")
            #expect(try client.status().otherSettings["random_mute"] == "off")
            let tempo = try client.say("tempo 100")
            #expect(tempo["bpm"] == 100)
            let speed = try #require(client.status().practice?.speed)
            #expect(speed.from == 100 && speed.to == 500)
            #expect(try client.refusal(of: "trainer speed fast").reason == "invalid")
            #expect(try client.refusal(of: "trainer gap 0 1").min == 1)
            try client.say("trainer off")
            #expect(try client.status().practice == nil && client.status().bpm == 100)
        }
    }

    @Test func `metroctl sets trainers and tells where they are`() throws {
        try withDaemon("--bpm", "120") { daemon in
            try daemon.waitForBeat(0)
            func metroctl(_ words: String) throws -> Outcome {
                let arguments = words.split(separator: " ").map(String.init)
                let child = try ChildProcess(
                    Built.metroctl, arguments, environment: daemon.home.environment, in: daemon.home.folder)
                return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
            }
            #expect(try metroctl("trainer").stdout == "no trainer\n")
            #expect(try metroctl("trainer gap 2 1 beats").end == .exit(0))
            #expect(try metroctl("trainer mute 20% seed 4 --at bar").end == .exit(0))
            #expect(try metroctl("trainer").stdout.hasPrefix("gap 2 1 beats: heard, beat "))
            #expect(try metroctl("status").stdout.contains("trainer     gap 2 1 beats"))
            let wrong = try metroctl("trainer gap often")
            #expect(wrong.end == .exit(1) && wrong.stderr.contains("is no trainer of this kind"))
        }
    }
}
