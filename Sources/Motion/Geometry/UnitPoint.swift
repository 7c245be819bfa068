// SPDX-License-Identifier: Apache-2.0

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
