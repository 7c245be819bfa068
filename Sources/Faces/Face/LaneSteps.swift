// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// What a lane plays in a bar, for a row of lamps.
public struct LaneSteps: Sendable, Hashable {
    /// A stroke.
    public struct Step: Sendable, Hashable {
        /// Where it is in the bar, 0 up to but never 1.
        public var place: Double
        /// How strong it is.
        public var accent: Accent

        /// A stroke at a place in the bar, 0 up to but never 1.
        public init(_ place: Double, _ accent: Accent) {
            self.place = place
            self.accent = accent
        }
    }

    /// The lane's name.
    public var name: String
    /// Its strokes, in their order.
    public var steps: [Step]
    /// Whether it is heard.
    public var isHeard: Bool

    /// All of its parts.
    public init(name: String, steps: [Step], isHeard: Bool) {
        self.name = name
        self.steps = steps
        self.isHeard = isHeard
    }

    /// The stroke that sounds last at a place in the bar; nil before the first.
    func sounding(at barPhase: Double) -> Int? { steps.lastIndex { $0.place <= barPhase } }
}
