// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds

/// Finds tempo and beats of a player by his strokes.
///
/// Two strokes propose beats: as far apart as the strokes, or a simple ratio of their distance, with one stroke on a beat. Of all
/// proposals the likeliest one is taken (``PlayedBeats``), and kept until another one is likelier by far. Its line runs through the strokes
/// of the last seconds. Where a rhythm can be felt at half or at twice its tempo, the tempo nearer to the expected one is likelier.
///
/// A pure value. Times are CLOCK_MONOTONIC in nanoseconds.
package struct BeatTracker: Sendable {
    /// Beats as a straight line.
    package struct Line: Sendable, Hashable {
        /// The beat that is nearest to the last stroke; 0 is that of the first one.
        package var beat: Int64
        /// When it is.
        package var ns: Int64
        /// Beats per minute.
        package var bpm: Double
    }

    /// The tempi that can be found, in beats per minute.
    package static let tempi = 40.0...240.0

    /// How far back strokes are weighed, in seconds; how many of them at most, and how many propose beats.
    private static let (memory, most, late) = (9.0, 160, 20)
    /// The time constant of the line, in seconds: 5 % in a minute are followed.
    private static let lineMemory = 6.5
    private static let ratios: [Double] = [1, 2, 3, 4, 1.0 / 2, 1.0 / 3, 1.0 / 4, 3.0 / 2, 2.0 / 3, 4.0 / 3, 3.0 / 4]
    /// Of beats that count as found: the least part of the beats with a stroke, the least part of the strokes with a place, and the largest
    /// spread of the strokes, in seconds.
    private static let (leastFilled, leastPlaced, mostSpread) = (0.4, 0.8, 0.025)
    /// How much likelier than strokes at random they must be, as a logarithm.
    private static let leastLikelihood = 5.0
    /// By how much other beats must be likelier than those that were found, as a logarithm.
    private static let margin = 12.0

    /// The expected tempo, in beats per minute.
    package var expected: Double { didSet { expected = Self.nearest(expected) } }
    private let beatsInBar: Int
    /// How many beats are listened to before any are found.
    private let enough: Double
    private var strokes: [PlayedStroke] = []
    private var firstNs: Int64?
    private var beats: PlayedBeats?
    /// Which beat, counted from the origin of `beats`, is beat 0 of the line.
    private var zero = 0.0

    /// A player who has not played yet, the expected tempo in beats per minute, and the beats in a bar: two bars are listened to,
    /// and at least eight beats.
    package init(expecting bpm: Double, beatsInBar: Int) {
        expected = Self.nearest(bpm)
        self.beatsInBar = min(max(beatsInBar, 1), 16)
        enough = Double(max(2 * self.beatsInBar, 8)) - 0.6
    }

    private static func nearest(_ bpm: Double) -> Double {
        bpm.isFinite ? min(max(bpm, tempi.lowerBound), tempi.upperBound) : 120
    }

    /// Whether half as much again was heard, at the expected tempo: time enough to find beats.
    package var hasHeardEnough: Bool { length >= 1.5 * enough * 60 / expected }

    private var length: Double { (strokes.last?.seconds ?? 0) - (strokes.first?.seconds ?? 0) }

    /// Takes a stroke and its peak, 1 at full scale.
    package mutating func take(strokeAtNs ns: Int64, strength: Double) {
        let firstNs = firstNs ?? ns
        self.firstNs = firstNs
        let seconds = Double(ns &- firstNs) * 1e-9
        guard seconds > strokes.last?.seconds ?? -1 else { return }
        strokes.append(PlayedStroke(seconds: seconds, loudness: log(max(strength, 1e-4))))
        strokes.removeAll { $0.seconds < seconds - Self.memory }
        strokes.removeFirst(max(0, strokes.count - Self.most))
    }

    /// Where the beats are now; nil as long as that is not sure.
    package mutating func line() -> Line? {
        guard let firstNs, let last = strokes.last?.seconds, let found = found(), isSure(found) else { return nil }
        if let beats, abs(log(beats.period / found.period)) < 0.1 {
            // Counted on.
            let number = beats.beat(nearest: last) - zero
            zero = found.beat(nearest: beats.origin + (number + zero) * beats.period) - number
        } else {
            zero = found.beat(nearest: strokes[0].seconds)
        }
        beats = found
        let line = found.fitted(to: strokes, memory: Self.lineMemory) ?? found
        let beat = line.beat(nearest: last)
        guard let ns = Int64(exactly: ((line.origin + beat * line.period) * 1e9).rounded()),
            let number = Int64(exactly: beat - zero), Self.tempi.contains(line.bpm)
        else { return nil }
        return Line(beat: number, ns: firstNs &+ ns, bpm: line.bpm)
    }

    private func isSure(_ found: PlayedBeats) -> Bool {
        // Beats of half the tempo are heard out, too.
        let isLong = beats != nil || length >= enough * max(found.period, 60 / expected)
        return isLong && found.likelihood >= Self.leastLikelihood && found.filled >= Self.leastFilled
            && found.placed >= Self.leastPlaced && found.spread <= Self.mostSpread
    }

    /// The likeliest beats.
    private func found() -> PlayedBeats? {
        var best: PlayedBeats?
        for proposal in proposals() {
            guard let weighed = weighed(proposal) else { continue }
            if weighed.likelihood > best?.likelihood ?? -.infinity { best = weighed }
        }
        guard let best, let beats, let kept = weighed(beats) else { return best }
        return kept.likelihood + Self.margin >= best.likelihood ? kept : best
    }

    private func weighed(_ beats: PlayedBeats) -> PlayedBeats? {
        guard let near = beats.fitted(to: strokes), let fitted = near.fitted(to: strokes),
            Self.tempi.contains(fitted.bpm)
        else { return nil }
        // The first stroke of all is weighed as long as it is remembered.
        let begins = strokes.first.flatMap { $0.seconds == 0 ? 0.0 : nil }
        return fitted.weighed(by: strokes, inBarsOf: beatsInBar, begins: begins, expecting: expected)
    }

    private func proposals() -> [PlayedBeats] {
        let late = strokes.suffix(Self.late)
        // Proposals that are alike to 2 % and a 24th of a beat: fitting leads them to one another.
        var seen: Set<[Int]> = []
        var proposals: [PlayedBeats] = []
        for index in late.indices {
            for other in late[late.startIndex..<index].suffix(6) {
                for ratio in Self.ratios {
                    let period = (late[index].seconds - other.seconds) * ratio
                    guard Self.tempi.contains(60 / period) else { continue }
                    let phase = (late[index].seconds / period).truncatingRemainder(dividingBy: 1)
                    let key = [Int(clamping: (log(period) * 50).rounded()), Int(clamping: phase * 24)]
                    guard seen.insert(key).inserted else { continue }
                    for parts in [3, 4] {
                        proposals.append(PlayedBeats(period: period, origin: late[index].seconds, parts: parts))
                    }
                }
            }
        }
        return proposals
    }
}
