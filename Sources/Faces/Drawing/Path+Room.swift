// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

extension Path {
    /// An upright rectangle that holds where a map takes the outline, and its control points; nil where it has none, or
    /// where one of them is not finite.
    func room(under transform: AffineTransform) -> Rect? {
        var (least, most) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        var isFinite = true
        func include(_ point: Point) {
            let point = point.applying(transform)
            isFinite = isFinite && point.x.isFinite && point.y.isFinite
            least = Point(x: .minimum(least.x, point.x), y: .minimum(least.y, point.y))
            most = Point(x: .maximum(most.x, point.x), y: .maximum(most.y, point.y))
        }
        for element in elements {
            switch element {
            case .move(let point), .line(let point): include(point)
            case .quadCurve(let point, let control):
                include(point)
                include(control)
            case .curve(let point, let control1, let control2):
                include(point)
                include(control1)
                include(control2)
            case .closeSubpath: break
            }
        }
        return isFinite && least.x <= most.x ? Rect(least, most) : nil
    }
}
