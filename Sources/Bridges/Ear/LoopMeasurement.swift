// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds
internal import MetronomeControl

/// How late clicks are heard at a microphone, by when they were told and what was heard.
///
/// A pure value. Times are CLOCK_MONOTONIC in nanoseconds.
package struct LoopMeasurement: Sendable {
    /// Something that was heard.
    package struct Onset: Sendable, Hashable {
        /// When.
        package var ns: Int64
        /// Its peak, 1 at full scale.
        package var strength: Double
    }

    /// How late the clicks are.
    package struct Result: Sendable, Hashable {
        /// By how many milliseconds they are later than told.
        package var lateMs: Double
        /// The standard deviation of the lateness.
        package var scatterMs: Double
        /// How many of them were heard.
        package var heard: Int
        /// How many there were.
        package var clicks: Int
    }

    /// Why it cannot be told.
    package enum Refusal: Error, Sendable, Hashable {
        case notHeard(heard: Int, clicks: Int)
        case disturbed(others: Int)
        case ambiguous
        case scattered(ms: Double)
        case drifting(msPerS: Double)
        case fading(isLouder: Bool)

        /// Whether another result may come a little later.
        package var maySettle: Bool {
            switch self {
            case .scattered, .drifting: true
            case .notHeard, .disturbed, .ambiguous, .fading: false
            }
        }
    }

    /// How many clicks make a measurement.
    package static let enough = 8
    /// How late, and how early, a click may be, in nanoseconds.
    package static let reach: ClosedRange<Int64> = -100_000_000...2_000_000_000

    /// How far from each other those may lie that belong together, in nanoseconds.
    private static let nearness: Int64 = 4_000_000
    private static let knownAfterNs: Int64 = 400_000_000
    private static let leastLead = 2
    private static let mostScatterMs = 0.6
    private static let mostDriftMs = 0.3
    private static let leastPart = 0.1
    private static let mostFadeDB = 6.0

    /// When clicks were told to be heard, the first of them after silence, in their order.
    package var clicks: [HeardClick] = []
    /// What was heard since then, in order.
    package var onsets: [Onset] = []

    package init() {}

    /// How late the clicks are, by all that is known at a time.
    package func result(atNs now: Int64) throws(Refusal) -> Result {
        let onsets = loudOnsets
        guard onsets.count <= 4 * max(Self.enough, clicks.count) else {
            throw .disturbed(others: onsets.count - clicks.count)
        }
        guard let (late, isSure) = lateness(of: onsets, atNs: now) else {
            throw .notHeard(heard: 0, clicks: clicks.count)
        }
        // What is heard now is known a little later.
        let clicks = clicks.filter { $0.ns + late + Self.knownAfterNs <= now }
        var (pairs, left): ([(click: HeardClick, onset: Onset)], [Onset]) = ([], onsets)
        for click in clicks {
            func distance(_ onset: Onset) -> Int64 { abs(onset.ns - click.ns - late) }
            guard let nearest = left.indices.min(by: { distance(left[$0]) < distance(left[$1]) }),
                distance(left[nearest]) < Self.nearness
            else { continue }
            pairs.append((click, left.remove(at: nearest)))
        }
        guard pairs.count >= Self.enough, pairs.count * 4 >= clicks.count * 3 else {
            throw .notHeard(heard: pairs.count, clicks: clicks.count)
        }
        guard left.count * 4 < pairs.count else { throw .disturbed(others: left.count) }
        guard isSure else { throw .ambiguous }
        try checkLevels(pairs)
        // Devices have settled by the last of them.
        let last = pairs.suffix(Self.enough)
        let times = last.map { Double($0.click.ns - clicks[0].ns) / 1e9 }
        let delays = last.map { Double($0.onset.ns - $0.click.ns) / 1e6 }
        let (mean, scatter, slope) = Self.line(through: Array(zip(times, delays)))
        guard scatter <= Self.mostScatterMs else { throw .scattered(ms: scatter) }
        let length = (times.last ?? 0) - (times.first ?? 0)
        // The standard error of the drift: what scatter explains is no drift.
        let chance = scatter * (12 / Double(times.count)).squareRoot()
        guard abs(slope * length) < Self.mostDriftMs + chance else { throw .drifting(msPerS: slope) }
        return Result(lateMs: mean, scatterMs: scatter, heard: pairs.count, clicks: clicks.count)
    }

    /// What is not much softer than the loudest: the rest disturbs nobody.
    private var loudOnsets: [Onset] {
        let levels = onsets.map(\.strength).sorted(by: >)
        guard let loud = levels.prefix(Self.enough).last else { return [] }
        return onsets.filter { $0.strength >= Self.leastPart * loud }
    }

    /// The lateness that explains most clicks and onsets, and whether it does so by far. Nil where nothing was heard.
    ///
    /// Of an even series, one that is shifted leaves out the first, and has one too many before it. So where the first clicks were lost on
    /// their way, the shifted one is as good, or better.
    private func lateness(of onsets: [Onset], atNs now: Int64) -> (late: Int64, isSure: Bool)? {
        var all: [(score: Int, late: Int64)] = []
        for onset in onsets {
            for click in clicks {
                let late = onset.ns - click.ns
                guard Self.reach.contains(late) else { continue }
                func isNear(_ onset: Onset, _ click: HeardClick) -> Bool {
                    abs(onset.ns - click.ns - late) < Self.nearness
                }
                let heard = Set(clicks.indices.filter { index in onsets.contains { isNear($0, clicks[index]) } })
                let others = onsets.count { onset in !clicks.contains { isNear(onset, $0) } }
                let missed = clicks.indices.count { index in
                    clicks[index].ns + late + Self.knownAfterNs <= now && !heard.contains(index)
                }
                all.append((heard.count - others - missed, late))
            }
        }
        let best = all.max { ($0.score, -abs($0.late)) < ($1.score, -abs($1.late)) }
        guard let best else { return nil }
        let rival = all.filter { abs($0.late - best.late) > 2 * Self.nearness }.map(\.score).max()
        return (best.late, best.score - (rival ?? 0) >= Self.leastLead)
    }

    /// Gain control and echo cancellation make the same sound softer from click to click, or louder.
    private func checkLevels(_ pairs: [(click: HeardClick, onset: Onset)]) throws(Refusal) {
        for sound in Set(pairs.map(\.click.sound)) {
            let levels = pairs.filter { $0.click.sound == sound }.map { max($0.onset.strength, 1e-6) }
            guard levels.count >= 4 else { continue }
            let half = levels.count / 2
            let ratio = Array(levels.suffix(half)).median / Array(levels.prefix(half)).median
            guard abs(20 * log10(ratio)) < Self.mostFadeDB else { throw .fading(isLouder: ratio > 1) }
        }
    }

    /// The mean of the second values, how they scatter around a line, and its slope.
    private static func line(through points: [(Double, Double)]) -> (mean: Double, scatter: Double, slope: Double) {
        let count = Double(max(1, points.count))
        let x = points.reduce(0) { $0 + $1.0 } / count
        let y = points.reduce(0) { $0 + $1.1 } / count
        let squares = points.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
        let slope = squares > 0 ? points.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / squares : 0
        let rests = points.reduce(0) { sum, point in
            let rest = point.1 - y - slope * (point.0 - x)
            return sum + rest * rest
        }
        return (y, (rests / max(1, count - 2)).squareRoot(), slope)
    }
}

extension LoopMeasurement.Refusal: CustomStringConvertible {
    /// What was seen, and what to do.
    package var description: String {
        func text(_ value: Double) -> String { JSONValue((value * 10).rounded() / 10).text }
        return switch self {
        case .notHeard(let heard, let clicks):
            "only \(heard) of \(clicks) clicks were heard: turn the volume or the microphone up, bring it nearer to the speaker, "
                + "and turn echo cancellation off"
        case .disturbed(let others):
            "\(others) other sounds were heard between the clicks: it must be quiet, and only this metronome may play"
        case .ambiguous:
            "the first clicks were lost on their way, so which is which is not sure: try again, or choose a larger latency with metroctl "
                + "latency safe"
        case .scattered(let ms):
            "the clicks are heard with a scatter of \(text(ms)) ms, and \(text(LoopMeasurement.mostScatterMs)) is the most: bring the "
                + "microphone nearer to the speaker, or choose a larger latency with metroctl latency safe"
        case .drifting(let slope):
            "the delay changes by \(text(slope)) ms in a second: the device or its driver has not settled; try again"
        case .fading(let isLouder):
            "the clicks became \(isLouder ? "louder" : "softer") by more than \(text(LoopMeasurement.mostFadeDB)) dB: turn gain control and "
                + "echo cancellation of the microphone off"
        }
    }
}
