// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// A player who taps a tempo, with a scatter of a normal distribution.
struct TappingPlayer {
    var generator: SeededGenerator
    var periodNs: Double
    var scatterNs: Double
    /// The beats that are missed, and those that are touched twice.
    var missed: Set<Int> = []
    var doubled: Set<Int> = []

    init(seed: UInt64, bpm: Double, scatterMs: Double) {
        generator = SeededGenerator(seed: seed)
        periodNs = 60e9 / bpm
        scatterNs = scatterMs * 1e6
    }

    /// By Box and Muller.
    private mutating func normal() -> Double {
        let (one, other) = (
            Double.random(in: 1e-12...1, using: &generator), Double.random(in: 0...1, using: &generator)
        )
        return (-2 * log(one)).squareRoot() * cos(2 * .pi * other)
    }

    /// So many taps that count, from a time on, in the order of their times.
    mutating func taps(_ count: Int, from begin: Double = 1e9) -> [ClockTime] {
        var times: [Double] = []
        var (beat, counted) = (0, 0)
        while counted < count {
            if !missed.contains(beat) {
                let time = begin + Double(beat) * periodNs + normal() * scatterNs
                times.append(time)
                if doubled.contains(beat) { times.append(time + Double.random(in: 60e6...110e6, using: &generator)) }
                counted += 1
            }
            beat += 1
        }
        return times.sorted().map { ClockTime(nanoseconds: Int64($0)) }
    }
}

@Suite struct TapTempoTests {
    private func fit(_ taps: [ClockTime]) -> TapTempo {
        var tempo = TapTempo()
        for tap in taps { tempo.add(tap) }
        return tempo
    }

    private func ms(_ times: Double...) -> [ClockTime] { times.map { ClockTime(nanoseconds: Int64($0 * 1e6)) } }

    /// What becomes of 200 sessions: the share of them in which the tempo is off by at most `part`, and the mean square of its
    /// error as a multiple of the bound of Cramér and Rao, which no estimate can be better than.
    private func sessions(_ bpm: Double, _ scatterMs: Double, taps: Int, within part: Double, faults: Bool)
        -> (share: Double, loss: Double)
    {
        var (near, squares) = (0.0, 0.0)
        let (count, number) = (200.0, Double(taps))
        for seed in 0..<UInt64(count) {
            var player = TappingPlayer(seed: seed &* 7919 &+ UInt64(bpm), bpm: bpm, scatterMs: scatterMs)
            if faults {
                player.missed = [Int(seed % 11) + 2]
                player.doubled = [Int(seed % 7) + 3]
            }
            let error = (fit(player.taps(taps)).fit?.periodNs ?? 0) / player.periodNs - 1
            if abs(error) <= part { near += 1 }
            squares += error * error
        }
        let bound = scatterMs / 1000 * bpm / 60 * (12 / (number * (number * number - 1))).squareRoot()
        return (near / count, squares / count / (bound * bound))
    }

    // MARK: how near

    @Test(arguments: [50.0, 60])
    func `with a scatter of 10 ms, 4 taps at up to 60 bpm find the tempo within 1 % in 19 of 20 sessions`(bpm: Double) {
        #expect(sessions(bpm, 10, taps: 4, within: 0.01, faults: false).share >= 0.95)
    }

    @Test(arguments: [50.0, 90, 120, 180])
    func `with a scatter of 10 ms, 16 taps, one missed and one doubled, find it within 0.3 % in 19 of 20`(bpm: Double) {
        #expect(sessions(bpm, 10, taps: 16, within: 0.003, faults: true).share >= 0.95)
    }

    @Test(arguments: [(20, 50), (20, 60), (20, 80), (30, 50)] as [(Double, Double)])
    func `with a scatter of 20 ms 16 taps do so up to 80 bpm, with 30 ms up to 50`(scatterMs: Double, bpm: Double) {
        #expect(sessions(bpm, scatterMs, taps: 16, within: 0.003, faults: bpm > 70 ? false : true).share >= 0.95)
    }

    @Test(arguments: [4, 16], [60.0, 120])
    func `no estimate could be a quarter better than this one`(taps: Int, bpm: Double) {
        for scatter in [10.0, 20] {
            #expect(sessions(bpm, scatter, taps: taps, within: 0.01, faults: false).loss < 1.25)
        }
    }

    @Test func `the next tap is expected where a player who goes on puts it`() throws {
        for seed in 0..<100 as Range<UInt64> {
            var player = TappingPlayer(seed: seed, bpm: 100, scatterMs: 10)
            let taps = player.taps(16)
            let next = try #require(fit(taps).next)
            #expect(abs(Double(next.nanoseconds) - 1e9 - 16 * player.periodNs) < 25e6)
        }
    }

    @Test func `the confidence rises with every tap, and says how often the tempo is within 1 %`() throws {
        var tempo = TapTempo()
        var last = 0.0
        for beat in 0..<12 {
            tempo.add(ClockTime(nanoseconds: Int64(beat) * 500_000_000))
            guard let fit = tempo.fit else { continue }
            #expect(fit.confidence > last && fit.confidence <= 1)
            last = fit.confidence
        }
        #expect(tempo.fit?.moreTaps == 0)
        var (near, expected) = (0.0, 0.0)
        for seed in 0..<300 as Range<UInt64> {
            var player = TappingPlayer(seed: seed, bpm: 110, scatterMs: 20)
            let fit = try #require(fit(player.taps(7)).fit)
            if abs(fit.periodNs / player.periodNs - 1) <= 0.01 { near += 1 }
            expected += fit.confidence
        }
        #expect(abs(near - expected) < 30)
    }

    @Test func `as many more taps as it says lead to a confidence of 95 %`() throws {
        var player = TappingPlayer(seed: 5, bpm: 100, scatterMs: 0)
        var taps = player.taps(3)
        let more = try #require(fit(taps).fit).moreTaps
        #expect((3...8).contains(more))
        player = TappingPlayer(seed: 5, bpm: 100, scatterMs: 0)
        taps = player.taps(3 + more)
        #expect(try #require(fit(taps).fit).confidence >= 0.95)
    }

    // MARK: faults of players

    @Test func `one tap has no tempo, two have one`() {
        #expect(fit(ms(0)).fit == nil && fit(ms(0)).next == nil && fit(ms(0)).count == 1)
        let two = fit(ms(0, 500))
        #expect(two.fit?.tempo?.beatsPerMinute == 120)
        #expect(two.next == ClockTime(nanoseconds: 1_000_000_000))
    }

    @Test func `a missed tap is a gap of two beats, wherever it is`() {
        for taps in [ms(0, 1000, 1500, 2000), ms(0, 500, 1500, 2000), ms(0, 500, 1000, 2000)] {
            #expect(fit(taps).fit?.tempo?.beatsPerMinute == 120)
            #expect(fit(taps).fit?.leftOut == 0)
        }
    }

    @Test func `a doubled tap is left out, wherever it is`() {
        for taps in [
            ms(0, 80, 500, 1000, 1500), ms(0, 500, 580, 1000, 1500), ms(0, 500, 1000, 1500, 1580),
            ms(0, 30, 500, 1000, 1500),
        ] {
            let fit = fit(taps)
            #expect(abs((fit.fit?.periodNs ?? 0) / 500e6 - 1) < 0.06)
            #expect(fit.fit?.leftOut == 1 && fit.count == 5 && fit.series == 1)
        }
    }

    @Test func `a pause over 2.5 s begins a new series, and so does a reset`() {
        var tempo = fit(ms(0, 500, 1000, 3500.1))
        #expect(tempo.series == 2 && tempo.count == 1 && tempo.fit == nil)
        tempo.add(ClockTime(nanoseconds: 3_900_000_000))
        #expect(tempo.fit?.periodNs == 399_900_000)
        #expect(fit(ms(0, 500, 3000)).series == 1)
        tempo.reset()
        tempo.add(ClockTime(nanoseconds: 4_200_000_000))
        #expect(tempo.series == 3 && tempo.count == 1)
    }

    @Test(arguments: [(500, 250), (500, 1000), (500, 333), (500, 750), (600, 300), (300, 600)] as [(Double, Double)])
    func `a tempo that is another by more than 40 % begins a new series within four taps`(old: Double, new: Double) {
        for count in 3...12 {
            var tempo = TapTempo()
            for beat in 0..<count { tempo.add(ClockTime(nanoseconds: Int64(Double(beat) * old * 1e6))) }
            let last = Double(count - 1) * old
            for beat in 1...4 { tempo.add(ClockTime(nanoseconds: Int64((last + Double(beat) * new) * 1e6))) }
            #expect(abs((tempo.fit?.periodNs ?? 0) / new / 1e6 - 1) < 0.001, "after \(count) taps")
        }
    }

    @Test func `a small change of the tempo is followed once it is clear`() {
        var tempo = TapTempo()
        var time = 0.0
        for beat in 0..<24 {
            tempo.add(ClockTime(nanoseconds: Int64(time * 1e6)))
            time += beat < 12 ? 500 : 460
        }
        #expect(tempo.series > 1)
        #expect(abs((tempo.fit?.periodNs ?? 0) / 460e6 - 1) < 0.001)
    }

    @Test func `times that go back, and the ends of the clock, change nothing that is known`() {
        var tempo = fit(ms(0, 500, 1000))
        tempo.add(ClockTime(nanoseconds: 700_000_000))
        #expect(tempo.fit?.tempo?.beatsPerMinute == 120 && tempo.fit?.leftOut == 1)
        for time in [ClockTime.earliest, .latest, .earliest, ClockTime(nanoseconds: 0), .latest] { tempo.add(time) }
        #expect(tempo.count == 1 && tempo.fit == nil)
    }

    @Test func `of many taps the last 128 count`() {
        var tempo = TapTempo()
        for beat in 0..<300 { tempo.add(ClockTime(nanoseconds: Int64(beat) * 480_000_000)) }
        #expect(tempo.fit?.tempo?.beatsPerMinute == 125 && tempo.count == 128)
    }
}
