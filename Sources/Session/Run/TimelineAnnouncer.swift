// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// What clients were told of the timeline, and when they are told again.
///
/// They compute the beats to come from it. So it is told again when tempo, meter or bell change, and before the measured
/// clock of the device leaves the line that was told by ``limitNs``.
package struct TimelineAnnouncer: Sendable, Equatable {
    /// The clock by which clients are told when frames are heard.
    private struct Line: Equatable {
        var clock: HeardClock
        /// When the measured clock was on the line.
        var begin: ClockTime

        /// How far it is off the measured clock at a time, in nanoseconds.
        func deviation(from measured: HeardClock, at now: ClockTime) -> Int64 {
            let distance = clock.time(ofFrame: measured.frame(at: now)).nanoseconds(since: now)
            return distance == .min ? .max : abs(distance)
        }
    }

    /// What was told last.
    private struct Told: Equatable {
        var run: UInt64?
        var segments: [TimelineSegment]
        var rules: [BarRules.Rule]
        var lanes: [LaneRule]
        var endBeat: Int64?
        var line: Line
    }

    /// How far a beat that a client computes may be off the measured clock, in nanoseconds.
    package static let limitNs: Int64 = 100_000
    /// The deviation past which the timeline is told again, in nanoseconds.
    private static let toleranceNs: Int64 = 50_000
    /// The error of the rate past which the timeline is told again, in nanoseconds a second: after ten minutes it makes 0.5 ms.
    private static let rateTolerance = 800.0
    /// How long the clock must have been observed for its mean rate to be better than the momentary one, in seconds.
    private static let baseline = 10.0
    /// By how much the measured rate may change until the clock is looked at again, in nanoseconds a second: while a line is
    /// new, for the clock of a device may have only just been found; and later.
    private static let (newBend, bend) = (200_000.0, 20_000.0)
    /// Between two looks at the clock, in seconds.
    private static let looks = 0.05...1.0

    private var told: Told?

    /// No timeline has been announced.
    package init() {}

    /// Looks at a run that plays; nil for none. Returns whether clients are to be told again what `timeline` says then, or
    /// that nothing plays.
    package mutating func look(at run: HeardRun?, at now: ClockTime) -> Bool {
        guard var run else {
            defer { told = nil }
            return told != nil
        }
        let former = told.flatMap { $0.run == run.record.run ? $0 : nil }
        let turned: Line? =
            if let former { turn(former.line, to: run.clock, at: now) } else { Line(clock: run.clock, begin: now) }
        let line = turned ?? former?.line ?? Line(clock: run.clock, begin: now)
        run.clock = line.clock
        let segments = run.segments(at: now)
        let beat = max(0, run.beat(at: now))
        let rules = run.record.rules.rules(fromBeat: beat)
        let lanes = run.lanes(at: now)
        let isKnown =
            former.map {
                $0.segments.ends(with: segments) && $0.rules.ends(with: rules) && $0.lanes.ends(with: lanes)
                    && $0.lanes.isEmpty == lanes.isEmpty && $0.endBeat == run.record.endBeat
            } ?? false
        guard turned != nil || !isKnown else { return false }
        told = Told(
            run: run.record.run, segments: segments, rules: rules, lanes: lanes, endBeat: run.record.endBeat, line: line
        )
        return true
    }

    /// The timeline of a run from a time on, by the line that was told, if that still holds.
    package func timeline(of run: HeardRun, at now: ClockTime) -> HeardTimeline {
        var run = run
        if let told, told.run == run.record.run, told.line.deviation(from: run.clock, at: now) <= Self.toleranceNs {
            run.clock = told.line.clock
        }
        return HeardTimeline(run, at: now)
    }

    /// When to look again, though nothing else happens; nil while nothing is told.
    package func nextLook(at run: HeardRun, after now: ClockTime) -> ClockTime? {
        guard let told else { return nil }
        let slope = abs(told.line.clock.framesPerSecond / run.clock.framesPerSecond - 1) * 1e9
        let bend = now.seconds(since: told.line.begin) < Self.baseline ? Self.newBend : Self.bend
        let left = Double(Self.limitNs) - Double(told.line.deviation(from: run.clock, at: now))
        return now.advanced(bySeconds: min(max(left / (slope + bend), Self.looks.lowerBound), Self.looks.upperBound))
    }

    /// The line that takes the place of one that is no longer good enough; nil where it is.
    private func turn(_ line: Line, to measured: HeardClock, at now: ClockTime) -> Line? {
        let seconds = now.seconds(since: line.begin)
        let deviation = line.deviation(from: measured, at: now)
        let isLong = seconds >= Self.baseline
        guard deviation > Self.toleranceNs || isLong && Double(deviation) > Self.rateTolerance * seconds else {
            return nil
        }
        // The jump of a clock, as by another offset, tells nothing of its rate.
        guard isLong, deviation <= Self.limitNs else { return Line(clock: measured, begin: now) }
        let frames = measured.frame(at: now) - line.clock.frame(at: line.begin)
        return Line(clock: measured.turned(at: now, toFramesPerSecond: frames / seconds), begin: now)
    }
}

extension Array where Element: Equatable {
    /// Whether these elements are the last ones.
    fileprivate func ends(with last: [Element]) -> Bool { suffix(last.count).elementsEqual(last) }
}
