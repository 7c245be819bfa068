// SPDX-License-Identifier: Apache-2.0

/// A value that can be added, and scaled by a number: all that an animation needs to go from one to another.
///
/// The protocol of SwiftUI, with its names. `scale(by:)` and the sums must be linear: what lies between two values is
/// `from + (to - from) * progress`, and a velocity is a value per second.
public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies every component by a number.
    mutating func scale(by rhs: Double)

    /// The sum of the squares of the components; a length where the components have one unit.
    var magnitudeSquared: Double { get }
}

extension VectorArithmetic {
    /// The value with every component multiplied by a number.
    @inlinable
    public func scaled(by rhs: Double) -> Self {
        var scaled = self
        scaled.scale(by: rhs)
        return scaled
    }

    /// Moves a part of the way to another value: 0 stays, 1 arrives, others extrapolate.
    @inlinable
    public mutating func interpolate(towards other: Self, amount: Double) {
        self = interpolated(towards: other, amount: amount)
    }

    /// The value a part of the way to another: 0 is this one, 1 the other, exactly; others extrapolate.
    @inlinable
    public func interpolated(towards other: Self, amount: Double) -> Self {
        amount == 1 ? other : self + (other - self).scaled(by: amount)
    }

    /// The value times a slope. Where the slope is infinite, as on an upright curve, a component that is 0 stays 0.
    func scaled(bySlope slope: Double) -> Self {
        scaled(by: .maximum(-.greatestFiniteMagnitude, .minimum(.greatestFiniteMagnitude, slope)))
    }
}

extension Double: VectorArithmetic {
    /// Multiplies by a number.
    @inlinable
    public mutating func scale(by rhs: Double) { self *= rhs }

    /// The square.
    @inlinable
    public var magnitudeSquared: Double { self * self }
}

extension Float: VectorArithmetic {
    /// Multiplies by a number, in double precision.
    @inlinable
    public mutating func scale(by rhs: Double) { self = Float(Double(self) * rhs) }

    /// The square, in double precision.
    @inlinable
    public var magnitudeSquared: Double { Double(self) * Double(self) }
}
