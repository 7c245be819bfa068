// SPDX-License-Identifier: Apache-2.0

// The schedules under their short names, as in `.cyclic(from: start, offsets: offsets, loops: 3)`.

extension Schedule {
    /// An entry at the anchor and after every interval from there on.
    public static func periodic<Axis>(from anchor: Axis, by interval: Ratio) throws(RhythmError) -> Self
    where Self == PeriodicSchedule<Axis> {
        try PeriodicSchedule(from: anchor, by: interval)
    }

    /// Irregular intervals, repeated so many times or for ever.
    public static func cyclic<Axis>(from anchor: Axis, offsets: [Ratio], loops: Int? = nil) throws(RhythmError) -> Self
    where Self == CyclicSchedule<Axis> {
        try CyclicSchedule(from: anchor, offsets: offsets, loops: loops)
    }

    /// As many entries as a moving picture needs, none while paused.
    public static func animation<Axis>(
        from anchor: Axis, minimumInterval: Ratio, paused: Bool = false
    ) throws(RhythmError) -> Self where Self == AnimationSchedule<Axis> {
        try AnimationSchedule(from: anchor, minimumInterval: minimumInterval, paused: paused)
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
