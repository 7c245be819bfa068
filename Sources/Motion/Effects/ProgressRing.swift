// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A part of a whole as an arc and as a percentage.
public struct ProgressRing: Animatable, Sendable, Hashable {
    /// The part, 0...1.
    public var progress: Double

    /// A part of a whole.
    public init(_ progress: Double) {
        self.progress = progress
    }

    /// The part.
    public var animatableData: Double {
        get { progress }
        set { progress = newValue }
    }

    /// Where the arc ends that starts at 0°.
    public var endAngle: Angle { .degrees(progress * 360) }

    /// The whole percent nearest to it; half a percent rounds up, and what is no number is 0. Truncating would show 28
    /// for 0.29.
    public var percent: Int {
        guard !progress.isNaN else { return 0 }
        return Int(clamping: Double.minimum(1e15, .maximum(-1e15, (progress * 100).rounded(.toNearestOrAwayFromZero))))
    }

    /// The arc round a centre, clockwise on screen from an angle.
    public func path(center: Point, radius: Double, from start: Angle = .zero) -> Path {
        Path { $0.addRelativeArc(center: center, radius: radius, startAngle: start, delta: endAngle) }
    }
}
