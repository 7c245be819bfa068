// SPDX-License-Identifier: Apache-2.0

/// A turn: + is clockwise on screen, where y grows downwards. Two turns are different: 0° to 360° spins once.
///
/// Stored in degrees, so that the quarter turns are exact. On the wire it is a number of degrees.
public struct Angle: Sendable, Hashable, VectorArithmetic, Animatable {
    /// In degrees.
    public var degrees: Double

    /// In radians.
    @inlinable
    public var radians: Double {
        get { degrees * (.pi / 180) }
        set { degrees = newValue * (180 / .pi) }
    }

    /// An angle in degrees.
    @inlinable
    public init(degrees: Double) { self.degrees = degrees }

    /// An angle in radians.
    @inlinable
    public init(radians: Double) { self.degrees = radians * (180 / .pi) }

    /// An angle in degrees.
    @inlinable
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// An angle in radians.
    @inlinable
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// No turn.
    @inlinable
    public static var zero: Angle { Angle(degrees: 0) }

    /// One turn after the other.
    @inlinable
    public static func + (lhs: Angle, rhs: Angle) -> Angle { Angle(degrees: lhs.degrees + rhs.degrees) }

    /// The turn from the right-hand angle to the left-hand one.
    @inlinable
    public static func - (lhs: Angle, rhs: Angle) -> Angle { Angle(degrees: lhs.degrees - rhs.degrees) }

    /// Multiplies by a number.
    @inlinable
    public mutating func scale(by rhs: Double) { degrees *= rhs }

    /// The square, in degrees.
    @inlinable
    public var magnitudeSquared: Double { degrees * degrees }

    /// The sine, exact at the quarter turns.
    public var sine: Double { Angle.cosine(ofDegrees: degrees - 90) }

    /// The cosine, exact at the quarter turns.
    public var cosine: Double { Angle.cosine(ofDegrees: degrees) }

    /// The same direction in -180° ..< 180°.
    public var wrapped: Angle {
        let rest = degrees.remainder(dividingBy: 360)
        return Angle(degrees: rest == 180 ? -180 : rest)
    }

    /// The same direction, moved by whole turns as near to another angle as possible, so that a heading is continuous.
    public func unwrapped(near other: Angle) -> Angle {
        Angle(degrees: other.degrees + (degrees - other.degrees).remainder(dividingBy: 360))
    }

    private static func cosine(ofDegrees degrees: Double) -> Double {
        // Most angles are less than a half turn, for which the remainder is the angle.
        let rest = abs(abs(degrees) <= 180 ? degrees : degrees.remainder(dividingBy: 360))
        if rest == 90 { return 0 }
        // Beyond a quarter turn by the rest of the half turn, a smaller angle, of which the radians are more exact.
        return rest > 90 ? -Elementary.cos((180 - rest) * (.pi / 180)) : Elementary.cos(rest * (.pi / 180))
    }
}

extension Angle: Codable {
    /// Reads a number of degrees.
    public init(from decoder: any Decoder) throws {
        degrees = try decoder.singleValueContainer().decode(Double.self)
    }

    /// Writes the number of degrees.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(degrees)
    }
}

extension Angle: Comparable {
    /// Whether one is the smaller turn.
    @inlinable
    public static func < (lhs: Angle, rhs: Angle) -> Bool { lhs.degrees < rhs.degrees }
}
