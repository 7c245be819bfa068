// SPDX-License-Identifier: Apache-2.0

/// A stretch from a place.
public struct ScaleEffect: GeometryEffect, Sendable, Hashable {
    /// How much wider and higher.
    public var scale: Size
    /// What stays in place.
    public var anchor: UnitPoint

    /// A stretch by two factors from a place.
    public init(_ scale: Size, anchor: UnitPoint = .center) {
        (self.scale, self.anchor) = (scale, anchor)
    }

    /// A stretch by one factor from a place.
    public init(_ scale: Double, anchor: UnitPoint = .center) {
        self.init(Size(width: scale, height: scale), anchor: anchor)
    }

    /// The factors and the place.
    public var animatableData: AnimatablePair<Size, Point> {
        get { AnimatablePair(scale, anchor.animatableData) }
        set { (scale, anchor.animatableData) = (newValue.first, newValue.second) }
    }

    /// The stretch.
    public func effectValue(size: Size) -> ProjectionTransform {
        ProjectionTransform(AffineTransform(scaleX: scale.width, y: scale.height, about: anchor.point(in: size)))
    }
}
