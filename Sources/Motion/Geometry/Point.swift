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

/// A place in a rectangle as a part of its width and height: (0, 0) is its top left corner, (1, 1) its bottom right.
public struct UnitPoint: Sendable, Hashable, Codable, Animatable {
    /// Part of the width.
    public var x: Double
    /// Part of the height.
    public var y: Double

    /// A place by its parts of the width and the height.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// (0, 0), the top left corner.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// (½, 0), the middle of the top.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// (1, 0), the top right corner.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// (0, ½), the middle of the left side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// (½, ½).
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// (1, ½), the middle of the right side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// (0, 1), the bottom left corner.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// (½, 1), the middle of the bottom.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// (1, 1), the bottom right corner.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)

    /// Both parts, as a vector.
    @inlinable
    public var animatableData: Point {
        get { Point(x: x, y: y) }
        set { (x, y) = (newValue.x, newValue.y) }
    }

    /// The place in a rectangle of this size whose top left corner is the origin.
    @inlinable
    public func point(in size: Size) -> Point { Point(x: x * size.width, y: y * size.height) }

    /// The place in a rectangle.
    @inlinable
    public func point(in rect: Rect) -> Point { rect.origin + point(in: rect.size) }
}
