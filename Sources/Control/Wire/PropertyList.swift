// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// The result of `properties`.
public struct PropertyList: Sendable, Hashable, Codable {
    /// A property of the choreography.
    public struct Entry: Sendable, Hashable, Codable {
        /// Its name, such as `pendulum.angle`.
        public var name: String
        /// What it is, in words.
        public var summary: String
        /// `degrees`, `scale`, `points`, `fraction`, `count` or `bpm`.
        public var unit: String
        /// The least value.
        public var min: Double
        /// The greatest value.
        public var max: Double
        /// Whether it jumps instead of moving.
        public var discrete: Bool
        /// The amount after which it starts over; nil for what does not repeat.
        public var period: Double?
    }

    /// All of them.
    public var properties: [Entry]

    /// The properties of the choreography.
    public init() {
        properties = Choreography.properties.map {
            Entry(
                name: $0.name, summary: $0.summary, unit: $0.unit.rawValue, min: $0.range.lowerBound,
                max: $0.range.upperBound, discrete: $0.isDiscrete, period: $0.period)
        }
    }
}
