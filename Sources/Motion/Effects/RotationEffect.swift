// SPDX-License-Identifier: Apache-2.0

/// A turn about a place.
public struct RotationEffect: GeometryEffect, Sendable, Hashable {
    /// How far, + clockwise on screen.
    public var angle: Angle
    /// What stays in place.
    public var anchor: UnitPoint

    /// A turn about a place.
    public init(_ angle: Angle, anchor: UnitPoint = .center) {
        (self.angle, self.anchor) = (angle, anchor)
    }

    /// The angle and the place.
    public var animatableData: AnimatablePair<Angle, Point> {
        get { AnimatablePair(angle, anchor.animatableData) }
        set { (angle, anchor.animatableData) = (newValue.first, newValue.second) }
    }

    /// The turn.
    public func effectValue(size: Size) -> ProjectionTransform {
        ProjectionTransform(AffineTransform(rotation: angle, about: anchor.point(in: size)))
    }
}
