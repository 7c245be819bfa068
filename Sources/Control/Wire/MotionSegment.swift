// SPDX-License-Identifier: Apache-2.0

public import Motion

/// One movement of a property, in its unit: of the pendulum an angle in degrees, + is right. Times are CLOCK_MONOTONIC, as
/// heard.
///
/// Before it begins the value is `from`, after its end `to`.
public struct MotionSegment: Sendable, Hashable, Codable {
    /// The value until it begins.
    public var from: Double
    /// The value from its end on.
    public var to: Double
    /// When it begins.
    public var beginNs: Int64
    /// How long it lasts.
    public var durationNs: Int64
    /// How it moves in between. An unknown name, from a newer daemon, reads as `easeInOut`.
    public var curve: MotionCurve

    /// All of its parts.
    public init(from: Double, to: Double, beginNs: Int64, durationNs: Int64, curve: MotionCurve) {
        self.from = from
        self.to = to
        self.beginNs = beginNs
        self.durationNs = durationNs
        self.curve = curve
    }

    /// The value at a time.
    public func value(atNs time: Int64) -> Double {
        segment.value(at: seconds(atNs: time))
    }

    /// The velocity at a time, in units per second.
    public func velocity(atNs time: Int64) -> Double {
        let velocity = segment.velocity(at: seconds(atNs: time))
        return velocity.isFinite ? velocity : 0
    }

    /// When it ends.
    public var endNs: Int64 { beginNs &+ durationNs }

    /// The movement in seconds from its own begin, so that a `Double` is exact enough however old the clock is.
    private var segment: Segment {
        Segment(from: from, to: to, begin: 0, duration: Double(durationNs) / 1e9, curve: curve)
    }

    private func seconds(atNs time: Int64) -> Double { Double(time &- beginNs) / 1e9 }

    private enum CodingKeys: String, CodingKey {
        case from, to, curve
        case beginNs = "begin_ns"
        case durationNs = "duration_ns"
    }

    /// Reads the form on the wire.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(Double.self, forKey: .from)
        to = try container.decode(Double.self, forKey: .to)
        beginNs = try container.decode(Int64.self, forKey: .beginNs)
        durationNs = try container.decode(Int64.self, forKey: .durationNs)
        curve = MotionCurve(try container.decode(String.self, forKey: .curve)) ?? .easeInOut
    }

    /// Writes the form on the wire, with every key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(beginNs, forKey: .beginNs)
        try container.encode(durationNs, forKey: .durationNs)
        try container.encode(curve.description, forKey: .curve)
    }
}
