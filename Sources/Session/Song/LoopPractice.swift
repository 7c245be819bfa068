// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// How a loop of a song is practised: each pass a step faster, up to a goal.
public struct LoopPractice: Sendable, Hashable {
    /// By how much each pass is faster than the one before it, in parts of the written tempo; 0: not at all.
    public var step: Ratio
    /// The scale that it leads to.
    public var goal: Ratio
    /// Whether the music ends after a pass at the goal.
    public var stops: Bool
    /// How many bars are counted before the first pass; nil: those of the song.
    public var countIn: Int?
    /// The scale of the song before, and after.
    public private(set) var former = Ratio.one

    /// All of its parts, but for the scale before.
    public init(step: Ratio, goal: Ratio, stops: Bool = false, countIn: Int? = nil) {
        (self.step, self.goal, self.stops, self.countIn) = (step, goal, stops, countIn)
    }

    /// The practice after a scale, which comes back when the practice is over.
    func after(_ former: Ratio) -> LoopPractice {
        var practice = self
        practice.former = former
        return practice
    }

    /// How large a step may be.
    public static let steps = 0.001...1.0

    /// The scale of a pass, from 1, where the first has `start`.
    func scale(ofPass pass: Int64, from start: Ratio) -> Ratio {
        guard step > .zero, start < goal else { return start }
        guard pass < passes(from: start) else { return goal }
        return step.times(max(0, pass - 1)).flatMap(start.adding) ?? start
    }

    /// The pass, from 1, that is the first at the goal.
    public func passes(from start: Ratio) -> Int64 {
        guard step > .zero, start < goal, let way = goal.subtracting(start) else { return 1 }
        return 1 + Int64(clamping: (way.value / step.value - 1e-9).rounded(.up))
    }

    /// The largest scale of which those of all passes are whole multiples, where the first has `start`.
    package func unit(from start: Ratio) -> Ratio? { Ratio.unit(of: [start, step, goal].filter { $0 > .zero }) }

    /// What is counted before the first pass: as loud as in the song.
    func countIn(of song: Song) -> Song.CountIn? {
        guard let bars = countIn else { return song.countIn }
        guard bars > 0 else { return nil }
        var counted = song.countIn ?? Song.CountIn(bars: bars)
        counted.bars = bars
        return counted
    }
}
