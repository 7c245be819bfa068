// SPDX-License-Identifier: Apache-2.0

extension UnitCurve.Function {
    /// The value at a progress in 0...1.
    func value(at x: Double) -> Double {
        switch self {
        case .bezier(let bezier): return bezier.value(at: x)
        case .circularEaseIn: return Self.sag(x)
        case .circularEaseOut: return Self.rise(x)
        case .circularEaseInOut: return x < 0.5 ? Self.sag(2 * x) / 2 : 1 - Self.sag(2 - 2 * x) / 2
        case .circularEaseOutIn: return x < 0.5 ? Self.rise(2 * x) / 2 : 1 - Self.rise(2 - 2 * x) / 2
        case .cosine:
            // sin² keeps its digits next to 0, where 1 − cos cancels.
            let sine = Elementary.sin(.pi / 2 * x)
            return sine * sine
        case .arccosine:
            // Half the angle from its sine and cosine, since next to 0 the cosine alone has too few digits.
            return Elementary.atan2(x.squareRoot(), (1 - x).squareRoot()) / (.pi / 2)
        case .steps(let count, let jump):
            let levels = Double(count)
            let passed = (x * levels).rounded(.down)
            switch jump {
            case .end: return passed / levels
            case .start: return .minimum(1, (passed + 1) / levels)
            case .none: return .minimum(1, passed / (levels - 1))
            case .both: return (passed + 1) / (levels + 1)
            }
        }
    }

    /// The slope at a progress in 0...1; at the ends the limit from inside.
    func slope(at x: Double) -> Double {
        switch self {
        case .bezier(let bezier): return bezier.velocity(at: x)
        case .circularEaseIn: return Self.sagSlope(x)
        case .circularEaseOut: return Self.riseSlope(x)
        case .circularEaseInOut: return x < 0.5 ? Self.sagSlope(2 * x) : Self.sagSlope(2 - 2 * x)
        case .circularEaseOutIn: return x < 0.5 ? Self.riseSlope(2 * x) : Self.riseSlope(2 - 2 * x)
        case .cosine: return .pi / 2 * Elementary.sin(.pi * x)
        case .arccosine: return 1 / (.pi * (x * (1 - x)).squareRoot())
        case .steps: return 0
        }
    }

    /// 1 − √(1 − x²), without cancelling.
    private static func sag(_ x: Double) -> Double { x * x / (1 + ((1 - x) * (1 + x)).squareRoot()) }

    /// √(1 − (1 − x)²).
    private static func rise(_ x: Double) -> Double { (x * (2 - x)).squareRoot() }

    private static func sagSlope(_ x: Double) -> Double { x / ((1 - x) * (1 + x)).squareRoot() }

    private static func riseSlope(_ x: Double) -> Double { (1 - x) / (x * (2 - x)).squareRoot() }
}
