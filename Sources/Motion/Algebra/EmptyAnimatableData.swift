// SPDX-License-Identifier: Apache-2.0

/// The vector of no components: the data of what cannot be animated.
public struct EmptyAnimatableData: VectorArithmetic, Animatable, Sendable, Hashable, Codable {
    /// The only one there is.
    @inlinable
    public init() {}

    /// The only one there is.
    @inlinable
    public static var zero: EmptyAnimatableData { EmptyAnimatableData() }

    /// Nothing.
    @inlinable
    public static func + (lhs: EmptyAnimatableData, rhs: EmptyAnimatableData) -> EmptyAnimatableData { lhs }

    /// Nothing.
    @inlinable
    public static func - (lhs: EmptyAnimatableData, rhs: EmptyAnimatableData) -> EmptyAnimatableData { lhs }

    /// Does nothing.
    @inlinable
    public mutating func scale(by rhs: Double) {}

    /// 0.
    @inlinable
    public var magnitudeSquared: Double { 0 }

    /// The vector itself.
    @inlinable
    public var animatableData: EmptyAnimatableData {
        get { self }
        set {}
    }
}
