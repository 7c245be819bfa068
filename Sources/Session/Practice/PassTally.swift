// SPDX-License-Identifier: Apache-2.0

/// Whether a pass of a trainer that follows the player was played well.
package struct PassVerdict: Sendable, Hashable {
    /// The bar with which the trainer has begun.
    package var fromBar: Int64
    /// Which of its passes, from 0.
    package var pass: Int64
    /// Whether the next step comes behind it.
    package var isGood: Bool
}

/// The strokes of a pass of a trainer that follows the player.
///
/// A pass is good where each bar of it has a stroke, three of four strokes were played, and their mean distance from their places, early
/// or late, is within the limit.
package struct PassTally: Sendable, Hashable {
    /// What is known of the last pass.
    package private(set) var verdict: PassVerdict?
    private var begin: TrainerBegin?
    private var pass: Int64 = 0
    private var (count, missed) = (0, 0)
    private var distanceNs = 0.0
    private var bars: Int64 = 0
    private var lastBar: Int64?

    /// The least part of the strokes.
    private static let part = (of: 4, least: 3)

    /// No strokes.
    package init() {}

    /// Takes a stroke at its place, and how many were missed before it. Returns whether another verdict holds.
    package mutating func add(
        _ hit: Score.Hit, missed passed: Int, begin: TrainerBegin, passes: TrainerPasses
    ) -> Bool {
        guard let pass = passes.pass(ofBar: hit.bar, begin) else { return false }
        if self.begin.map({ ($0.beat, $0.bar, $0.tempo) != (begin.beat, begin.bar, begin.tempo) }) ?? true
            || pass != self.pass
        {
            self = PassTally()
            (self.begin, self.pass) = (begin, pass)
        }
        count += 1
        missed += passed
        distanceNs += abs(Double(hit.asynchronyNs))
        if lastBar != hit.bar { (bars, lastBar) = (bars + 1, hit.bar) }
        let isGood =
            bars >= passes.bars && count * Self.part.of >= (count + missed) * Self.part.least
            && distanceNs <= Double(count) * Double(passes.withinMs) * 1e6
        let before = verdict
        verdict = PassVerdict(fromBar: begin.bar, pass: pass, isGood: isGood)
        return isGood != (before?.isGood ?? false)
    }
}
