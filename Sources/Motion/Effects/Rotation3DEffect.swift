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
