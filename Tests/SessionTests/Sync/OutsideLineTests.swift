// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct OutsideLineTests {
    private let now = ClockTime.seconds(1000)

    @Test func `a line of nonsense is refused, and says what of it is wrong`() {
        func fault(_ beat: Double = 0, _ seconds: Double = 1000, _ bpm: Double = 120, _ quantum: Int = 4)
            -> OutsideLine.Fault?
        {
            do throws(OutsideLine.Fault) {
                _ = try OutsideLine(beat: beat, at: .seconds(seconds), bpm: bpm, quantum: quantum, cameAt: now)
                return nil
            } catch { return error }
        }
        #expect(fault() == nil)
        for beat in [.nan, .infinity, -.infinity, 1e10, -1e300] as [Double] { #expect(fault(beat) == .beat) }
        for bpm in [.nan, .infinity, 0, -120, 0.5, 1001] as [Double] { #expect(fault(0, 1000, bpm) == .bpm) }
        for quantum in [0, -4, 65, .max] { #expect(fault(0, 1000, 120, quantum) == .quantum) }
        for seconds in [990, 1010, 0, 9e9] as [Double] { #expect(fault(0, seconds) == .time(seconds - 1000)) }
        #expect(throws: OutsideLine.Fault.self) {
            try OutsideLine(beat: 0, at: .earliest, bpm: 120, cameAt: now)
        }
    }

    @Test func `whatever an owner says, the estimate stays a line`() throws {
        var random = SeededGenerator(seed: 1)
        var estimate: LineEstimate?
        for step in 0..<20_000 {
            let now = ClockTime.seconds(1000 + Double(step) * 0.01)
            guard
                let line = try? OutsideLine(
                    beat: .random(in: -2e9...2e9, using: &random) * (Bool.random(using: &random) ? 1 : 1e-8),
                    at: now.advanced(bySeconds: .random(in: -3...3, using: &random)),
                    bpm: .random(in: 0.1...1100, using: &random), cameAt: now)
            else { continue }
            if estimate == nil { estimate = LineEstimate(line) } else { estimate?.take(line) }
            let period = try #require(estimate).period
            #expect((0.05...61).contains(period))
            #expect(estimate?.beat(at: now).isFinite == true)
        }
    }

    @Test func `lines without jitter are taken as they are, and a skew that they show is found`() throws {
        for skew in [-300.0, 0, 300] {
            let rate = 2 * (1 + skew / 1e6)
            func line(_ seconds: Double) throws -> OutsideLine {
                try OutsideLine(
                    beat: (seconds - 1000) * rate, at: .seconds(seconds), bpm: 120, cameAt: .seconds(seconds))
            }
            var estimate = LineEstimate(try line(1000))
            for step in 1...40 { estimate.take(try line(1000 + Double(step) / 2)) }
            #expect(abs(estimate.beat(at: .seconds(1021)) - 21 * rate) / rate < 2e-5, "\(skew)")
            #expect(abs(estimate.bpm / (60 * rate) - 1) < 2e-5)
        }
    }

    /// An estimate of forty lines, half a second apart and without jitter, and of further lines, each off by a number of seconds.
    private func estimate(thenOff off: [Double]) throws -> (LineEstimate, now: ClockTime) {
        func line(_ step: Int, _ off: Double) throws -> OutsideLine {
            let seconds = 1000 + Double(step) / 2
            return try OutsideLine(
                beat: (seconds - 1000 - off) * 2, at: .seconds(seconds), bpm: 120, cameAt: .seconds(seconds))
        }
        var estimate = LineEstimate(try line(0, 0))
        for step in 1..<40 { estimate.take(try line(step, 0)) }
        for (index, off) in off.enumerated() { estimate.take(try line(40 + index, off)) }
        return (estimate, .seconds(1000 + Double(39 + off.count) / 2))
    }

    /// How many seconds later than the exact line it is.
    private func late(_ estimate: LineEstimate, at now: ClockTime) -> Double {
        now.seconds(since: .seconds(1000)) - estimate.beat(at: now) / 2
    }

    @Test func `one line that strays, or two, or some on either side by turns, do not bend an exact line`() throws {
        for strays in [[0.006], [-0.006, -0.006], [0.004, -0.004]] {
            let (estimate, now) = try estimate(thenOff: strays + [0, 0])
            #expect(abs(late(estimate, at: now)) < 5e-4, "\(strays)")
            #expect(abs(estimate.bpm / 120 - 1) < 1e-3)
        }
    }

    @Test(arguments: [0.006, -0.006, 0.001, 0.0099])
    func `an owner whose clock has lost time is found where it is with the third line, at its tempo`(lost: Double)
        throws
    {
        let (estimate, now) = try estimate(thenOff: [lost, lost + 2e-5, lost])
        #expect(abs(late(estimate, at: now) - lost) < 3e-5)
        #expect(abs(estimate.bpm / 120 - 1) < 1e-4)
    }

    @Test func `a clock that loses time more than once is not taken for a slow one`() throws {
        let (estimate, now) = try estimate(thenOff: [0.003, 0.006, 0.006, 0.006])
        #expect(abs(late(estimate, at: now) - 0.006) < 5e-4)
        #expect(abs(estimate.bpm / 120 - 1) < 1e-4)
    }

    @Test func `an owner that becomes faster than it states is followed`() throws {
        let (estimate, now) = try estimate(thenOff: (1...12).map { -Double($0) * 0.001 })
        #expect(abs(late(estimate, at: now) + 0.012) < 5e-4)
        #expect(abs(estimate.bpm / 120 - 1.002) < 3e-4)
    }
}
