// SPDX-License-Identifier: Apache-2.0

/// A curve from (0, 0) to (1, 1): progress of time in, progress of value out. The type of SwiftUI, and more curves.
///
/// Most are the cubic Béziers of CSS Easing Level 1; a value may overshoot, as in CSS and in SwiftUI's timing curves.
/// Evaluation is real-time safe.
public struct UnitCurve: Sendable, Hashable {
    /// Where steps jump, named as in CSS Easing Level 1.
    public enum Jump: String, Sendable, Hashable, CaseIterable {
        /// At the beginning and between the levels: the value is 1/n at once.
        case start = "jump-start"
        /// Between the levels and at the end: the value is 0 for the first nth.
        case end = "jump-end"
        /// Only between the levels: the first is 0, the last 1.
        case none = "jump-none"
        /// At the beginning, between the levels and at the end.
        case both = "jump-both"
    }

    enum Function: Sendable, Hashable {
        case bezier(UnitBezier)
        case circularEaseIn
        case circularEaseOut
        case circularEaseInOut
        /// The inverse of the one before.
        case circularEaseOutIn
        case cosine
        /// The inverse of the one before.
        case arccosine
        case steps(Int, Jump)
    }

    let function: Function
    /// The curve is what the function is from this progress on, stretched; 0 for a Bézier, whose cuts are Béziers.
    let start: Double

    init(_ function: Function, start: Double = 0) {
        (self.function, self.start) = (function, start)
    }

    /// The value is the progress.
    public static let linear = bezier(x1: 0, y1: 0, x2: 1, y2: 1)
    /// Starts at rest.
    public static let easeIn = bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    /// Ends at rest.
    public static let easeOut = bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    /// Starts and ends at rest.
    public static let easeInOut = bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    /// 1 − √(1 − x²): starts at rest and ends upright, a quarter of a circle.
    public static let circularEaseIn = UnitCurve(.circularEaseIn)
    /// √(1 − (1 − x)²): starts upright and ends at rest.
    public static let circularEaseOut = UnitCurve(.circularEaseOut)
    /// One quarter of a circle and then the other, each of half the size.
    public static let circularEaseInOut = UnitCurve(.circularEaseInOut)
    /// (1 − cos πx)/2: how a pendulum of small amplitude swings. Up to 0.019 from `easeInOut`.
    public static let cosine = UnitCurve(.cosine)
    /// The value stays 0 until the end, and is then 1.
    public static let hold = steps(1)

    /// The curve with these inner control points; x is clamped to 0...1, and a y that is not finite becomes its x.
    public static func bezier(x1: Double, y1: Double, x2: Double, y2: Double) -> UnitCurve {
        UnitCurve(.bezier(UnitBezier(x1: x1, y1: y1, x2: x2, y2: y2)))
    }

    /// The curve with these inner control points, as in SwiftUI; their x is clamped to 0...1.
    public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
        bezier(x1: startControlPoint.x, y1: startControlPoint.y, x2: endControlPoint.x, y2: endControlPoint.y)
    }

    /// A staircase of `count` steps of equal time: at least one, and with no jump at the ends at least two.
    ///
    /// At a jump the value is the later one. With a jump at the beginning the value at 0 is not 0.
    public static func steps(_ count: Int, _ jump: Jump = .end) -> UnitCurve {
        UnitCurve(.steps(max(jump == .none ? 2 : 1, count), jump))
    }

    /// The inner control points of a Bézier; nil for any other curve.
    public var controlPoints: (x1: Double, y1: Double, x2: Double, y2: Double)? {
        guard case .bezier(let bezier) = function else { return nil }
        return (bezier.x1, bezier.y1, bezier.x2, bezier.y2)
    }

    /// The value at a progress of time, which is clamped to 0...1; exactly 1 at its end.
    @inline(__always)
    public func value(at progress: Double) -> Double {
        let x = Self.clamped(progress)
        if case .bezier(let bezier) = function { return bezier.value(at: x) }
        return other(at: x)
    }

    /// The slope dy/dx at a progress of time, which is clamped to 0...1; at the ends the limit from inside.
    ///
    /// It is infinite where the curve stands upright, as at 0 when x1 = 0 and y1 ≠ 0. The slope of steps is 0.
    public func velocity(at progress: Double) -> Double {
        let x = Self.clamped(progress)
        if case .bezier(let bezier) = function { return bezier.velocity(at: x) }
        if start == 0 { return function.slope(at: x) }
        return function.slope(at: start + (1 - start) * x) * (1 - start) / (1 - function.value(at: start))
    }

    /// What is left of the curve after a progress, stretched to run from (0, 0) to (1, 1) again.
    ///
    /// A Bézier leaves a Bézier. From 1 on it is `linear`, and also where the value is 1 already, since no way is
    /// left to stretch.
    public func tail(from progress: Double) -> UnitCurve {
        let x = Self.clamped(progress)
        if x == 0 { return self }
        if x == 1 { return .linear }
        if case .bezier(let bezier) = function { return UnitCurve(.bezier(bezier.tail(from: x))) }
        let cut = start + (1 - start) * x
        return cut < 1 && function.value(at: cut) < 1 ? UnitCurve(function, start: cut) : .linear
    }

    /// The curve with time and value exchanged: it finds the progress at which this one has a value.
    ///
    /// Only for curves that never turn back: a y outside 0...1 is clamped. For steps it is the first time at which
    /// they exceed a value; steps that were cut are taken whole.
    public var inverse: UnitCurve {
        let start = start == 0 ? 0 : function.value(at: start)
        return switch function {
        case .bezier(let bezier): .bezier(x1: bezier.y1, y1: bezier.x1, x2: bezier.y2, y2: bezier.x2)
        case .circularEaseIn: UnitCurve(.circularEaseOut, start: start)
        case .circularEaseOut: UnitCurve(.circularEaseIn, start: start)
        case .circularEaseInOut: UnitCurve(.circularEaseOutIn, start: start)
        case .circularEaseOutIn: UnitCurve(.circularEaseInOut, start: start)
        case .cosine: UnitCurve(.arccosine, start: start)
        case .arccosine: UnitCurve(.cosine, start: start)
        case .steps(let count, .end): .steps(count, .start)
        case .steps(let count, .start): .steps(count, .end)
        case .steps(let count, .none): .steps(count - 1, .both)
        case .steps(let count, .both): .steps(count < .max ? count + 1 : count, .none)
        }
    }

    /// The value at a progress in 0...1 of a curve that is no Bézier.
    private func other(at x: Double) -> Double {
        if x == 1 { return 1 }
        if start == 0 { return function.value(at: x) }
        let before = function.value(at: start)
        return (function.value(at: start + (1 - start) * x) - before) / (1 - before)
    }

    /// The number in 0...1 that is nearest; 0 for what is no number, and never -0.
    @inline(__always)
    static func clamped(_ x: Double) -> Double { 0 + .minimum(1, .maximum(0, x)) }
}
