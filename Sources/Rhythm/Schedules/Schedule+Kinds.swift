// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

// The schedules under their short names, as in `.cyclic(from: start, offsets: offsets, loops: 3)`.

extension Schedule {
    /// An entry at the anchor and after every interval from there on.
    public static func periodic<Axis>(from anchor: Axis, by interval: Ratio) throws(RhythmError) -> Self
    where Self == PeriodicSchedule<Axis> {
        try PeriodicSchedule(from: anchor, by: interval)
    }

    /// Irregular intervals, repeated `loops` times, or without end where nil.
    public static func cyclic<Axis>(from anchor: Axis, offsets: [Ratio], loops: Int? = nil) throws(RhythmError) -> Self
    where Self == CyclicSchedule<Axis> {
        try CyclicSchedule(from: anchor, offsets: offsets, loops: loops)
    }

    /// A list of instants in ascending order.
    public static func explicit<Axis>(_ instants: [Axis]) throws(RhythmError) -> Self
    where Self == ExplicitSchedule<Axis> {
        try ExplicitSchedule(instants)
    }

    /// As many entries as a moving picture needs, none while paused.
    public static func animation<Axis>(
        from anchor: Axis, minimumInterval: Ratio, paused: Bool = false
    ) throws(RhythmError) -> Self where Self == AnimationSchedule<Axis> {
        try AnimationSchedule(from: anchor, minimumInterval: minimumInterval, paused: paused)
    }

    /// The entries of this schedule, later by `delay`.
    public func delayed(by delay: Ratio) throws(RhythmError) -> DelayedSchedule<Self> where Instant: ExactInstant {
        try DelayedSchedule(self, by: delay)
    }

    /// Voices that follow each other through the same entries.
    public func canon(voices: Int, delay: Ratio) throws(RhythmError) -> CanonSchedule<Self>
    where Instant: ExactInstant {
        try CanonSchedule(self, voices: voices, delay: delay)
    }
}

extension Schedule where Self == AnimationSchedule<ClockTime> {
    /// 120 entries a second from the clock's origin on, the same for all viewers of this machine; none while paused.
    public static func animation(paused: Bool = false) -> Self {
        AnimationSchedule(
            frames: PeriodicSchedule(from: ClockTime(nanoseconds: 0), byWhole: Ratio(reduced: 1, over: 120)),
            paused: paused)
    }
}

extension Schedule where Self == PeriodicSchedule<BeatPosition> {
    /// An entry at every bar line from the origin of the grid on, with the bar's number as its id.
    public static func everyBar(in grid: BarGrid) -> Self {
        PeriodicSchedule(
            from: BeatPosition(whole: grid.originBeat), byWhole: Ratio(reduced: Int64(grid.beatsPerBar)),
            firstID: grid.originBar)
    }
}

/// On the wall clock, told on the clock that never steps.
///
/// `realtimeOffsetNs` is CLOCK_REALTIME − CLOCK_MONOTONIC in nanoseconds. When CLOCK_REALTIME is stepped, make the
/// schedule anew with the new offset: the same minutes and hours keep their ids and lie elsewhere.
extension Schedule where Self == PeriodicSchedule<ClockTime> {
    /// An entry as each minute begins; the id counts minutes since the beginning of 1970, UTC.
    public static func everyMinute(realtimeOffsetNs: Int64) -> Self {
        PeriodicSchedule(
            from: ClockTime(nanoseconds: Int64(clamping: -Int128(realtimeOffsetNs))), byWhole: Ratio(reduced: 60))
    }

    /// An entry as each hour begins; the id counts hours since the beginning of 1970.
    ///
    /// Hours begin elsewhere in a time zone that is not whole hours from UTC, so its distance is asked, in seconds, east
    /// is positive. Only the part of it beyond whole hours counts: summer time changes nothing, but for Lord Howe's,
    /// which is half an hour.
    public static func everyHour(realtimeOffsetNs: Int64, secondsFromUTC: Int = 0) -> Self {
        let ahead = Int64(secondsFromUTC).flooredDivision(by: 3600).remainder * 1_000_000_000
        return PeriodicSchedule(
            from: ClockTime(nanoseconds: Int64(clamping: -Int128(realtimeOffsetNs) - Int128(ahead))),
            byWhole: Ratio(reduced: 3600))
    }
}
