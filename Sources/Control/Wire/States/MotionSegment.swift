// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// One movement of a property, in its unit: of the pendulum an angle in degrees, + is right. Times are CLOCK_MONOTONIC, as
/// heard.
///
/// Before it begins the value is `from`, after its end `to`.
public struct MotionSegment: WireRecord {
    /// The value until it begins.
    public var from = 0.0
    /// The value from its end on.
    public var to = 0.0
    /// When it begins.
    public var beginNs: Int64 = 0
    /// How long it lasts.
    public var durationNs: Int64 = 0
    /// How it moves in between. An unknown name, from a newer daemon, reads as `easeInOut`.
    public var curve = MotionCurve.easeInOut

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<MotionSegment>(
        "segment", "One movement from a value to a value.",
        [
            .member("from", \.from, "The value until it begins."),
            .member("to", \.to, "The value from its end on."),
            .member("begin_ns", \.beginNs, "CLOCK_MONOTONIC."),
            .member("duration_ns", \.durationNs, "In nanoseconds."),
            .custom(
                "curve",
                ValueMember("curve", .text, "How it goes from one to the other (see The pendulum, Properties).")
            ) { segment, members in
                try members.encode(segment.curve.description, forKey: "curve")
            } decode: { segment, members in
                segment.curve = MotionCurve(try members.decode(String.self, forKey: "curve")) ?? .easeInOut
            },
        ])

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
}
