// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm
import Session
import Testing

@testable import Daemon

/// A performance that an outside clock leads.
@Suite struct LedPerformanceTests {
    /// A line of a clock that began at the first time of the bench.
    private func line(_ bench: PerformanceBench, _ bpm: Double, _ name: String = "test") throws -> Call {
        let now = bench.moment.now.nanoseconds
        let beat = Double(now - 1_000_000_000_000) / 60e9 * bpm
        let command = try #require(CommandTable.all.first { $0.name == "follow" })
        return try command.call([
            "source": .string(name), "beat": JSONValue(beat), "time_ns": .integer(now), "bpm": JSONValue(bpm),
            "quantum": 4,
        ])
    }

    private func follow(
        _ bench: PerformanceBench, _ bpm: Double, by client: Int = 0, _ name: String = "test"
    ) throws -> SyncState? {
        let id = bench.ask(try line(bench, bpm, name), by: client)
        return (try bench.answer(to: id).get() as? SyncAnswer)?.sync
    }

    private func call(_ words: String) throws -> Call {
        try CommandTable.call(words: words.split(separator: " ").map(String.init))
    }

    private func refusal(_ bench: PerformanceBench, _ id: Ask.ID) throws -> ControlError? {
        if case .failure(let error) = try bench.answer(to: id) { error } else { nil }
    }

    private func status(_ bench: PerformanceBench) throws -> Status {
        try #require(bench.answer(to: bench.ask(.status(), by: 2)).get() as? Status)
    }

    private func playing(_ bpm: Int) throws -> PerformanceBench {
        let bench = try PerformanceBench()
        try bench.ask("tempo \(bpm)")
        try bench.ask("start")
        bench.pass(ms: 200)
        return bench
    }

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
        #expect(try status(bench).bpm == 150 && status(bench).history?.undo == 1)
        // Refused.
        let refused = bench.ask(try call("tempo +10"), by: 1)
        #expect(try status(bench).sync?.proposal == 160)
        bench.ask(.refuseProposal)
        let error = try #require(try refusal(bench, refused))
        #expect(error.reason == "led" && error.message == "the tempo stays at 150 bpm: test refused it")
        // Not answered: lines come, but not with that tempo.
        let undo = bench.ask(try call("undo"), by: 1)
        #expect(try status(bench).sync?.proposal == 120)
        for _ in 0..<6 {
            bench.pass(ms: 400)
            _ = try follow(bench, 150)
        }
        #expect(try refusal(bench, undo)?.reason == "led")
        #expect(try status(bench).bpm == 150 && status(bench).sync?.proposal == nil)
        // A second one takes the place of the first.
        let (first, second) = (bench.ask(try call("tempo 99"), by: 1), bench.ask(try call("tempo 98"), by: 2))
        #expect(try refusal(bench, first)?.message.contains("another tempo was asked for") == true)
        #expect(try status(bench).sync?.proposal == 98)
        // What else there is.
        #expect(try refusal(bench, bench.ask(call("tempo 97")))?.reason == "led")
        for words in ["nudge 5", "nudge bar", "tempo 99 at bar", "follow refuse", "follow end"] {
            #expect(try refusal(bench, bench.ask(call(words), by: 1))?.reason == "led", "\(words)")
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

    @Test func `a second owner is refused, until the first has gone or fallen silent`() throws {
        let bench = try playing(240)
        _ = try follow(bench, 240)
        let error = try #require(try refusal(bench, bench.ask(line(bench, 200, "other"), by: 1)))
        #expect(error.reason == "led" && error.message.contains("test is followed already"))
        #expect(try status(bench).sync?.source == "test")
        // It goes: the beats go on.
        bench.leave(0)
        let gone = try status(bench)
        #expect(gone.playing && gone.bpm == 240 && gone.sync?.stale == true && gone.sync?.source == "test")
        // Another takes its place, and falls silent.
        #expect(try follow(bench, 200, by: 1, "other")?.source == "other")
        #expect(try status(bench).sync?.stale == false)
        bench.pass(ms: 2100)
        #expect(try status(bench).sync?.stale == true)
        #expect(try follow(bench, 210, by: 2, "third")?.bpm == 210)
        #expect(try refusal(bench, bench.ask(line(bench, 200, "other"), by: 1))?.reason == "led")
    }

    @Test func `beats are led to the line, and stay on it`() throws {
        let bench = try playing(120)
        bench.ask(.subscribe([.beat], leadMs: 500), by: 2)
        for _ in 0..<60 {
            bench.pass(ms: 200)
            _ = try follow(bench, 121)
        }
        let beats = bench.told(to: 2).compactMap { if case .beat(let beat) = $0 { beat } else { nil } }.suffix(4)
        for beat in beats {
            let place = Double(beat.atNs - 1_000_000_000_000) / 60e9 * 121
            #expect(abs(place - place.rounded()) * 60_000 / 121 < 0.5, "beat \(beat.beatIndex), in ms")
        }
        #expect(beats.count == 4)
    }
}
