// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Whether a pass of a trainer that follows the player was played well.
package struct PassVerdict: Sendable, Hashable {
    /// Where the trainer has begun, without what it has done since.
    package var origin: TrainerBegin
    /// What a pass of it is.
    package var passes: TrainerPasses
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
    /// The last stroke.
    package private(set) var last: BeatPosition?
    private var origin: TrainerBegin?
    private var passes: TrainerPasses?
    private var pass: Int64 = 0
    private var (count, missed) = (0, 0)
    private var distanceNs = 0.0
    private var bars: Int64 = 0
    private var lastBar: Int64?

    /// The least part of the strokes.
    private static let part = (of: 4, least: 3)

    /// No strokes.
    package init() {}

    /// Takes a stroke at its place. `missed` counts the strokes of its pass that did not come since the one before, and `left` those of
    /// its pass that are to come. Returns whether another verdict holds.
    package mutating func add(
        _ hit: Score.Hit, missed: Int, left: Int, begin: TrainerBegin, passes: TrainerPasses
    ) -> Bool {
        guard let pass = passes.pass(ofBar: hit.bar, begin) else { return false }
        if (origin, self.passes, self.pass) != (begin.origin, passes, pass) {
            self = PassTally()
            (origin, self.passes, self.pass) = (begin.origin, passes, pass)
        }
        count += 1
        last = hit.place
        self.missed += missed
        distanceNs += abs(Double(hit.asynchronyNs))
        if lastBar != hit.bar { (bars, lastBar) = (bars + 1, hit.bar) }
        let isGood =
            bars >= passes.bars && count * Self.part.of >= (count + self.missed + left) * Self.part.least
            && distanceNs <= Double(count) * Double(passes.withinMs) * 1e6
        let before = verdict
        verdict = PassVerdict(origin: begin.origin, passes: passes, pass: pass, isGood: isGood)
        return isGood != (before?.isGood ?? false)
    }
}
