// SPDX-License-Identifier: Apache-2.0

/// A cubic Bézier in the plane: b(t) = (1−t)³p0 + 3(1−t)²t·p1 + 3(1−t)t²·p2 + t³p3, with t in 0...1.
public struct CubicBezier: Sendable, Hashable {
    /// Where it starts.
    public var p0: Point
    /// The control point of its start: it leaves in this direction.
    public var p1: Point
    /// The control point of its end: it arrives from this direction.
    public var p2: Point
    /// Where it ends.
    public var p3: Point

    /// A curve by its control points.
    @inlinable
    public init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
    }

    /// A straight line at a constant speed.
    public init(line p0: Point, _ p3: Point) {
        self.init(p0, p0.interpolated(towards: p3, amount: 1 / 3), p3.interpolated(towards: p0, amount: 1 / 3), p3)
    }

    /// A quadratic curve, exactly.
    public init(quadratic p0: Point, _ control: Point, _ p3: Point) {
        self.init(
            p0, p0.interpolated(towards: control, amount: 2 / 3), p3.interpolated(towards: control, amount: 2 / 3), p3)
    }

    /// The point at a parameter.
    @inlinable
    public func point(at t: Double) -> Point {
        let r = 1 - t
        return p0 * (r * r * r) + p1 * (3 * r * r * t) + p2 * (3 * r * t * t) + p3 * (t * t * t)
    }

    /// The derivative by t at a parameter.
    @inlinable
    public func derivative(at t: Double) -> Point {
        let r = 1 - t
        return ((p1 - p0) * (r * r) + (p2 - p1) * (2 * r * t) + (p3 - p2) * (t * t)) * 3
    }

    /// The direction of travel at a parameter, as a vector of length 1; (0, 0) only where all points are one.
    ///
    /// Where the derivative vanishes, at an end with a control point on it or at a cusp, it is the limit from inside.
    public func tangent(at t: Double) -> Point {
        let reach = Swift.max((p1 - p0).length, (p2 - p1).length, (p3 - p2).length)
        guard reach > 0, reach.isFinite else { return .zero }
        var direction = derivative(at: t)
        if direction.length <= 1e-9 * reach {
            // By Taylor the next derivative that does not vanish gives the direction; seen backwards from the end the
            // second one has the opposite sign.
            let sign: Double = t < 1 ? 1 : -1
            let second = (p2 - p1 * 2 + p0) * (1 - t) + (p3 - p2 * 2 + p1) * t
            direction = second * sign
            if direction.length <= 1e-9 * reach { direction = p3 - p2 * 3 + p1 * 3 - p0 }
        }
        return direction * (1 / direction.length)
    }

    /// The part between two parameters (de Casteljau's cut, twice).
    public func part(from start: Double, to end: Double) -> CubicBezier {
        let (from, to) = (point(at: start), point(at: end))
        let third = (end - start) / 3
        return CubicBezier(from, from + derivative(at: start) * third, to - derivative(at: end) * third, to)
    }

    /// The curve whose control points a map has moved, which is the map of the curve.
    public func applying(_ transform: AffineTransform) -> CubicBezier {
        CubicBezier(
            p0.applying(transform), p1.applying(transform), p2.applying(transform), p3.applying(transform))
    }

    /// The least upright rectangle that holds the curve, exactly: its ends and where it turns back in x or y.
    public var boundingRect: Rect {
        var box = Rect(p0, p3)
        func include(_ t: Double) {
            guard t > 0, t < 1 else { return }
            let point = point(at: t)
            box = box.union(Rect(point, point))
        }
        /// Where the derivative of one coordinate, a quadratic, is 0.
        func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
            let (v0, v1, v2) = (b - a, c - b, d - c)
            let (square, half) = (v0 - 2 * v1 + v2, v1 - v0)
            if square == 0 {
                include(-v0 / (2 * half))
            } else {
                let root = half * half - square * v0
                guard root >= 0 else { return }
                // The larger root first, the other from the product of both: nothing cancels.
                let sum = -(half + (half < 0 ? -root.squareRoot() : root.squareRoot()))
                include(sum / square)
                include(v0 / sum)
            }
        }
        turns(p0.x, p1.x, p2.x, p3.x)
        turns(p0.y, p1.y, p2.y, p3.y)
        return box
    }

    /// The length of the part between two parameters, by Gauss and Legendre's rule with 16 points.
    func length(from start: Double, to end: Double) -> Double {
        let (half, middle) = ((end - start) / 2, (end + start) / 2)
        func pair(_ node: Double, _ weight: Double) -> Double {
            weight * (derivative(at: middle - half * node).length + derivative(at: middle + half * node).length)
        }
        let inner =
            pair(0.0950125098376374402, 0.1894506104550684963) + pair(0.2816035507792589132, 0.1826034150449235889)
            + pair(0.4580167776572273863, 0.1691565193950025382) + pair(0.6178762444026437484, 0.1495959888165767321)
        let outer =
            pair(0.7554044083550030339, 0.1246289712555338720) + pair(0.8656312023878317439, 0.0951585116824927848)
            + pair(0.9445750230732325761, 0.0622535239386478929) + pair(0.9894009349916499326, 0.0271524594117540949)
        return half * (inner + outer)
    }

    /// The length, to about 12 digits.
    public var length: Double {
        var sum = 0.0
        forEachSmoothPart { _, _, length in sum += length }
        return sum
    }

    /// Calls with parts of the curve, in order, whose length the 16-point rule gives to about 12 digits.
    func forEachSmoothPart(_ body: (_ start: Double, _ end: Double, _ length: Double) -> Void) {
        func visit(_ start: Double, _ end: Double, _ whole: Double, _ depth: Int) {
            let middle = (start + end) / 2
            let (left, right) = (length(from: start, to: middle), length(from: middle, to: end))
            // Where the length is no number, halving ends too.
            if depth == 0 || !(abs(left + right - whole) > 1e-13 * whole) {
                body(start, end, left + right)
            } else {
                visit(start, middle, left, depth - 1)
                visit(middle, end, right, depth - 1)
            }
        }
        visit(0, 1, length(from: 0, to: 1), 16)
    }
}
