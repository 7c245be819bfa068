// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// Lanes, as they are heard and told.
@Suite struct LanePerformanceTests {
    @Test func `the cycle of 0.2, 0.2 and 0.4 seconds is one line, and is heard to the frame`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 97.3", "lane clear cycle 0.2 0.2 0.4 s 3 times sound=clear", "lane beat mute", "start"] {
            try bench.say(words)
        }
        try bench.wait(forBeat: 5)
        let places = [0.2, 0.4, 0.8, 1.0, 1.2, 1.6, 1.8, 2.0].map { $0 * 48_000 }
        try #require(bench.heard.count == 8)
        // Beat 0 falls on a frame, and is not heard.
        for (frame, place) in zip(bench.frames, places) { #expect(abs(Double(frame) + places[0] - place) <= 1) }
    }

    @Test(arguments: ["subdivision 3", "swing 2:1"])
    func `parts of a beat are told from where they are heard: within the beat`(words: String) throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 60", "meter 1/4", "subdivision 2", "swing even", "start"] { try bench.say(words) }
        bench.pass(ms: 2100)
        let count = bench.heard.count
        let place = try #require(try bench.say(words).atBeat)
        try bench.wait(forBeat: 4)
        let first = try #require(bench.frames.dropFirst(count).first { ($0 - bench.frames[0]) % 24_000 > 1 })
        let heard = Double(first - bench.frames[0]) / 48_000
        #expect(place > 2 && place <= heard && heard < 3, "\(words) holds from \(place), and is heard at \(heard)")
    }

    @Test func `the volume of the beats leaves the bell and its count-in as loud as they are`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set meter=2/4 bpm=300 volume=0.5 count_in=1", "lane beat gain=20%", "start"] {
            try bench.say(words)
        }
        try bench.wait(forBeat: 5)
        let place = try #require(try bench.say("lane beat gain=200%").atBeat)
        try bench.wait(forBeat: 9)
        for (beat, onset) in bench.heard.enumerated() where beat != Int(place.rounded(.up)) {
            let ordinary: Float = Double(beat) < place ? 0.025 : 0.25
            #expect(abs(onset.level / (beat % 2 == 0 ? 0.25 : ordinary) - 1) < 0.001, "beat \(beat)")
        }
        let told = try bench.status().heard.lanes.first { $0.name == "beat" }
        #expect(told?.gain == 2 && told?.bellGain == 1)
    }

    @Test func `lanes are told, changed at a bar, and undone`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        func names() throws -> [String] {
            (try bench.status().settings.others["lanes"]?.array ?? []).compactMap { $0["name"]?.string }
        }
        try bench.say("lanes a x... sound=soft | b .x.. sound=clear | c xxxx sound=soft")
        #expect(try names() == ["a", "b", "c"])
        try bench.say("lane remove b")
        try bench.say("lane c x%30x.x sound=soft gain=50% pan=-0.5 solo")
        #expect(try names() == ["a", "c"])
        for words in ["undo", "undo"] { try bench.say(words) }
        #expect(try names() == ["a", "b", "c"])
        for words in ["tempo 600", "start"] { try bench.say(words) }
        let answer = try bench.say("lane d x..x..x. sound=clear at bar")
        let beat = try #require(answer.atBeat)
        #expect(beat.truncatingRemainder(dividingBy: 4) == 0 && answer.values["pending"]?.integer != nil)
        try bench.wait(forBeat: Int(beat) + 2)
        #expect(try names() == ["a", "b", "c", "d"])
        let lanes = try #require(try bench.status().timeline??.lanes)
        #expect(lanes.last?.lanes.map(\.name) == ["a", "b", "c", "d"])
    }

    @Test func `a step of a gain is counted from what waits before its place, and no later change moves it`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 600", "lanes kick x...x... sound=beat", "start"] { try bench.say(words) }
        func gain(_ change: Change) -> Double? { change.values["lanes"]?.array?.last?["gain"]?.number }
        #expect(try gain(bench.say("lane kick gain=20% at @4")) == 0.2)
        #expect(try gain(bench.say("lane kick gain=+10% at @5")) == 0.3)
        #expect(try gain(bench.say("lane kick gain=-10%")) == 0.9)
        try bench.say("lane kick gain=80% at @3")
        _ = try bench.answered("cancel 1")
        try bench.wait(forBeat: 24)
        let lanes = try bench.status().settings.others["lanes"]?.array
        #expect(lanes?.last?["gain"]?.number == 0.3)
    }

    @Test func `a rhythm leaves the beat as loud as it is, and without any the beat is heard again`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        func mix(_ name: String = "beat") throws -> [JSONValue?] {
            let lane = (try bench.status().settings.others["lanes"]?.array ?? []).first { $0["name"]?.string == name }
            return [lane?["gain"], lane?["mute"]]
        }
        for words in ["lane beat gain=50%", "lanes a x... sound=soft"] { try bench.say(words) }
        #expect(try mix() == [0.5, false])
        for words in ["lane beat mute", "lanes a x... sound=soft | b .x.. sound=clear"] { try bench.say(words) }
        #expect(try mix() == [0.5, true])
        try bench.say("lanes a x... sound=soft | beat gain=80%")
        #expect(try mix() == [0.8, false])
        for words in ["lane beat mute", "lanes off"] { try bench.say(words) }
        #expect(try mix() == [0.8, false] && mix("a") == [nil, nil])
        for words in ["lane beat gain=100%", "lane beat mute", "lanes off"] { try bench.say(words) }
        #expect(try bench.status().settings.others["lanes"] == [])
    }

    @Test func `a lane that cannot be is refused with the column and what is allowed`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for (words, reason, text) in [
            ("lane kick x..y", "invalid", "column 4"), ("lane kick x... sound=nowhere", "not_found", "nowhere"),
            ("lane kick mute", "invalid", "no lane"), ("lane remove kick", "invalid", "no lane"),
            ("lanes a xxxx | a xxxx", "invalid", "two lanes"),
            ("groove polka", "not_found", "metroctl groove lists them"),
            ("groove bosa", "not_found", "did you mean bossa?"),
            ("lane kick x... sound=/etc/passwd", "invalid", "no sound"),
        ] {
            let error: ControlError
            do { error = try bench.refusal(of: words) } catch let refused as ControlError { error = refused }
            #expect(error.reason == reason && error.message.contains(text), "\(words): \(error.message)")
        }
    }
}
