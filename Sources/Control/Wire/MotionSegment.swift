// SPDX-License-Identifier: Apache-2.0

public import Motion

/// One movement of the rod, from an angle to an angle in degrees, + is right, or of another property in its own unit.
/// Times are CLOCK_MONOTONIC as heard.
///
/// Before it begins the rod is at `from`, after its end at `to`.
public struct MotionSegment: Sendable, Hashable, Codable {
    /// The angle until it begins, in degrees.
    public var from: Double
    /// The angle from its end on, in degrees.
    public var to: Double
    /// When it begins.
    public var beginNs: Int64
    /// How long it lasts.
    public var durationNs: Int64
    /// How it moves on the way. A name that is not known, of a newer daemon's, reads as `easeInOut`.
    public var curve: MotionCurve

    /// All of its parts.
    public init(from: Double, to: Double, beginNs: Int64, durationNs: Int64, curve: MotionCurve) {
        self.from = from
        self.to = to
        self.beginNs = beginNs
        self.durationNs = durationNs
        self.curve = curve
    }

    /// The angle at a time, in degrees.
    public func angle(atNs time: Int64) -> Double {
        segment.value(at: seconds(atNs: time))
    }

    /// The angular velocity at a time, in degrees per second.
    public func velocity(atNs time: Int64) -> Double {
        let velocity = segment.velocity(at: seconds(atNs: time))
        return velocity.isFinite ? velocity : 0
    }

    /// When it is over.
    public var endNs: Int64 { beginNs &+ durationNs }

    /// The movement in seconds from its own begin, so that no digits are lost to the age of the clock.
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
