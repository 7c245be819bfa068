// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// The result of `properties`.
public struct PropertyList: Sendable, Hashable, Codable {
    /// A property one can ask for.
    public struct Entry: Sendable, Hashable, Codable {
        /// Such as `pendulum.angle`.
        public var name: String
        /// What it is, in words.
        public var summary: String
        /// `degrees`, `scale`, `points`, `fraction`, `count` or `bpm`.
        public var unit: String
        /// The least it may be.
        public var min: Double
        /// The most it may be.
        public var max: Double
        /// Whether it jumps instead of moving.
        public var discrete: Bool
        /// After so much it begins anew; nil for what does not go round.
        public var period: Double?
    }

    /// All there are.
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
