// SPDX-License-Identifier: Apache-2.0

/// A map of the plane that keeps straight lines and parallels: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
///
/// The conventions of CGAffineTransform: points are rows, and `rotated(by:)`, `translatedBy` and `scaledBy` put the new
/// map *before* this one, so that `AffineTransform(translationX: 5, y: 0).rotated(by: a)` rotates first. + turns are
/// clockwise on screen.
public struct AffineTransform: Sendable, Hashable, Codable {
    /// x' per x.
    public var a: Double
    /// y' per x.
    public var b: Double
    /// x' per y.
    public var c: Double
    /// y' per y.
    public var d: Double
    /// x' of the origin.
    public var tx: Double
    /// y' of the origin.
    public var ty: Double

    /// A map by its six numbers.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// The map that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A shift.
    @inlinable
    public init(translationX x: Double, y: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

    /// A stretch from the origin.
    @inlinable
    public init(scaleX x: Double, y: Double) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// A turn about the origin.
    public init(rotation angle: Angle) {
        let (sine, cosine) = (angle.sine, angle.cosine)
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// A turn about a point.
    public init(rotation angle: Angle, about center: Point) {
        self = AffineTransform(translationX: center.x, y: center.y).rotated(by: angle)
            .translatedBy(x: -center.x, y: -center.y)
    }

    /// A stretch from a point.
    public init(scaleX x: Double, y: Double, about center: Point) {
        self.init(a: x, b: 0, c: 0, d: y, tx: center.x * (1 - x), ty: center.y * (1 - y))
    }

    /// A slant: x' = x + `skewX`·y, y' = y + `skewY`·x.
    @inlinable
    public init(skewX x: Double, y: Double = 0) { self.init(a: 1, b: y, c: x, d: 1, tx: 0, ty: 0) }

    /// This map first, the other one after it.
    public func concatenating(_ other: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * other.a + b * other.c, b: a * other.b + b * other.d,
            c: c * other.a + d * other.c, d: c * other.b + d * other.d,
            tx: tx * other.a + ty * other.c + other.tx, ty: tx * other.b + ty * other.d + other.ty)
    }

    /// A turn about the origin, then this map.
    public func rotated(by angle: Angle) -> AffineTransform { AffineTransform(rotation: angle).concatenating(self) }

    /// A shift, then this map.
    public func translatedBy(x: Double, y: Double) -> AffineTransform {
        AffineTransform(translationX: x, y: y).concatenating(self)
    }

    /// A stretch from the origin, then this map.
    public func scaledBy(x: Double, y: Double) -> AffineTransform {
        AffineTransform(scaleX: x, y: y).concatenating(self)
    }

    /// How areas grow, negative where the plane is turned over.
    @inlinable
    public var determinant: Double { a * d - b * c }

    /// The map back; nil where the plane is squeezed into a line.
    public func inverted() -> AffineTransform? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
        return AffineTransform(a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
    }
}

extension Point {
    /// Where a map takes the point.
    @inlinable
    public func applying(_ transform: AffineTransform) -> Point {
        Point(
            x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
    }
}

extension Rect {
    /// The least upright rectangle that holds where a map takes this one.
    public func applying(_ transform: AffineTransform) -> Rect {
        let one = Rect(origin.applying(transform), Point(x: maxX, y: maxY).applying(transform))
        return one.union(
            Rect(Point(x: maxX, y: minY).applying(transform), Point(x: minX, y: maxY).applying(transform)))
    }
}
