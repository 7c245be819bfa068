// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds
package import MetronomeRhythm

/// The tempo and the phase of a player who taps: a straight line through all taps of a series, by least squares.
///
/// A tap that was missed is a gap of two beats, and one that was doubled or went astray is left out. A pause, or a tempo that
/// is clearly another, begins a new series.
package struct TapTempo: Sendable, Hashable {
    /// A line through taps: beat number k of the series is tapped at `origin` + k · `periodNs`.
    package struct Fit: Sendable, Hashable {
        /// When beat 0 of the line is tapped.
        package var origin: ClockTime
        /// Nanoseconds from beat to beat.
        package var periodNs: Double
        /// How many taps the line goes through.
        package var used: Int
        /// How many taps of the series were left out.
        package var leftOut: Int
        /// The standard deviation of the taps from the line, in nanoseconds. What is usual for a player counts like two taps.
        package var scatterNs: Double
        /// The sum of the squared distances of the taps' beats from the mean beat.
        package var spread: Double

        /// The standard error of the period, as a part of it.
        package var relativeError: Double { scatterNs / spread.squareRoot() / periodNs }

        /// How likely the tempo of the player is within 1 % of this one, 0...1, by the standard error of the slope.
        package var confidence: Double { erf(TapTempo.tolerance / (relativeError * 2.squareRoot())) }

        /// The tempo to a hundredth of a bpm; nil where the period is that of no tempo.
        package var tempo: Tempo? { try? Tempo(Int64(clamping: (6e12 / periodNs).rounded()), over: 100) }

        /// When a beat of the line is tapped.
        package func time(ofBeat beat: Double) -> ClockTime { origin.advanced(bySeconds: beat * periodNs / 1e9) }

        /// The beats of the line at a time.
        package func beats(at time: ClockTime) -> Double { Double(time.nanoseconds(since: origin)) / periodNs }

        /// How many more taps lead to a confidence of 95 %, if they scatter as those before; 0 where it is reached.
        package var moreTaps: Int {
            let wanted = TapTempo.tolerance / 1.96
            if relativeError <= wanted { return 0 }
            return (1...64).first { more in
                let count = Double(used + more)
                return scatterNs / periodNs * (12 / (count * (count * count - 1))).squareRoot() <= wanted
            } ?? 64
        }
    }

    /// A pause that ends a series, in nanoseconds.
    package static let longestGapNs: Int64 = 2_500_000_000
    /// A tap that comes sooner after the one before is the same touch.
    package static let shortestGapNs: Int64 = 50_000_000
    /// How much longer or shorter than the beat, as a part of it, gaps must be to belong to another tempo, if they are alike.
    package static let change = 0.4
    /// How near the tempo is to be.
    static let tolerance = 0.01
    /// How many taps of a series are kept; the oldest are forgotten.
    private static let most = 128
    /// How much players scatter as a rule, in nanoseconds, before their own taps tell.
    private static let usualScatterNs = 20e6

    /// Tells series apart, from 1; 0 before the first tap.
    package private(set) var series = 0
    /// The taps of this series.
    private var taps: [Int64] = []
    /// How many touches were doubled, and left out at once.
    private var doubled = 0
    /// The line through them; nil before there are two.
    package private(set) var fit: Fit?

    /// No taps.
    package init() {}

    /// How many taps the series has, those included that were left out.
    package var count: Int { taps.count + doubled }

    /// Ends the series: the next tap begins another.
    package mutating func reset() { taps = [] }

    /// Takes a tap in.
    package mutating func add(_ time: ClockTime) {
        let now = time.nanoseconds
        let gap = taps.last.map { time.nanoseconds(since: ClockTime(nanoseconds: $0)) }
        guard let gap, (-Self.longestGapNs...Self.longestGapNs).contains(gap) else { return begin([now]) }
        // Also what comes before the last tap, by another client.
        guard gap >= Self.shortestGapNs else {
            doubled += 1
            fit?.leftOut += 1
            return
        }
        taps.append(now)
        if taps.count > Self.most { taps.removeFirst() }
        if let fresh = Self.changed(taps) { return begin(fresh) }
        fit = Self.line(through: taps)
        fit?.leftOut += doubled
    }

    /// When the next tap is expected; nil before there is a line.
    package var next: ClockTime? {
        guard let fit, let last = taps.last else { return nil }
        return fit.time(ofBeat: fit.beats(at: ClockTime(nanoseconds: last)).rounded() + 1)
    }

    private mutating func begin(_ first: [Int64]) {
        series += 1
        taps = first
        doubled = 0
        fit = Self.line(through: taps)
    }

    // MARK: another tempo

    /// The last taps, where they are of another tempo than those before.
    private static func changed(_ taps: [Int64]) -> [Int64]? {
        let gaps = zip(taps.dropFirst(), taps).map { Double($0 - $1) }
        // Two long gaps that are alike, or three short ones: a touch that is doubled makes two.
        for count in [2, 3] where taps.count >= count + 3 {
            let last = gaps.suffix(count)
            guard let old = line(through: Array(taps.dropLast(count))), old.used > 2,
                let longest = last.max(), let shortest = last.min(), longest < 1.2 * shortest
            else { continue }
            if shortest > (1 + change) * old.periodNs || count == 3 && longest * (1 + change) < old.periodNs {
                return taps.suffix(count + 1)
            }
        }
        for count in [4, 8] where taps.count >= count + 4 {
            // The tap between belongs to both.
            guard let old = line(through: Array(taps.dropLast(count - 1))),
                let new = line(through: Array(taps.suffix(count))), new.leftOut == 0
            else { continue }
            // Where the change lies between the last taps, these are on no line.
            guard new.scatterNs < 1.5 * max(old.scatterNs, usualScatterNs) else { continue }
            let scatter = max(old.scatterNs, new.scatterNs, usualScatterNs)
            let error = hypot(scatter / old.spread.squareRoot(), scatter / new.spread.squareRoot())
            if abs(new.periodNs - old.periodNs) > 4.5 * error { return taps.suffix(count) }
        }
        return nil
    }

    // MARK: the line

    /// Which beat of the series each tap is; nil for taps that are left out.
    private struct Numbering {
        var beats: [Double?]
        /// The lower, the simpler: a beat that was missed costs 1, a tap that is left out 2.
        var cost: Int
    }

    /// The best line through some taps; nil for fewer than two.
    private static func line(through taps: [Int64]) -> Fit? {
        guard let first = taps.first, taps.count > 1 else { return nil }
        let times = taps.map { Double($0 - first) }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        // Any of the last gaps may be one beat; of two that explain the taps as simply, the longer.
        let numberings = gaps.suffix(8).sorted(by: >).map { number(times, byPeriod: $0) }
        guard
            let best = numberings.enumerated().min(by: { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) })
        else { return nil }
        var points = zip(best.element.beats, times).compactMap { beat, time in beat.map { ($0, time) } }
        var line = StraightLine(points)
        guard line.isLine else { return nil }
        if points.count > 4 {
            let distances = points.map { abs($0.1 - line.time(ofBeat: $0.0)) }
            // 1.4826 times the median is the standard deviation of a normal distribution.
            let reach = max(60e6, 3.5 * 1.4826 * distances.median)
            points = zip(points, distances).filter { $0.1 <= reach }.map(\.0)
            let nearer = StraightLine(points)
            if nearer.isLine { line = nearer }
        }
        let squares = points.reduce(0) { sum, point in
            let distance = point.1 - line.time(ofBeat: point.0)
            return sum + distance * distance
        }
        let scatter = ((squares + 2 * usualScatterNs * usualScatterNs) / Double(points.count)).squareRoot()
        return Fit(
            origin: ClockTime(nanoseconds: first).advanced(bySeconds: line.origin / 1e9), periodNs: line.period,
            used: points.count, leftOut: taps.count - points.count, scatterNs: scatter,
            spread: line.spread)
    }

    /// Counts beats along the taps: each gap is a whole number of periods, refined as taps are taken in.
    private static func number(_ times: [Double], byPeriod first: Double) -> Numbering {
        var numbering = Numbering(beats: [0], cost: 0)
        var (last, period) = ((0.0, times[0]), first)
        var line = StraightLine([last])
        for time in times.dropFirst() {
            let gap = (time - last.1) / period
            let beats = gap.rounded()
            guard beats >= 1, abs(gap - beats) <= change else {
                numbering.beats.append(nil)
                numbering.cost += 2
                continue
            }
            numbering.beats.append(last.0 + beats)
            numbering.cost += Int(clamping: min(beats, 1000)) - 1
            last = (last.0 + beats, time)
            line.add(last)
            // From the third on a beat is expected by the line, which scatters less than the tap before.
            guard line.count > 2, line.isLine else { continue }
            last.1 = line.time(ofBeat: last.0)
            period = line.period
        }
        return numbering
    }
}
