// SPDX-License-Identifier: Apache-2.0

/// How a segment's value progresses from one end to the other.
public enum MotionCurve: Sendable, Hashable {
    /// By a curve of the unit square, stretched over way and duration.
    case unit(UnitCurve)
    /// By a cubic polynomial with these velocities at its ends, in units of the value per second.
    case hermite(startVelocity: Double, endVelocity: Double)
    /// By a spring that starts with a velocity, in units of the value per second; time runs from the beginning, in seconds.
    case spring(Spring, initialVelocity: Double)

    /// The value is the progress.
    public static let linear = unit(.linear)
    /// Starts at rest.
    public static let easeIn = unit(.easeIn)
    /// Ends at rest.
    public static let easeOut = unit(.easeOut)
    /// Starts and ends at rest.
    public static let easeInOut = unit(.easeInOut)
    /// The value stays until the end, and is then the other one.
    public static let hold = unit(.hold)

    /// The cubic Bézier with these inner control points; x is clamped to 0...1, and a y that is not finite becomes its x.
    public static func bezier(x1: Double, y1: Double, x2: Double, y2: Double) -> MotionCurve {
        unit(.bezier(x1: x1, y1: y1, x2: x2, y2: y2))
    }

    /// The curve of the unit square; nil where velocities or a spring say how it moves.
    public var unitCurve: UnitCurve? {
        if case .unit(let curve) = self { return curve }
        return nil
    }
}

/// The wire form: that of the unit curve, or `hermite(v0,v1)`, or `spring(mass,stiffness,damping,v0)`.
///
/// A spring without stiffness is one that jumps.
extension MotionCurve: LosslessStringConvertible {
    /// The wire form, with the fewest digits that read back to the same numbers.
    public var description: String {
        switch self {
        case .unit(let curve): curve.description
        case .hermite(let start, let end): "hermite(\(Number.shortest(start)),\(Number.shortest(end)))"
        case .spring(let spring, let velocity):
            "spring(\(spring.physics.map(Number.shortest).joined(separator: ",")),\(Number.shortest(velocity)))"
        }
    }

    /// The curve a wire form describes; nil for any other text.
    public init?(_ description: String) {
        if let numbers = Number.arguments(of: "hermite", in: description) {
            guard numbers.count == 2 else { return nil }
            self = .hermite(startVelocity: numbers[0], endVelocity: numbers[1])
        } else if let numbers = Number.arguments(of: "spring", in: description) {
            guard numbers.count == 4, numbers[0] > 0, numbers[1] >= 0, numbers[2] >= 0 else { return nil }
            let spring = Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2])
            self = .spring(spring, initialVelocity: numbers[3])
        } else {
            guard let curve = UnitCurve(description) else { return nil }
            self = .unit(curve)
        }
    }
}

extension MotionCurve: TextCoded {
    static func refusal(of text: String) -> String {
        "'\(text)' is no curve; try easeInOut, cubic-bezier(…), hermite(…) or spring(…)"
    }
}
