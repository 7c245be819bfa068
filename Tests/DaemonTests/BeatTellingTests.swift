// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What clients are told of beats and changes, and when.
@Suite struct BeatTellingTests {
    private func beats(_ bench: PerformanceBench, to client: Int = 0) -> [BeatEvent] {
        bench.told(to: client).compactMap { if case .beat(let beat) = $0 { beat } else { nil } }
    }

    private func states(_ bench: PerformanceBench, to client: Int = 0) -> [StateEvent] {
        bench.told(to: client).compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    private func call(_ words: String) throws -> Call {
        try CommandTable.call(words: words.split(separator: " ").map(String.init))
    }

    @Test func `each client hears of a beat as early as it asks for, and not earlier`() throws {
        let bench = try PerformanceBench()
        try bench.ask("tempo 240")
        bench.ask(.subscribe([.beat], leadMs: 3000), by: 0)
        bench.ask(.subscribe([.beat], leadMs: nil), by: 1)
        try bench.ask("start")
        for _ in 0..<200 {
            bench.pass(ms: 20)
            for (client, leadMs) in [(0, 3000), (1, Int64(Lead.usual))] as [(Int, Int64)] {
                let told = Set(beats(bench, to: client).map(\.beatIndex))
                #expect(told == Set(0..<told.count))
                // The beats that are due are told, with the margin that telling takes; no other beat is.
                let ahead = beats(bench, to: client).map { $0.atNs - bench.moment.now.nanoseconds }
                let early = ahead.max() ?? 0
                #expect(early <= (leadMs + 20) * 1_000_000 && early > (leadMs - 250) * 1_000_000)
            }
        }
        #expect(beats(bench, to: 0).count - beats(bench, to: 1).count > 10)
    }

    @Test func `a start is told at once, and a stop ends what was told`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat, .state], leadMs: nil))
        let start = bench.ask(.start, by: 1)
        bench.pass(ms: 20)
        let first = try #require(beats(bench).first)
        #expect(try first.beatIndex == 0 && first.bell && first.atNs == bench.change(start).atNs)
        bench.pass(ms: 500)
        #expect(beats(bench).map(\.beatIndex) == [0, 1])
        bench.ask(.stop(), by: 1)
        bench.pass(ms: 2000)
        let stopped = try #require(states(bench).last { $0.changed.contains("playing") })
        #expect(!stopped.state.playing && stopped.state.position == nil)
        #expect(beats(bench).allSatisfy { $0.beatIndex < 3 })
        bench.ask(.start, by: 1)
        bench.pass(ms: 20)
        #expect(beats(bench).last?.beatIndex == 0 && beats(bench).last?.run == 2)
    }

    @Test func `a change is told to everyone, whoever made it, and what changes nothing to nobody`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.state], leadMs: nil))
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        try bench.ask("start")
        bench.pass(ms: 100)
        for (words, member) in [
            ("tempo 61", "bpm"), ("volume 0.3", "volume"), ("meter 5/4", "meter"), ("bell 2 on 2", "bell"),
        ] {
            let before = states(bench).count
            bench.ask(try call(words), by: 1)
            bench.pass(ms: 20)
            let new = states(bench).dropFirst(before)
            #expect(new.contains { $0.changed.contains(member) }, "\(words)")
            #expect(states(bench).map(\.seq) == states(bench, to: 1).map(\.seq))
        }
        let state = try #require(states(bench).last?.state)
        #expect(state.bpm == 61 && state.settings.volume == 0.3 && state.bell == BellState(every: 2, on: 2))
        let before = states(bench).count
        bench.ask(try call("volume 0.3"), by: 1)
        bench.pass(ms: 20)
        #expect(states(bench).count == before)
    }

    @Test func `a beat that moves is told again with a higher revision, where it is heard`() throws {
        let bench = try PerformanceBench()
        try bench.ask("tempo 60")
        bench.ask(.subscribe([.beat], leadMs: nil))
        try bench.ask("start")
        // Beat 1 is told 220 ms ahead, of which less than 40 are written.
        bench.pass(ms: 900)
        let told = try #require(beats(bench).last)
        let tempo = bench.ask(try call("tempo 30"), by: 1)
        bench.pass(ms: 20)
        let (moved, change) = (try #require(beats(bench).last), try bench.change(tempo))
        #expect(told.beatIndex == 1 && moved.beatIndex == 1 && moved.revision > told.revision && moved.seq > told.seq)
        let (atNs, atBeat) = (try #require(change.atNs), try #require(change.atBeat))
        #expect(moved.bpm == 30 && abs(Double(moved.atNs - atNs) - (1 - atBeat) * 2e9) < 25_000)
    }

    @Test func `a swing that bends is told again with its beat, and ends with the next`() throws {
        let bench = try PerformanceBench()
        try bench.ask("tempo 30")
        bench.ask(.subscribe([.beat], leadMs: nil))
        try bench.ask("start")
        bench.pass(ms: 400)
        let told = try #require(beats(bench).last)
        let tempo = bench.ask(try call("tempo 60"), by: 1)
        bench.pass(ms: 20)
        let (bent, atNs) = (try #require(beats(bench).last), try #require(bench.change(tempo).atNs))
        #expect(bent.beatIndex == told.beatIndex && bent.revision > told.revision && bent.atNs == told.atNs)
        #expect(bent.pendulum.to == told.pendulum.to)
        #expect(abs(bent.pendulum.value(atNs: atNs) - told.pendulum.value(atNs: atNs)) < 0.01)
        #expect(abs(bent.pendulum.velocity(atNs: atNs) - told.pendulum.velocity(atNs: atNs)) < 0.1)
        bench.pass(ms: 1000)
        #expect(abs(try #require(beats(bench).last).atNs - bent.pendulum.endNs) < 25_000)
    }
}
