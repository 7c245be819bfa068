// SPDX-License-Identifier: Apache-2.0

// SIMD vectors already add and subtract; the standard library only does not say so with AdditiveArithmetic.
extension SIMD2: @retroactive AdditiveArithmetic where Scalar: BinaryFloatingPoint {}
extension SIMD3: @retroactive AdditiveArithmetic where Scalar: BinaryFloatingPoint {}
extension SIMD4: @retroactive AdditiveArithmetic where Scalar: BinaryFloatingPoint {}
extension SIMD8: @retroactive AdditiveArithmetic where Scalar: BinaryFloatingPoint {}

extension SIMD2: VectorArithmetic, Animatable where Scalar: BinaryFloatingPoint {}
extension SIMD3: VectorArithmetic, Animatable where Scalar: BinaryFloatingPoint {}
extension SIMD4: VectorArithmetic, Animatable where Scalar: BinaryFloatingPoint {}
extension SIMD8: VectorArithmetic, Animatable where Scalar: BinaryFloatingPoint {}

extension SIMD where Self: VectorArithmetic, Scalar: BinaryFloatingPoint {
    /// Multiplies every component by a number, in the components' precision.
    @inlinable
    public mutating func scale(by rhs: Double) { self *= Scalar(rhs) }

    /// The sum of the squares of the components.
    @inlinable
    public var magnitudeSquared: Double { Double((self * self).sum()) }
}
