// SPDX-License-Identifier: Apache-2.0

/// How a change is made visible: by which curve or spring, how late, how fast and how often. The type of SwiftUI.
///
/// A pure function of the time since the change: value and velocity are known at any time, in any order, at any frame
/// rate. Evaluation is real-time safe and allocates nothing.
public struct Animation: Sendable, Hashable {
    indirect enum Kind: Sendable, Hashable {
        case curve(UnitCurve, duration: Double)
        /// The velocity in ways per second, which is added to that of a change in flight.
        case spring(Spring, initialVelocity: Double)
        case delay(Animation, Double)
        case speed(Animation, Double)
        /// A count that is nil is without end.
        case repetition(Animation, count: Int?, autoreverses: Bool)
    }

    let kind: Kind
    /// How long it takes, in seconds: infinite for one that repeats forever or never settles.
    public let duration: Double

    init(_ kind: Kind) {
        self.kind = kind
        duration =
            switch kind {
            case .curve(_, let duration): duration > 0 ? duration : 0
            case .spring(let spring, let velocity): spring.settlingDuration(target: 1, initialVelocity: velocity)
            case .delay(let base, let delay): Double.maximum(0, delay + base.duration)
            case .speed(let base, let speed): base.duration == 0 ? 0 : speed > 0 ? base.duration / speed : .infinity
            case .repetition(let base, let count, _):
                base.duration == 0 ? 0 : count.map { base.duration * Double($0) } ?? .infinity
            }
    }

    /// The length of an animation by a curve when none is given, in seconds.
    public static let defaultDuration = 0.35

    /// `spring(response: 0.55, dampingFraction: 1)`, the default of SwiftUI since 2023; before it was `easeInOut`.
    public static let `default` = spring(response: 0.55, dampingFraction: 1)

    /// Evenly, in 0.35 s.
    public static let linear = linear(duration: defaultDuration)
    /// From rest, in 0.35 s.
    public static let easeIn = easeIn(duration: defaultDuration)
    /// To rest, in 0.35 s.
    public static let easeOut = easeOut(duration: defaultDuration)
    /// From rest to rest, in 0.35 s.
    public static let easeInOut = easeInOut(duration: defaultDuration)

    /// Evenly; the duration in seconds.
    public static func linear(duration: Double) -> Animation { timingCurve(.linear, duration: duration) }
    /// From rest; the duration in seconds.
    public static func easeIn(duration: Double) -> Animation { timingCurve(.easeIn, duration: duration) }
    /// To rest; the duration in seconds.
    public static func easeOut(duration: Double) -> Animation { timingCurve(.easeOut, duration: duration) }
    /// From rest to rest; the duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { timingCurve(.easeInOut, duration: duration) }

    /// By a curve; the duration in seconds.
    public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Animation {
        Animation(.curve(curve, duration: duration.isFinite ? duration : 0))
    }

    /// By the cubic Bézier with these inner control points; x is clamped to 0...1, y is free.
    public static func timingCurve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = defaultDuration
    ) -> Animation {
        timingCurve(.bezier(x1: x1, y1: y1, x2: x2, y2: y2), duration: duration)
    }
}
