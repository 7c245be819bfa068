// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

/// What is played within a bar: accents, groups, and the parts of beats.
@Suite(.waits, .serialized) struct BarTests {
    /// The levels of a bar of 2+2+3/8 whose bell rings on its first beat.
    private static let levels: [Float] = [0.5, 0.25, 0.375, 0.25, 0.375, 0.25, 0.25]

    @Test func `groups, accents and swung parts of beats are heard to the frame, live`() throws {
        let home = try Home(.capture)
        var beats: [BeatEvent] = []
        try home.withDaemon(["--volume", "1", "--meter", "2+2+3/8", "--subdivision", "2", "--swing", "2:1"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 1000 beat state")
            try client.say("tempo 600")
            // In the second bar the accents say what the groups said before, and in the third there are only triplets.
            try client.say("accents .xoxXxx at @2")
            try client.say("set subdivision=3 subdivision_volume=1 accents=auto at=@3")
            try client.say("start")
            try client.say("stop at @4")
            while true {
                let event = try listener.nextEvent()
                if case .beat(let beat) = event { beats.append(beat) }
                try #require(beats.count < 200, "it does not end")
                if case .state(let event) = event, !event.state.playing, !beats.isEmpty { break }
            }
            try daemon.end()
        }
        var expected: [(frame: Int, level: Float)] = []
        for (beat, level) in Self.levels.enumerated() {
            expected += [(4800 * beat, level), (4800 * beat + 3200, 0.125)]
        }
        for (beat, level) in [0, 0.25, 0.1, 0.25, 0.5, 0.25, 0.25].enumerated() {
            if level > 0 { expected.append((4800 * (7 + beat), Float(level))) }
            expected.append((4800 * (7 + beat) + 3200, 0.125))
        }
        for (beat, level) in Self.levels.enumerated() {
            let begin = 4800 * (14 + beat)
            expected += [(begin, level), (begin + 1600, 0.25), (begin + 3200, 0.25)]
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count == expected.count)
        for (onset, (frame, level)) in zip(onsets, expected) {
            #expect(Int(onset.frame - onsets[0].frame) == frame)
            #expect(abs(onset.level / level - 1) < 0.02, "frame \(frame)")
        }
        var last: [Int: BeatEvent] = [:]
        for beat in beats { last[beat.beatIndex] = beat }
        let accents = (0..<21).map { last[$0]?.accent ?? "" }
        #expect(accents[0..<7] == ["bell", "normal", "accent", "normal", "accent", "normal", "normal"])
        #expect(accents[7..<14] == ["mute", "normal", "ghost", "normal", "bell", "normal", "normal"])
        #expect(accents[14...] == accents[0..<7])
        #expect((0..<21).map { last[$0]?.bell } == accents.map { $0 == "bell" })
    }

    @Test func `they are predicted from the timeline, and told in the status`() throws {
        try withDaemon("--bpm", "300", "--accents", "xXxX") { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(0)
            let subscription = try client.subscribe("timeline")
            let music = PredictedMusic(subscription)
            #expect(music.timeline?.bars.last?.accents == "xXxX" && music.timeline?.bars.last?.bell == nil)
            #expect((400..<404).map { music.beat($0)?.bell } == [false, true, false, true])
            #expect(subscription.state.otherSettings["accents"] == "xXxX")
            let answer = try client.say("accents xxXx")
            #expect(answer["accents"] == "xxXx" && answer["bell"]?["on"] == 3)
            #expect(try client.say("meter 3/4")["accents"] == "auto")
            #expect(try client.refusal(of: "accents Xx").reason == "invalid")
            #expect(try client.refusal(of: "swing 80%").reason == "invalid")
        }
    }
}
