// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// A beat of a run, and when it is heard.
public struct HeardBeat: Sendable, Hashable {
    /// Which start it belongs to, 1 for the daemon's first.
    public var run: Int
    /// Beats since that start, from 0.
    public var index: Int64
    /// The bar, from 1; below 1 in what is counted in.
    public var bar: Int64
    /// The beat of the bar, from 1.
    public var beat: Int
    /// How strongly it is played.
    public var accent: Accent
    /// Beats per minute, at its onset.
    public var bpm: Double
    /// When it is heard.
    public var time: ClockTime

    /// Whether the bell rings on it.
    public var bell: Bool { accent == .bell }

    /// All of its parts.
    package init(run: Int, index: Int64, bar: Int64, beat: Int, accent: Accent, bpm: Double, time: ClockTime) {
        self.run = run
        self.index = index
        self.bar = bar
        self.beat = beat
        self.accent = accent
        self.bpm = bpm
        self.time = time
    }

    /// A beat that a rule of the bars holds for.
    init(_ index: Int64, of run: Int, _ rule: BarRules.Rule, bpm: Double, time: ClockTime) {
        self.init(
            run: run, index: index, bar: rule.grid.bar(ofBeat: index), beat: rule.grid.beatInBar(ofBeat: index),
            accent: rule.accent(ofBeat: index), bpm: bpm, time: time)
    }
}
