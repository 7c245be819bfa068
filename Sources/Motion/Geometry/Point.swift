// SPDX-License-Identifier: Apache-2.0

/// A place in the plane, or a way in it: x grows to the right, y downwards.
public struct Point: Sendable, Hashable, Codable, VectorArithmetic, Animatable {
    /// To the right.
    public var x: Double
    /// Downwards.
    public var y: Double

    /// A point by its coordinates.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    @inlinable
    public static var zero: Point { Point(x: 0, y: 0) }

    /// The sum of the coordinates.
    @inlinable
    public static func + (lhs: Point, rhs: Point) -> Point { Point(x: lhs.x + rhs.x, y: lhs.y + rhs.y) }

    /// The difference of the coordinates: the way from the right-hand point to the left-hand one.
    @inlinable
    public static func - (lhs: Point, rhs: Point) -> Point { Point(x: lhs.x - rhs.x, y: lhs.y - rhs.y) }

    /// Every coordinate times a number.
    @inlinable
    public static func * (lhs: Point, rhs: Double) -> Point { Point(x: lhs.x * rhs, y: lhs.y * rhs) }

    /// Multiplies both coordinates by a number.
    @inlinable
    public mutating func scale(by rhs: Double) {
        x *= rhs
        y *= rhs
    }

    /// The square of the distance from the origin.
    @inlinable
    public var magnitudeSquared: Double { x * x + y * y }

    /// The distance from the origin.
    @inlinable
    public var length: Double { magnitudeSquared.squareRoot() }

    /// The distance to another point.
    @inlinable
    public func distance(to other: Point) -> Double { (other - self).length }

    /// The direction from the origin: 0° to the right, + clockwise on screen, in (-180°, 180°]; 0° at the origin.
    public var angle: Angle { .radians(Elementary.atan2(y, x)) }

    /// The point at a distance from the origin in a direction.
    public static func polar(radius: Double, angle: Angle) -> Point {
        Point(x: radius * angle.cosine, y: radius * angle.sine)
    }
}
