// SPDX-License-Identifier: Apache-2.0

/// What a face shows of a trainer: words, and a shape below them.
public struct PracticePanel: Sendable, Hashable {
    /// What is drawn below the words.
    public enum Shape: Sendable, Hashable {
        /// A bar that is filled up to a part of it, with a mark at another part.
        case level(Double, mark: Double? = nil)
        /// A box for each of some bars or beats, and for those that are silent after them. `now` is how many are over, nil while
        /// nothing plays, and `part` how much of the next one.
        case boxes(heard: Int, silent: Int, now: Int?, part: Double)
        /// The tempi of a whole way at equal distances in beats, at least one, in bpm; each of them holds up to the next, or else it
        /// goes evenly from one to the next. `part` is how much of the way is over, and `target` the tempo that it leads to.
        case way([Double], isStepped: Bool, part: Double, target: Double)
        /// Strokes around the line of the beat, in their order, and beats without one: `missed` has their places.
        case strokes([Stroke], missed: [Double])
    }

    /// A stroke of a player.
    public struct Stroke: Sendable, Hashable {
        /// Where its beat lies, from 0 (left, the first that is shown) to 1.
        public var place: Double
        /// How late it is, in milliseconds; below 0 for early.
        public var lateMs: Double

        /// Both of its parts.
        public init(place: Double, lateMs: Double) { (self.place, self.lateMs) = (place, lateMs) }
    }

    /// What it is called among the parts of the picture.
    public var name: String
    /// What it is.
    public var title: String
    /// Where it is.
    public var words: String
    /// Whether it keeps the present beat silent.
    public var isSilent: Bool
    /// Whether the title is to be read from afar.
    public var isLarge: Bool
    /// What is drawn.
    public var shape: Shape

    /// All of its parts; the title is the name, unless given.
    public init(
        _ name: String, title: String? = nil, _ words: String, isSilent: Bool = false, isLarge: Bool = false,
        _ shape: Shape
    ) {
        (self.name, self.title, self.words) = (name, title ?? name, words)
        (self.isSilent, self.isLarge, self.shape) = (isSilent, isLarge, shape)
    }
}
