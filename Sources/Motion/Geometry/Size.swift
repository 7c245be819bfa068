// SPDX-License-Identifier: Apache-2.0

/// A width and a height.
public struct Size: Sendable, Hashable, Codable, VectorArithmetic, Animatable {
    /// To the right.
    public var width: Double
    /// Downwards.
    public var height: Double

    /// A size by its sides.
    @inlinable
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No width and no height.
    @inlinable
    public static var zero: Size { Size(width: 0, height: 0) }

    /// The sums of the sides.
    @inlinable
    public static func + (lhs: Size, rhs: Size) -> Size {
        Size(width: lhs.width + rhs.width, height: lhs.height + rhs.height)
    }

    /// The differences of the sides.
    @inlinable
    public static func - (lhs: Size, rhs: Size) -> Size {
        Size(width: lhs.width - rhs.width, height: lhs.height - rhs.height)
    }

    /// Multiplies both sides by a number.
    @inlinable
    public mutating func scale(by rhs: Double) {
        width *= rhs
        height *= rhs
    }

    /// The square of the diagonal.
    @inlinable
    public var magnitudeSquared: Double { width * width + height * height }
}
