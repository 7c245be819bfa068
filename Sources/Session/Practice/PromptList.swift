// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// What is to be played next: keys, chords, positions or stickings, one after the other, each for some bars.
public struct PromptList: Sendable, Hashable {
    /// The most prompts of a list, and the most bytes of one.
    package static let most = (prompts: 128, bytes: 60)
    /// For how many bars a prompt can hold.
    static let bars: ClosedRange<Int64> = 1...1000

    /// The prompts as they are written, at least one.
    public let prompts: [String]
    /// For how many bars each of them holds.
    public let every: Int64
    /// Whether each round has them in another order.
    public let isShuffled: Bool
    /// Decides the orders; nil: one is chosen when it is set.
    public let seed: UInt64?

    /// All of its parts.
    init(_ prompts: [String], every: Int64, isShuffled: Bool = false, seed: UInt64? = nil) {
        (self.prompts, self.every, self.isShuffled, self.seed) = (prompts, every, isShuffled, seed)
    }

    /// A prompt by its number, from 0; after the last one the next round begins.
    func prompt(_ number: Int64) -> String {
        let (round, index) = number.flooredDivision(by: Int64(prompts.count))
        return prompts[isShuffled ? order(ofRound: round)[Int(index)] : Int(index)]
    }

    /// In which order a round has the prompts. None comes twice in a row, unless there are but two.
    private func order(ofRound round: Int64) -> [Int] {
        var order = drawn(round)
        // Two leave no choice but the one that repeats.
        if order.count > 2, round > 0, drawn(round - 1).last == order.first { order.swapAt(0, 1) }
        return order
    }

    /// By Fisher and Yates.
    private func drawn(_ round: Int64) -> [Int] {
        var random = SplitMix(state: (seed ?? 0) &+ UInt64(bitPattern: round) &* 0x8CB9_2BA7_2F3D_8DD7)
        var order = Array(prompts.indices)
        for last in order.indices.dropFirst().reversed() {
            order.swapAt(last, Int(random.next(below: UInt64(last) + 1)))
        }
        return order
    }

    /// Which prompt holds at a place, from 0.
    func number(at place: TrainerPlace) -> Int64 { place.bars.quotient(by: every) }

    /// The prompt of a place; nil before the first one.
    package func prompt(at place: TrainerPlace) -> String? { place.hasBegun ? prompt(number(at: place)) : nil }

    /// The prompt that comes next, and its bar; nil where the same one goes on for ever.
    package func next(at place: TrainerPlace) -> (prompt: String, bar: Int64)? {
        guard place.hasBegun else { return (prompt(0), place.begin.bar) }
        guard prompts.count > 1 else { return nil }
        let number = number(at: place) + 1
        return (prompt(number), place.begin.bar + number * every)
    }

    /// The prompt that comes next, where no change that waits comes before.
    func known(at place: TrainerPlace) -> (prompt: String, bar: Int64)? {
        next(at: place).flatMap { next in place.asFarAsKnown(place.grid.beat(ofBar: next.bar, 1)).map { _ in next } }
    }
}

extension PromptList: TrainerRules {
    /// Without a seed it has the first one.
    package func set(at tempo: Tempo) -> Self { seeded { RandomMute.seeds.lowerBound } }

    package func seeded(by chance: UInt64) -> Self { seeded { RandomMute.seed(by: chance) } }

    private func seeded(_ chosen: () -> UInt64) -> Self {
        isShuffled ? PromptList(prompts, every: every, isShuffled: true, seed: seed ?? chosen()) : self
    }

    /// What is told changes, though no beat does.
    package func isSettled(at place: TrainerPlace) -> Bool { false }

    package func news(at place: TrainerPlace) -> Int64? {
        next(at: place).map { place.grid.beat(ofBar: $0.bar, 1) }
    }
}
