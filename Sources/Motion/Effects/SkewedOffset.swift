// SPDX-License-Identifier: Apache-2.0

/// A shift with a slant: x' = x + skew·y + offset.
public struct SkewedOffset: GeometryEffect, Sendable, Hashable {
    /// How far to the right.
    public var offset: Double
    /// x' per y.
    public var skew: Double

    /// A shift with a slant.
    public init(offset: Double, skew: Double) {
        (self.offset, self.skew) = (offset, skew)
    }

    /// A shift with the slant that belongs to a part of its way, 0...1.
    public init(offset: Double, progress: Double, goingRight: Bool) {
        self.init(offset: offset, skew: Self.skew(progress: progress, goingRight: goingRight))
    }

    /// The shift and the slant.
    public var animatableData: AnimatablePair<Double, Double> {
        get { AnimatablePair(offset, skew) }
        set { (offset, skew) = (newValue.first, newValue.second) }
    }

    /// The slant of what leans back on its way: it grows in the first fifth of the way and goes in the last.
    ///
    /// ∓½·min(1, 5p, 5(1 − p)) after a part p of the way, negative when going to the right, and 0 outside the way.
    public static func skew(progress: Double, goingRight: Bool) -> Double {
        let size = 0.5 * Double.maximum(0, .minimum(1, .minimum(5 * progress, 5 * (1 - progress))))
        return goingRight ? 0 - size : size
    }

    /// The shift with the slant.
    public func effectValue(size: Size) -> ProjectionTransform {
        ProjectionTransform(AffineTransform(a: 1, b: 0, c: skew, d: 1, tx: offset, ty: 0))
    }
}
