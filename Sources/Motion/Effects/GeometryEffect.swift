// SPDX-License-Identifier: Apache-2.0

/// A change of where something is drawn, by its size and what moves. The protocol of SwiftUI.
public protocol GeometryEffect: Animatable {
    /// Where points are drawn, with the origin in the top left corner of what is drawn.
    func effectValue(size: Size) -> ProjectionTransform

    /// Where others are told that points are: for hit tests, labels and what is laid out beside it.
    func reportedValue(size: Size) -> ProjectionTransform
}

extension GeometryEffect {
    /// The same as where they are drawn.
    public func reportedValue(size: Size) -> ProjectionTransform { effectValue(size: size) }

    /// The effect drawn alike, but reported as if there were none.
    public func ignoredByLayout() -> IgnoredByLayout<Self> { IgnoredByLayout(self) }
}

/// An effect that is drawn but not reported: others see the place before it.
public struct IgnoredByLayout<Effect: GeometryEffect>: GeometryEffect {
    /// The effect that is drawn.
    public var effect: Effect

    /// An effect that is drawn but not reported.
    public init(_ effect: Effect) {
        self.effect = effect
    }

    /// What moves in the effect.
    public var animatableData: Effect.AnimatableData {
        get { effect.animatableData }
        set { effect.animatableData = newValue }
    }

    /// Where points are drawn.
    public func effectValue(size: Size) -> ProjectionTransform { effect.effectValue(size: size) }

    /// Where they would be without it.
    public func reportedValue(size: Size) -> ProjectionTransform { .identity }
}

extension IgnoredByLayout: Sendable where Effect: Sendable {}
extension IgnoredByLayout: Equatable where Effect: Equatable {}
extension IgnoredByLayout: Hashable where Effect: Hashable {}
