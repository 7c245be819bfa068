// SPDX-License-Identifier: Apache-2.0

/// An upright rectangle: its top left corner, which is the least x and y, and its size, which is not negative.
public struct Rect: Sendable, Hashable, Codable, Animatable {
    /// The top left corner.
    public var origin: Point
    /// The sides.
    public var size: Size

    /// A rectangle by its top left corner and its sides.
    @inlinable
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// A rectangle by its top left corner and its sides.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// The least rectangle that holds two points.
    @inlinable
    public init(_ one: Point, _ other: Point) {
        let (x, y) = (Swift.min(one.x, other.x), Swift.min(one.y, other.y))
        self.init(x: x, y: y, width: Swift.max(one.x, other.x) - x, height: Swift.max(one.y, other.y) - y)
    }

    /// No size, at the origin.
    @inlinable
    public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

    /// Origin and size, as a vector.
    @inlinable
    public var animatableData: AnimatablePair<Point, Size> {
        get { AnimatablePair(origin, size) }
        set { (origin, size) = (newValue.first, newValue.second) }
    }

    /// The left side's x.
    @inlinable
    public var minX: Double { origin.x }
    /// The middle's x.
    @inlinable
    public var midX: Double { origin.x + size.width / 2 }
    /// The right side's x.
    @inlinable
    public var maxX: Double { origin.x + size.width }
    /// The top's y.
    @inlinable
    public var minY: Double { origin.y }
    /// The middle's y.
    @inlinable
    public var midY: Double { origin.y + size.height / 2 }
    /// The bottom's y.
    @inlinable
    public var maxY: Double { origin.y + size.height }
    /// The side to the right.
    @inlinable
    public var width: Double { size.width }
    /// The side downwards.
    @inlinable
    public var height: Double { size.height }
    /// The middle.
    @inlinable
    public var center: Point { Point(x: midX, y: midY) }

    /// The rectangle with every side moved inwards by these ways; outwards where they are negative.
    ///
    /// Where nothing would be left, the side is 0 and lies in the middle.
    public func insetBy(dx: Double, dy: Double) -> Rect {
        let (width, height) = (Swift.max(0, width - 2 * dx), Swift.max(0, height - 2 * dy))
        return Rect(x: midX - width / 2, y: midY - height / 2, width: width, height: height)
    }

    /// The rectangle moved.
    @inlinable
    public func offsetBy(dx: Double, dy: Double) -> Rect {
        Rect(origin: Point(x: origin.x + dx, y: origin.y + dy), size: size)
    }

    /// The least rectangle that holds both.
    public func union(_ other: Rect) -> Rect {
        let corner = Point(x: Swift.min(minX, other.minX), y: Swift.min(minY, other.minY))
        return Rect(corner, Point(x: Swift.max(maxX, other.maxX), y: Swift.max(maxY, other.maxY)))
    }

    /// Whether a point lies in it; the left side and the top belong to it, the right side and the bottom do not.
    @inlinable
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }
}
