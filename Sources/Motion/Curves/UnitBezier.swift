// SPDX-License-Identifier: Apache-2.0

/// The cubic Bézier of CSS Easing Level 1 from (0, 0) to (1, 1): x(s) = 3(1−s)²s·x1 + 3(1−s)s²·x2 + s³, y(s) likewise.
///
/// With x1 and x2 in 0...1, x never turns back, so each progress has one value; y is free.
struct UnitBezier: Sendable, Hashable {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    /// The curve with these inner control points; x is clamped to 0...1, and a y that is not finite becomes its x.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        let (x1, x2) = (UnitCurve.clamped(x1), UnitCurve.clamped(x2))
        self.init(unchecked: x1, y1.isFinite ? y1 : x1, x2, y2.isFinite ? y2 : x2)
    }

    private init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    /// The value at a progress in 0...1; exactly 0 and 1 at its ends.
    func value(at x: Double) -> Double {
        if x == 0 || x == 1 || isStraight { return x }
        if x > 0.5 { return 1 - reversed.value(at: 1 - x) }
        let s = parameter(at: x)
        let r = 1 - s
        return 3 * r * s * (r * y1 + s * y2) + s * s * s
    }

    /// The slope dy/dx at a progress in 0...1; at the ends the limit from inside.
    func velocity(at x: Double) -> Double {
        if isStraight { return 1 }
        if x > 0.5 { return reversed.velocity(at: 1 - x) }
        if x == 0 {
            // The first control point that is not the origin gives the direction.
            return x1 != 0 || y1 != 0 ? y1 / x1 : x2 != 0 || y2 != 0 ? y2 / x2 : 1
        }
        let s = parameter(at: x)
        let run = max(0, slope(s, x1, x2))
        let rise = slope(s, y1, y2)
        return rise == 0 ? 0 : rise / run
    }

    /// What is left of the curve after a progress inside 0...1, stretched (de Casteljau's cut).
    func tail(from x: Double) -> UnitBezier {
        if isStraight { return self }
        let s = parameter(at: x)
        let r = 1 - s
        /// The two inner coordinates of the cut curve, taken from its end (1, 1) so that nothing cancels.
        func cut(_ p1: Double, _ p2: Double) -> (Double, Double) {
            let (a, b) = (1 - p1, 1 - p2)
            let whole = r * r + 3 * r * s * a + 3 * s * s * b
            return (1 - (r * a + 2 * s * b) / whole, 1 - b / whole)
        }
        let (cutX, cutY) = (cut(x1, x2), cut(y1, y2))
        return UnitBezier(x1: cutX.0, y1: cutY.0, x2: cutX.1, y2: cutY.1)
    }

    /// True where y(s) = x(s) for every s.
    var isStraight: Bool { x1 == y1 && x2 == y2 }

    /// The same curve walked from its end: what happens near 1 is computed near 0, where doubles are dense.
    private var reversed: UnitBezier { UnitBezier(unchecked: 1 - x2, 1 - y2, 1 - x1, 1 - y1) }

    /// The s with x(s) = x: Newton's step while it stays in the bracket, else bisection.
    private func parameter(at x: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        var s = x
        for _ in 0..<128 {
            let excess = excess(s, over: x)
            if excess == 0 { break }
            if excess > 0 { high = s } else { low = s }
            let newton = s - excess / (3 * slope(s, x1, x2))
            let next = newton >= low && newton <= high ? newton : (low + high) / 2
            let step = abs(next - s)
            s = next
            if step <= 2 * s.ulp { break }
        }
        return s
    }

    /// x(s) − x.
    private func excess(_ s: Double, over x: Double) -> Double {
        let r = 1 - s
        if x1 > 0.5, x2 < 0.5 {
            // The curve may stand upright in the middle, where only x − ½ keeps enough digits:
            // x(s) = ½ + 4(s−½)³ − 3rs(r(1−x1) − s·x2).
            let u = s - 0.5
            return 4 * u * u * u - 3 * r * s * (r * (1 - x1) - s * x2) - (x - 0.5)
        }
        return 3 * r * s * (r * x1 + s * x2) + s * s * s - x
    }

    /// A third of the derivative by s of the coordinate with inner control values p1 and p2.
    private func slope(_ s: Double, _ p1: Double, _ p2: Double) -> Double {
        let r = 1 - s
        return r * r * p1 + 2 * r * s * (p2 - p1) + s * s * (1 - p2)
    }
}
