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

        /// The position that the lane is counted from in all passages; nil where it is counted anew in each passage.
        public var origin: Position? {
            switch self {
            case .bar, .passage: nil
            case .run: .zero
            case .position(let place): Position(units: place)
            }
        }
    }

    /// How many lanes there may be; an `id` is less.
    public static var most: Int { @_noLocks get { 66 } }

    /// The number of the lane, 0..<66, which is the same in every passage. Lane 0 is the lane of the beats.
    public var id: Int
    /// What it plays.
    public var pattern: Pattern
    /// The number of the kit that it is played with.
    public var kit: Int
    /// The kits of the beats of a bar, which begin again where they end; empty: all onsets are played with `kit`.
    public var beatKits: [Int] = []
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
    /// The gain: linear, 0...1 and beyond.
    public var gain: Float
    /// −1 is left, 1 is right.
    public var pan: Float
    /// Whether it is not heard.
    public var isMuted: Bool
    /// The first of the two output channels that it is played on, from 0.
    public var channel: Int

    /// Whether nothing of it is heard: it is muted, or has no gain.
    package var isUnheard: Bool { isMuted || gain == 0 }

    /// The mix of a lane; as recorded and on the first two channels unless stated otherwise. Real-time safe.
    @_noLocks public init(gain: Float = 1, pan: Float = 0, isMuted: Bool = false, channel: Int = 0) {
        self.gain = gain
        self.pan = pan
        self.isMuted = isMuted
        self.channel = channel
    }
}
