// SPDX-License-Identifier: Apache-2.0

public import Motion

/// A trapezoid that stands on its wide side, with round corners: the body of a metronome.
public struct RoundedTrapezoid: Sendable, Hashable {
    /// The width of the top as a part of that of the base.
    public var top: Double
    /// How far along the edges a corner at the top begins.
    public var topCorner: Double
    /// How far along the edges a corner at the base begins.
    public var baseCorner: Double

    /// A shape by the part of the base that its top is wide; corners in points, 0 for sharp ones.
    public init(top: Double, topCorner: Double = 0, baseCorner: Double = 0) {
        self.top = top
        self.topCorner = topCorner
        self.baseCorner = baseCorner
    }

    /// The outline that fills a rectangle, clockwise on screen. Every corner is a quadratic curve whose ends lie on
    /// the two edges, `corner` along the level edge and `corner` in height along the slanted one.
    public func path(in rect: Rect) -> Path {
        /// How far a slanted edge goes sideways while it goes down by this much.
        func slant(_ height: Double) -> Double { height * (1 - top) / 2 * rect.width / rect.height }
        let inset = slant(rect.height)
        func point(_ x: Double, _ y: Double) -> Point { Point(x: rect.minX + x, y: rect.minY + y) }
        let (width, height) = (rect.width, rect.height)
        let right = width - inset
        return Path { path in
            path.move(to: point(inset + topCorner, 0))
            path.addLine(to: point(right - topCorner, 0))
            path.addQuadCurve(to: point(right + slant(topCorner), topCorner), control: point(right, 0))
            path.addLine(to: point(width - slant(baseCorner), height - baseCorner))
            path.addQuadCurve(to: point(width - baseCorner, height), control: point(width, height))
            path.addLine(to: point(baseCorner, height))
            path.addQuadCurve(to: point(slant(baseCorner), height - baseCorner), control: point(0, height))
            path.addLine(to: point(inset - slant(topCorner), topCorner))
            path.addQuadCurve(to: point(inset + topCorner, 0), control: point(inset, 0))
            path.closeSubpath()
        }
    }
}
