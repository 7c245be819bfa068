// SPDX-License-Identifier: Apache-2.0

extension Path {
    /// The outline mapped. An affine map is exact, and so are the lines and ends of a perspective.
    ///
    /// The perspective of a Bézier is no Bézier: each curve becomes eight, which have the true positions and
    /// directions at their ends. Parts beside or behind the eye are left out.
    public func applying(_ transform: ProjectionTransform) -> Path {
        if let affine = transform.affine { return applying(affine) }
        var mapped = Path()
        var (here, first, visible) = (Point.zero, Point.zero, true)

        func image(_ point: Point) -> Point? {
            let image = point.applying(transform)
            return image.x.isFinite && image.y.isFinite ? image : nil
        }
        func line(to point: Point) {
            let shown = image(point)
            if let shown { visible ? mapped.addLine(to: shown) : mapped.move(to: shown) }
            (here, visible) = (point, shown != nil)
        }
        func curve(_ curve: CubicBezier) {
            for index in 0..<8 {
                let piece = curve.part(from: Double(index) / 8, to: Double(index + 1) / 8)
                if let p0 = image(piece.p0), let p3 = image(piece.p3) {
                    if !visible { mapped.move(to: p0) }
                    mapped.addCurve(
                        to: p3, control1: p0 + transform.derivative(at: piece.p0, along: piece.p1 - piece.p0),
                        control2: p3 + transform.derivative(at: piece.p3, along: piece.p2 - piece.p3))
                    visible = true
                } else {
                    visible = false
                }
            }
            here = curve.p3
            visible = image(here) != nil
        }
        for element in elements {
            switch element {
            case .move(let point):
                let shown = image(point)
                if let shown { mapped.move(to: shown) }
                (here, first, visible) = (point, point, shown != nil)
            case .line(let point): line(to: point)
            case .quadCurve(let point, let control): curve(CubicBezier(quadratic: here, control, point))
            case .curve(let point, let control1, let control2): curve(CubicBezier(here, control1, control2, point))
            case .closeSubpath:
                if visible { mapped.closeSubpath() }
                here = first
            }
        }
        return mapped
    }
}

extension ProjectionTransform {
    /// How the image of a point moves when the point moves along a vector: the quotient rule on (x', y')/w.
    func derivative(at point: Point, along way: Point) -> Point {
        let image = point.applying(self)
        let w = m13 * point.x + m23 * point.y + m33
        let dw = m13 * way.x + m23 * way.y
        return Point(
            x: (m11 * way.x + m21 * way.y - image.x * dw) / w, y: (m12 * way.x + m22 * way.y - image.y * dw) / w)
    }
}
