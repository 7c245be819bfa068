// SPDX-License-Identifier: Apache-2.0

/// What is played, from a position on: passages, one after the other. An edit makes a new one.
///
/// The simple metronome is one passage without end. It lies on the played axis, so it can be put in force in place of another
/// that is the same up to the position where they differ.
public struct Arrangement: Sendable, Hashable {
    /// Where the first passage begins.
    public var begin: Position
    /// In the order in which they are played; what follows one without end is never reached.
    public var passages: [Passage]
    /// Decides all chances: the same seed plays the same onsets.
    public var seed: UInt64

    /// Passages from a position on.
    public init(begin: Position = .zero, passages: [Passage], seed: UInt64 = 0) {
        self.begin = begin
        self.passages = passages
        self.seed = seed
    }

    /// Where its last passage ends; `Position.end` where one has no end.
    public var end: Position {
        var end = begin
        for passage in passages {
            guard let length = passage.length else { return .end }
            end = Position(ticks: end.ticks + length.ticks(times: Int64(max(1, passage.times))))
        }
        return end
    }
}
