// SPDX-License-Identifier: Apache-2.0

/// One voice of the music: a pattern, and what it is counted from.
public struct Lane: Sendable, Hashable {
    /// Where the pattern's first cycle begins.
    public enum Anchor: Sendable, Hashable {
        /// With each bar; a cycle that is under way is cut off there.
        case bar
        /// With each pass of the passage; a cycle that is under way is cut off there.
        case passage
        /// At the start of the run, and it goes on through all passages.
        case run
        /// At a position of the run, in quarter notes since the start, and it goes on through all passages.
        case position(Ratio)

        /// The position that it is counted from in all passages; nil where that is in each of them.
        public var origin: Position? {
            switch self {
            case .bar, .passage: nil
            case .run: .zero
            case .position(let place): Position(quarters: place)
            }
        }
    }

    /// How many lanes there may be; an `id` is less.
    public static var most: Int { @_noLocks get { 66 } }

    /// The same lane in every passage has the same number, 0..<66. Lane 0 is that of the beats.
    public var id: Int
    /// What it plays.
    public var pattern: Pattern
    /// Which of the kits it is played with.
    public var kit: Int
    /// Where the pattern begins.
    public var anchor: Anchor
    /// The numbers of the onsets that are played, counted through all cycles; nil: all. Those of a lane that is counted from
    /// the passage or the bar begin anew with each pass.
    public var onsets: Range<Int64>?

    /// All of its parts.
    public init(id: Int, pattern: Pattern, kit: Int = 0, anchor: Anchor = .passage, onsets: Range<Int64>? = nil) {
        precondition(0..<Self.most ~= id)
        self.id = id
        self.pattern = pattern
        self.kit = kit
        self.anchor = anchor
        self.onsets = onsets
    }
}

/// What is turned on a lane while one listens; nothing is compiled anew for it.
public struct LaneMix: Sendable, Hashable, BitwiseCopyable {
    /// Linear, 0...1 and beyond.
    public var gain: Float
    /// −1 is left, 1 is right.
    public var pan: Float
    /// Whether it is not heard.
    public var isMuted: Bool
    /// The first of the two output channels that it is played on, from 0.
    public var channel: Int

    /// As recorded, on the first two channels. Real-time safe.
    @_noLocks public init(gain: Float = 1, pan: Float = 0, isMuted: Bool = false, channel: Int = 0) {
        self.gain = gain
        self.pan = pan
        self.isMuted = isMuted
        self.channel = channel
    }
}
