// SPDX-License-Identifier: Apache-2.0

import Foundation
import SeededRandom
import Testing

@testable import Bridges

@Suite struct BeatTrackerTests {
    /// What is played: strokes of a bar as beats and peaks, and the beats of the bar.
    enum Rhythm: String, CaseIterable {
        case quarters, eighths, rock, ride, funk, clave, waltz, jig

        var beats: Int { self == .waltz ? 3 : self == .jig ? 2 : 4 }

        var strokes: [(place: Double, peak: Double)] {
            switch self {
            case .quarters: [(0, 0.5), (1, 0.5), (2, 0.5), (3, 0.5)]
            case .eighths:
                [(0, 0.5), (0.5, 0.3), (1, 0.45), (1.5, 0.3), (2, 0.5), (2.5, 0.3), (3, 0.45), (3.5, 0.3)]
            case .rock: [(0, 0.8), (0.5, 0.25), (1, 0.7), (1.5, 0.25), (2, 0.8), (2.5, 0.7), (3, 0.7), (3.5, 0.25)]
            case .ride: [(0, 0.5), (1, 0.6), (5.0 / 3, 0.35), (2, 0.5), (3, 0.6), (11.0 / 3, 0.35)]
            case .funk:
                [
                    (0, 0.8), (0.5, 0.3), (0.75, 0.25), (1, 0.8), (1.5, 0.3), (1.75, 0.6), (2, 0.3), (2.5, 0.7),
                    (2.75, 0.2),
                    (3, 0.8), (3.5, 0.3),
                ]
            case .clave: [(0, 0.6), (0.75, 0.6), (1.5, 0.6), (2.5, 0.6), (3, 0.6)]
            case .waltz: [(0, 0.8), (1, 0.4), (2, 0.4)]
            case .jig: [(0, 0.7), (1.0 / 3, 0.3), (2.0 / 3, 0.3), (1, 0.6), (4.0 / 3, 0.3), (5.0 / 3, 0.3)]
            }
        }
    }

    /// A player: when a beat of his is, in seconds, as his tempo drifts.
    struct Player {
        let bpm: Double
        /// By which part of the tempo, per second.
        let drift: Double

        func seconds(ofBeat beat: Double) -> Double {
            let perSecond = bpm / 60
            return drift == 0 ? beat / perSecond : ((1 + 2 * drift * beat / perSecond).squareRoot() - 1) / drift
        }

        func beat(at seconds: Double) -> Double { bpm / 60 * (seconds + drift * seconds * seconds / 2) }

        func tempo(at seconds: Double) -> Double { bpm * (1 + drift * seconds) }
    }

    /// What was found: how far the beats ahead are off, in milliseconds; how many tempi were wrong; and after how many bars.
    struct Found {
        var offMs: [Double] = []
        var wrong = 0
        var bars: Double?
    }

    private func found(_ rhythm: Rhythm, by player: Player, expecting bpm: Double, seconds: Double = 14, seed: UInt64)
        -> Found
    {
        var random = SeededGenerator(seed: seed)
        func scatter() -> Double {
            (0..<12).reduce(0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } - 6
        }
        var tracker = BeatTracker(expecting: bpm, beatsInBar: rhythm.beats)
        let begin: Int64 = 5_000_000_000_000
        var (found, looked, bar) = (Found(), -1.0, 0.0)
        while player.seconds(ofBeat: bar * Double(rhythm.beats)) < seconds {
            for stroke in rhythm.strokes {
                let at = player.seconds(ofBeat: bar * Double(rhythm.beats) + stroke.place) + 0.010 * scatter()
                tracker.take(strokeAtNs: begin + Int64(at * 1e9), strength: stroke.peak * exp(0.2 * scatter()))
                guard at - looked >= 1.2 else { continue }
                looked = at
                guard let line = tracker.line() else { continue }
                found.bars = found.bars ?? bar + stroke.place / Double(rhythm.beats)
                guard abs(line.bpm / player.tempo(at: at) - 1) < 0.06 else {
                    found.wrong += 1
                    continue
                }
                let next = Double(line.ns - begin) * 1e-9 + 60 / line.bpm
                let nearest = player.seconds(ofBeat: player.beat(at: next).rounded())
                found.offMs.append((next - nearest) * 1e3)
            }
            bar += 1
        }
        return found
    }

    @Test(arguments: Rhythm.allCases)
    func `after some bars the next beat of a player is known, at any tempo, as his tempo drifts`(rhythm: Rhythm) {
        var (off, wrong): ([Double], Int) = ([], 0)
        for (index, bpm) in [60.0, 110, 180].enumerated() {
            let player = Player(bpm: bpm, drift: [0.05, -0.05, 0][index % 3] / 60)
            let expected = bpm * [1, 0.88, 1.12, 0.95][index % 4]
            let found = found(rhythm, by: player, expecting: expected, seed: UInt64(index) + 1)
            #expect((found.bars ?? 99) * Double(rhythm.beats) <= Double(max(3 * rhythm.beats, 10)), "\(bpm)")
            off += found.offMs.map(abs)
            wrong += found.wrong
        }
        off.sort()
        #expect(wrong == 0)
        #expect(off.count > 10 && off[off.count * 9 / 10] < 20, "\(off.suffix(3)) ms")
    }

    @Test func `it counts on while the tempo drifts, and the first stroke begins a bar`() throws {
        let player = Player(bpm: 100, drift: 0.05 / 60)
        var tracker = BeatTracker(expecting: 100, beatsInBar: 4)
        for beat in 0..<30 {
            let ns = Int64(player.seconds(ofBeat: Double(beat)) * 1e9)
            tracker.take(strokeAtNs: ns, strength: 0.5)
            let line = tracker.line()
            if beat > 8 { #expect(line?.beat == Int64(beat)) }
        }
    }

    @Test func `strokes without a beat lead nobody`() {
        var random = SeededGenerator(seed: 7)
        var tracker = BeatTracker(expecting: 100, beatsInBar: 4)
        var (ns, lines): (Int64, Int) = (0, 0)
        for _ in 0..<50 {
            ns += Int64.random(in: 100_000_000...1_500_000_000, using: &random)
            tracker.take(strokeAtNs: ns, strength: 0.5)
            if tracker.line() != nil { lines += 1 }
        }
        #expect(tracker.hasHeardEnough)
        #expect(lines == 0)
    }

    @Test func `the expected tempo says which of two tempi is meant`() {
        for (expected, told) in [(70.0, 70.0), (140.0, 140.0)] {
            var tracker = BeatTracker(expecting: expected, beatsInBar: 4)
            for stroke in 0..<30 { tracker.take(strokeAtNs: Int64(stroke) * 428_571_429, strength: 0.5) }
            #expect(abs((tracker.line()?.bpm ?? 0) - told) < 0.01)
        }
    }

    @Test func `numbers of any size are taken, and make no line`() {
        var tracker = BeatTracker(expecting: .nan, beatsInBar: -5)
        for ns in [Int64.max, .min, 0, 1, -1, .max - 1] { tracker.take(strokeAtNs: ns, strength: .nan) }
        for stroke in 1..<500 { tracker.take(strokeAtNs: Int64(stroke), strength: -1) }
        #expect(tracker.line() == nil)
    }
}
