// SPDX-License-Identifier: Apache-2.0

/// A body that is narrower at its top, with round corners: the metronome's.
public struct RoundedTrapezoid: Animatable, Sendable, Hashable {
    /// The width of the top as a part of the base's.
    public var topFraction: Double
    /// How much of the sides the upper corners take: along the top, and in height.
    public var topCorners: Size
    /// How much of the sides the lower corners take: along the base, and in height.
    public var bottomCorners: Size

    /// A body by its top's part of the base, and its corners.
    public init(topFraction: Double, topCorners: Size = .zero, bottomCorners: Size = .zero) {
        (self.topFraction, self.topCorners, self.bottomCorners) = (topFraction, topCorners, bottomCorners)
    }

    /// The top's part of the base, and the corners.
    public var animatableData: AnimatablePair<Double, AnimatablePair<Size, Size>> {
        get { AnimatablePair(topFraction, AnimatablePair(topCorners, bottomCorners)) }
        set {
            (topFraction, topCorners, bottomCorners) = (newValue.first, newValue.second.first, newValue.second.second)
        }
    }

    /// The outline in a rectangle, clockwise on screen from the middle of the top.
    ///
    /// Corners are quadratic curves between points on the two sides: on the slanted one, which goes inwards by
    /// (base − top)/2 over the height, at the corner's own height.
    public func path(in rect: Rect) -> Path {
        let inset = rect.width * (1 - topFraction) / 2
        let slant = rect.height > 0 ? inset / rect.height : 0
        let (left, right) = (rect.minX, rect.maxX)
        let (top, bottom) = (rect.minY, rect.maxY)
        var path = Path()
        func corner(_ at: Point, _ size: Size, before: Point, after: Point) {
            if size == .zero { return path.addLine(to: at) }
            path.addLine(to: before)
            path.addQuadCurve(to: after, control: at)
        }
        path.move(to: Point(x: rect.midX, y: top))
        corner(
            Point(x: right - inset, y: top), topCorners,
            before: Point(x: right - inset - topCorners.width, y: top),
            after: Point(x: right - inset + slant * topCorners.height, y: top + topCorners.height))
        corner(
            Point(x: right, y: bottom), bottomCorners,
            before: Point(x: right - slant * bottomCorners.height, y: bottom - bottomCorners.height),
            after: Point(x: right - bottomCorners.width, y: bottom))
        corner(
            Point(x: left, y: bottom), bottomCorners,
            before: Point(x: left + bottomCorners.width, y: bottom),
            after: Point(x: left + slant * bottomCorners.height, y: bottom - bottomCorners.height))
        corner(
            Point(x: left + inset, y: top), topCorners,
            before: Point(x: left + inset - slant * topCorners.height, y: top + topCorners.height),
            after: Point(x: left + inset + topCorners.width, y: top))
        path.closeSubpath()
        return path
    }
}
