// SPDX-License-Identifier: Apache-2.0

/// A value of which a part, its `animatableData`, can be moved by an animation.
///
/// The protocol of SwiftUI. What lies between two values is a copy of one with the data between those of both.
public protocol Animatable {
    /// What an animation moves.
    associatedtype AnimatableData: VectorArithmetic

    /// The moving part, as a vector.
    var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
    /// The value itself.
    @inlinable
    public var animatableData: Self {
        get { self }
        set { self = newValue }
    }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
    /// Nothing: the value jumps.
    @inlinable
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

extension Animatable {
    /// The value with other data.
    @inlinable
    public func with(_ data: AnimatableData) -> Self {
        var copy = self
        copy.animatableData = data
        return copy
    }

    /// The value a part of the way to another: 0 is this one, 1 has the other's data; others extrapolate.
    @inlinable
    public func mixed(with other: Self, by amount: Double) -> Self {
        with(animatableData.interpolated(towards: other.animatableData, amount: amount))
    }
}

extension Double: Animatable {}
extension Float: Animatable {}
