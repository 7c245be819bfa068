// SPDX-License-Identifier: Apache-2.0

/// As many entries as a moving picture needs, or none while it is paused: then the picture stands still.
///
/// The interval is the least there is between two entries: a slower program skips some.
/// SwiftUI's animation schedule starts at the instant of the query. Here the entries are counted from an anchor, so that
/// an entry has the same id for every program, and the first is the one that is current then.
public struct AnimationSchedule<Instant: ExactInstant>: Schedule, Hashable {
    private let frames: PeriodicSchedule<Instant>
    /// Whether it has no entries.
    public let isPaused: Bool

    /// Throws if the interval, in the axis's unit, is not above 0.
    public init(from anchor: Instant, minimumInterval: Ratio, paused: Bool = false) throws(RhythmError) {
        self.init(frames: try PeriodicSchedule(from: anchor, by: minimumInterval), paused: paused)
    }

    init(frames: PeriodicSchedule<Instant>, paused: Bool) {
        self.frames = frames
        isPaused = paused
    }

    /// From an entry to the next, in the axis's unit.
    public var minimumInterval: Ratio { frames.interval }

    /// Whether the animation is to run is for the viewer's cadence to say: at any slower than live it pauses, which is
    /// what SwiftUI calls the low-frequency mode.
    public func shown(at cadence: Cadence) -> AnimationSchedule {
        AnimationSchedule(frames: frames, paused: isPaused || cadence > .live)
    }

    /// Empty while paused.
    public var ids: Range<Int64> { isPaused ? 0..<0 : frames.ids }

    /// Where the entry lies; nil if there is none.
    public func instant(ofID id: Int64) -> Instant? {
        isPaused ? nil : frames.instant(ofID: id)
    }

    /// The last entry at an instant or before it; nil while paused.
    public func id(atOrBefore instant: Instant) -> Int64? {
        isPaused ? nil : frames.id(atOrBefore: instant)
    }
}
