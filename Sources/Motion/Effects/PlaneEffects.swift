// SPDX-License-Identifier: Apache-2.0

/// A shift.
public struct OffsetEffect: GeometryEffect, Sendable, Hashable {
    /// How far, to the right and downwards.
    public var offset: Size

    /// A shift to the right and downwards.
    public init(_ offset: Size) {
        self.offset = offset
    }

    /// The shift.
    public var animatableData: Size {
        get { offset }
        set { offset = newValue }
    }

    /// The shift.
    public func effectValue(size: Size) -> ProjectionTransform {
        ProjectionTransform(AffineTransform(translationX: offset.width, y: offset.height))
    }
}

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

/// A place on a path, with the nose along the tangent.
///
/// Measured by length, with the exact tangent; the heading may be any angle, so ask for the place at every moment
/// instead of interpolating between two headings.
public struct FollowEffect: GeometryEffect, Sendable, Hashable {
    /// How much of the path's length is done, clamped to 0...1.
    public var progress: Double
    /// Whether it turns along the path.
    public var rotates: Bool
    private let path: PathMeasure

    /// A place on a path.
    public init(path: Path, progress: Double, rotates: Bool = true) {
        self.init(along: path.measured(), progress: progress, rotates: rotates)
    }

    /// A place on a path that was measured before.
    public init(along path: PathMeasure, progress: Double, rotates: Bool = true) {
        (self.path, self.progress, self.rotates) = (path, progress, rotates)
    }

    /// The progress.
    public var animatableData: Double {
        get { progress }
        set { progress = newValue }
    }

    /// A turn about the origin by the heading, then the shift to the place; nothing on a path without length.
    public func effectValue(size: Size) -> ProjectionTransform {
        guard let place = path.place(at: progress) else { return .identity }
        let shift = AffineTransform(translationX: place.point.x, y: place.point.y)
        guard rotates else { return ProjectionTransform(shift) }
        let (x, y) = (place.tangent.x, place.tangent.y)
        return ProjectionTransform(AffineTransform(a: x, b: y, c: -y, d: x, tx: 0, ty: 0).concatenating(shift))
    }
}
