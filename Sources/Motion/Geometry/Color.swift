// SPDX-License-Identifier: Apache-2.0

/// A colour: red, green and blue as encoded in sRGB, and its opacity; each 0...1 where it is shown.
///
/// Colours are mixed component by component as they are encoded, as CSS mixes
/// them. Sums and springs may leave 0...1; `clamped` brings them back.
public struct Color: Sendable, Hashable, Codable, VectorArithmetic, Animatable {
    /// Red, encoded.
    public var red: Double
    /// Green, encoded.
    public var green: Double
    /// Blue, encoded.
    public var blue: Double
    /// 0 is invisible, 1 hides what is behind.
    public var opacity: Double

    /// A colour by its components, 0...1.
    @inlinable
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// A grey from 0, black, to 1, white.
    @inlinable
    public init(white: Double, opacity: Double = 1) {
        self.init(red: white, green: white, blue: white, opacity: opacity)
    }

    /// A colour by its 24 bits, as `0xFF8800`.
    @inlinable
    public init(hex: UInt32, opacity: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255, blue: Double(hex & 0xFF) / 255,
            opacity: opacity)
    }

    /// Invisible black; the zero of the sums.
    @inlinable
    public static var zero: Color { Color(red: 0, green: 0, blue: 0, opacity: 0) }
    /// Black.
    public static let black = Color(white: 0)
    /// White.
    public static let white = Color(white: 1)
    /// Fully transparent.
    public static let clear = Color.zero

    /// The sums of the components.
    @inlinable
    public static func + (lhs: Color, rhs: Color) -> Color {
        Color(
            red: lhs.red + rhs.red, green: lhs.green + rhs.green, blue: lhs.blue + rhs.blue,
            opacity: lhs.opacity + rhs.opacity)
    }

    /// The differences of the components.
    @inlinable
    public static func - (lhs: Color, rhs: Color) -> Color {
        Color(
            red: lhs.red - rhs.red, green: lhs.green - rhs.green, blue: lhs.blue - rhs.blue,
            opacity: lhs.opacity - rhs.opacity)
    }

    /// Multiplies every component by a number.
    @inlinable
    public mutating func scale(by rhs: Double) {
        red *= rhs
        green *= rhs
        blue *= rhs
        opacity *= rhs
    }

    /// The sum of the squares of the components.
    @inlinable
    public var magnitudeSquared: Double { red * red + green * green + blue * blue + opacity * opacity }

    /// The colour a part of the way to another; 0 is this one, 1 the other.
    @inlinable
    public func mix(with other: Color, by fraction: Double) -> Color { interpolated(towards: other, amount: fraction) }

    /// The colour with its opacity multiplied.
    @inlinable
    public func opacity(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, opacity: opacity * factor)
    }

    /// The nearest colour that can be shown: every component in 0...1, and 0 for what is no number.
    public var clamped: Color {
        func unit(_ x: Double) -> Double { .minimum(1, .maximum(0, x)) }
        return Color(red: unit(red), green: unit(green), blue: unit(blue), opacity: unit(opacity))
    }
}
