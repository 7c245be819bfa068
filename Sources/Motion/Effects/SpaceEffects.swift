// SPDX-License-Identifier: Apache-2.0

/// A turn in space about an axis, seen in perspective. The numbers of SwiftUI's `rotation3DEffect`.
public struct Rotation3DEffect: GeometryEffect, Sendable, Hashable {
    /// How far.
    public var angle: Angle
    /// The direction of the axis: to the right, downwards, towards the eye.
    public var axis: SIMD3<Double>
    /// A place the axis goes through.
    public var anchor: UnitPoint
    /// How far the axis lies in front of what is drawn.
    public var anchorZ: Double
    /// 1 puts the eye as far away as the longer side; 0 is a parallel view.
    public var perspective: Double

    /// A turn in space.
    public init(
        _ angle: Angle, axis: (x: Double, y: Double, z: Double), anchor: UnitPoint = .center, anchorZ: Double = 0,
        perspective: Double = 1
    ) {
        self.angle = angle
        self.axis = [axis.x, axis.y, axis.z]
        (self.anchor, self.anchorZ, self.perspective) = (anchor, anchorZ, perspective)
    }

    /// Angle and axis; place, depth and perspective.
    public var animatableData: AnimatablePair<AnimatablePair<Angle, SIMD3<Double>>, SIMD4<Double>> {
        get { AnimatablePair(AnimatablePair(angle, axis), [anchor.x, anchor.y, anchorZ, perspective]) }
        set {
            (angle, axis) = (newValue.first.first, newValue.first.second)
            let rest = newValue.second
            (anchor.x, anchor.y, anchorZ, perspective) = (rest.x, rest.y, rest.z, rest.w)
        }
    }

    /// The turn, with the eye at a distance of the longer side over the perspective.
    public func effectValue(size: Size) -> ProjectionTransform {
        ProjectionTransform(
            rotation: angle, axis: (axis.x, axis.y, axis.z), about: anchor.point(in: size), anchorZ: anchorZ,
            distance: perspective > 0 ? Swift.max(size.width, size.height) / perspective : .infinity)
    }
}

/// A card that is turned over about its middle, with a front and a back. Which one shows follows from the angle alone.
public struct FlipEffect: GeometryEffect, Sendable, Hashable {
    /// How far it has been turned since it showed its front; 360° is once round.
    public var angle: Angle
    /// The direction of the axis, in the card's plane.
    public var axis: SIMD2<Double>

    /// A card turned about an axis in its plane.
    public init(_ angle: Angle, axis: (x: Double, y: Double) = (x: 0, y: 1)) {
        self.angle = angle
        self.axis = [axis.x, axis.y]
    }

    /// The angle.
    public var animatableData: Angle {
        get { angle }
        set { angle = newValue }
    }

    /// Whether the back shows: from 90° up to 270°, and so in every turn.
    public var isFlipped: Bool {
        let angle = angle.wrapped.degrees
        return angle >= 90 || angle < -90
    }

    /// How often it has been turned from front to back; a card that changes its picture then shows this one.
    public var flips: Int {
        let turns = ((angle.degrees + 270) / 360).rounded(.down)
        return Int(exactly: turns) ?? 0
    }

    /// The turn, with the eye as far away as the card's longer side.
    public func effectValue(size: Size) -> ProjectionTransform {
        Rotation3DEffect(angle, axis: (axis.x, axis.y, 0)).effectValue(size: size)
    }
}
