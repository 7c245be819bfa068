// SPDX-License-Identifier: Apache-2.0

/// A shift.
public struct OffsetEffect: GeometryEffect, Sendable, Hashable {
    /// How far, to the right and downwards.
    public var offset: Size

    /// A shift to the right and downwards.
    public init(_ offset: Size) {
        self.offset = offset
    }

    /// The shift.
    public var animatableData: Size {
        get { offset }
        set { offset = newValue }
    }

    /// The shift.
    public func effectValue(size: Size) -> ProjectionTransform {
        ProjectionTransform(AffineTransform(translationX: offset.width, y: offset.height))
    }
}
