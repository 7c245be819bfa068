// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import Daemon

/// Tempos that are proposed to the owner of a clock.
extension LedPerformanceTests {
    @Test func `a tempo that is asked for is the owner's to take or to refuse`() throws {
        let bench = try playing(120)
        _ = try follow(bench, 120)
        // Taken.
        let taken = bench.ask(try call("tempo 150"), by: 1)
        #expect(bench.answers[taken] == nil)
        #expect(try status(bench).sync?.proposal == 150)
        bench.pass(ms: 100)
        #expect(try follow(bench, 150)?.proposal == nil)
        bench.pass(ms: 100)
        #expect(try bench.change(taken).values["bpm"]?.number == 150)
        #expect(try status(bench).bpm == 150 && status(bench).history.undo == 1)
        // Refused.
        let refused = bench.ask(try call("tempo +10"), by: 1)
        #expect(try status(bench).sync?.proposal == 160)
        bench.ask(.refuseProposal)
        let error = try #require(try refusal(bench, refused))
        #expect(error.reason == "clock_followed" && error.message == "the tempo stays at 150 bpm: test refused it")
        // Not answered: lines come, but not with that tempo.
        let undo = bench.ask(try call("undo"), by: 1)
        #expect(try status(bench).sync?.proposal == 120)
        for _ in 0..<6 {
            bench.pass(ms: 400)
            _ = try follow(bench, 150)
        }
        #expect(try refusal(bench, undo)?.reason == "clock_followed")
        #expect(try status(bench).bpm == 150 && status(bench).sync?.proposal == nil)
        // Another change came meanwhile: that is the last one, and what was undone another.
        let late = bench.ask(try call("undo"), by: 1)
        bench.ask(try call("bell off"), by: 2)
        bench.pass(ms: 100)
        _ = try follow(bench, 120)
        bench.pass(ms: 100)
        #expect(try bench.change(late).values["bpm"]?.number == 120 && status(bench).history.undo == 3)
        #expect(try status(bench).bell == nil)
        bench.ask(try call("tempo 150"), by: 1)
        _ = try follow(bench, 150)
        // A second one takes the place of the first.
        let (first, second) = (bench.ask(try call("tempo 99"), by: 1), bench.ask(try call("tempo 98"), by: 2))
        #expect(try refusal(bench, first)?.message.contains("another tempo was asked for") == true)
        #expect(try status(bench).sync?.proposal == 98)
        // What else there is.
        #expect(try refusal(bench, bench.ask(call("tempo 97")))?.reason == "clock_followed")
        for words in ["nudge 5", "nudge bar", "tempo 99 at bar", "follow refuse", "follow end"] {
            #expect(try refusal(bench, bench.ask(call(words), by: 1))?.reason == "clock_followed", "\(words)")
        }
        // Others than the tempo need not be asked for.
        let volume = bench.ask(try call("volume 0.5"), by: 1)
        bench.pass(ms: 50)
        #expect(try bench.change(volume).values["volume"]?.number == 0.5)
        bench.ask(.unfollow)
        #expect(try refusal(bench, second)?.message.contains("followed no more") == true)
        let free = bench.ask(try call("tempo 99"), by: 1)
        bench.pass(ms: 50)
        #expect(try bench.change(free).values["bpm"]?.number == 99 && status(bench).sync == nil)
    }

    @Test func `the tempo of taps is proposed too, each in the place of the last, and moves no beat`() throws {
        let bench = try playing(120)
        _ = try follow(bench, 120)
        var taps: [Ask.ID] = []
        for _ in 0..<3 {
            taps.append(bench.ask(.tap(atNs: nil, start: nil), by: 1))
            bench.pass(ms: 400)
        }
        // The first of them says no tempo yet.
        #expect(try bench.change(taps[0]).values["tap"]?["taps"] == 1)
        #expect(try refusal(bench, taps[1])?.message.contains("another tempo was asked for") == true)
        #expect(bench.answers[taps[2]] == nil)
        let asked = try status(bench)
        #expect(abs((asked.sync?.proposal ?? 0) - 150) < 0.01 && asked.bpm == 120)
        #expect(!bench.performance.phaseChange.isMoving)
        // Another tempo takes their place.
        bench.ask(try call("tempo 98"), by: 2)
        #expect(try refusal(bench, taps[2])?.message.contains("another tempo was asked for") == true)
        #expect(try status(bench).sync?.proposal == 98)
    }

    @Test func `the tempo of a preset is proposed as one that was loaded`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        try bench.say("tempo 150")
        try bench.ask("preset save fast")
        for words in ["tempo 120", "start"] { try bench.say(words) }
        _ = try follow(bench, 120)
        bench.ask(try call("preset load fast at beat"), by: 1)
        #expect(try status(bench).sync?.proposal == nil)
        bench.pass(ms: 1200)
        #expect(try status(bench).sync?.proposal == 150 && status(bench).sync?.loaded == true)
        bench.ask(.refuseProposal)
        #expect(try status(bench).bpm == 120 && status(bench).sync?.loaded == nil)
        bench.ask(try call("tempo 99"), by: 1)
        #expect(try status(bench).sync?.proposal == 99 && status(bench).sync?.loaded == nil)
    }
}
