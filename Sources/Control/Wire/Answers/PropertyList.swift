// SPDX-License-Identifier: Apache-2.0

internal import MetronomeMotion

/// The result of `properties`.
public struct PropertyList: WireRecord {
    /// A property of the choreography.
    public struct Entry: WireRecord {
        /// Its name, such as `pendulum.angle`.
        public var name = ""
        /// What it is, in words.
        public var summary = ""
        /// `degrees`, `scale`, `points`, `fraction`, `count` or `bpm`.
        public var unit = ""
        /// The least value.
        public var min = 0.0
        /// The greatest value.
        public var max = 0.0
        /// Whether it jumps instead of moving.
        public var discrete = false
        /// The amount after which it starts over; nil for what does not repeat.
        public var period: Double?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "property", "What moves with the beat.",
            [
                .member("name", \.name, "Such as `heart.scale`."),
                .member("summary", \.summary, "What it is."),
                .member("unit", \.unit, form: .choice(MotionProperty.Unit.allCases.map(\.rawValue)), "Of its values."),
                .member("min", \.min, "The least value."),
                .member("max", \.max, "The greatest value."),
                .member("discrete", \.discrete, "Whether it jumps instead of moving."),
                .leftOut("period", \.period, "The amount after which it starts over."),
            ])
    }

    /// All properties.
    public var properties: [Entry] = []

    /// Empty.
    public init() {}

    /// The properties of the choreography.
    public static let choreography = PropertyList {
        $0.properties = Choreography.properties.map { property in
            Entry {
                $0.name = property.name
                $0.summary = property.summary
                $0.unit = property.unit.rawValue
                $0.min = property.range.lowerBound
                $0.max = property.range.upperBound
                $0.discrete = property.isDiscrete
                $0.period = property.period
            }
        }
    }

    /// Its members on the wire.
    public static let record = Record<PropertyList>([
        .member("properties", \.properties, "All of them.")
    ])
}
