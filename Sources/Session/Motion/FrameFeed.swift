// SPDX-License-Identifier: Apache-2.0

package import MetronomeMotion
package import MetronomeRhythm

/// The frames of one client: which moments are shown, and when the next frame is due.
///
/// A feed runs while anything moves, and stands still otherwise. One that stands still shows a frame only when it
/// differs from the one before.
package struct FrameFeed: Sendable, Equatable {
    /// What a frame shows.
    package struct Frame: Sendable, Hashable {
        /// The moment, in heard time.
        package var time: ClockTime
        /// The position in beats since the start, below 0 before it; nil while stopped.
        package var beats: Double?
        /// The values of the feed's properties, in their order.
        package var values: [Double]

        /// All of its parts.
        package init(time: ClockTime, beats: Double?, values: [Double]) {
            self.time = time
            self.beats = beats
            self.values = values
        }
    }

    /// What is to be done at a time.
    package struct Step: Sendable, Hashable {
        /// The frame to send; nil if the client has it already.
        package var frame: Frame?
        /// When the next frame is due; nil while nothing moves.
        package var next: ClockTime?
    }

    /// What frames show.
    package let properties: [MotionProperty]
    /// The moments of the frames: the same for all feeds of one interval, so that their clients show the same frames.
    private let schedule: AnimationSchedule<ClockTime>
    private var last: Frame?
    private var isStill = true

    /// A feed with frames at least `minimumIntervalMs` milliseconds apart; nil if the interval is not above 0.
    package init?(properties: [MotionProperty], minimumIntervalMs: Int) {
        guard let interval = Ratio(Int64(minimumIntervalMs), over: 1000),
            let schedule = try? AnimationSchedule(from: ClockTime(nanoseconds: 0), minimumInterval: interval)
        else { return nil }
        self.schedule = schedule
        self.properties = properties
    }

    /// Shows the latest frame that is due at a time. `run` is the run that plays, or else the last one, with its rest;
    /// without one, properties are as `bpm` has them at rest.
    package mutating func advance(to now: ClockTime, _ run: HeardRun?, bpm: Double) -> Step {
        let time = schedule.shown(at: now)
        let frame = Frame(
            time: time, beats: run?.beats(at: time),
            values: properties.map { run?.value(of: $0, at: time) ?? $0.idle(bpm: bpm) })
        let isNew = !isStill || frame.beats != last?.beats || frame.values != last?.values
        let isMoving = run?.isMoving(at: time) ?? false
        isStill = !isMoving
        if isNew { last = frame }
        return Step(frame: isNew ? frame : nil, next: isMoving ? schedule.next(after: now)?.instant : nil)
    }
}
