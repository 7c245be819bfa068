// SPDX-License-Identifier: Apache-2.0

/// A mass on a spring with a damper, and how it moves: value and velocity at any time in closed form.
///
/// The names of SwiftUI. With stiffness k, damping c and mass m, ω0 = √(k/m) and ζ = c/(2√(km)): below 1 it
/// overshoots, at 1 it arrives as fast as it can without, above 1 it creeps. Evaluation is real-time safe.
public struct Spring: Sendable, Hashable {
    /// m, above 0.
    public let mass: Double
    /// k, above 0; infinite where the spring jumps.
    public let stiffness: Double
    /// c, 0 or more.
    public let damping: Double

    /// ω0, in radians per second.
    let frequency: Double
    /// ζω0, per second: the rate at which the swing decays.
    let decay: Double
    /// Below ζ = 1 ωd = ω0√(1−ζ²), above it ω0√(ζ²−1), in radians per second; 0 where ζ is 1.
    let split: Double
    let kind: Kind

    enum Kind: UInt8 { case under, critical, over, rigid }

    /// A spring by its physics. A mass that is not above 0 counts as 1, and what is below 0 as 0.
    ///
    /// A spring without stiffness would never reach its target, so it jumps, as one of infinite stiffness does.
    public init(mass: Double = 1, stiffness: Double, damping: Double) {
        let mass = mass > 0 && mass.isFinite ? mass : 1
        let damping = Double.maximum(0, damping)
        let frequency = (Double.maximum(0, stiffness) / mass).squareRoot()
        let decay = damping / (2 * mass)
        let ratio = decay / frequency
        self.mass = mass
        if !(frequency > 0 && frequency.isFinite && ratio.isFinite) {
            (self.stiffness, self.damping) = (.infinity, 0)
            (self.frequency, self.decay, split, kind) = (.infinity, 0, 0, .rigid)
            return
        }
        (self.stiffness, self.damping, self.frequency, self.decay) = (stiffness, damping, frequency, decay)
        // By two roots, which neither cancel next to ζ = 1 nor overflow far from it.
        split = frequency * abs(ratio - 1).squareRoot() * (ratio + 1).squareRoot()
        kind = ratio < 1 ? .under : ratio > 1 ? .over : .critical
    }

    /// A spring by its response, the period it would have without damping, in seconds, and ζ.
    ///
    /// ω0 = 2π/response, m = 1. A response of 0 or less is infinitely stiff: such a spring jumps.
    public init(response: Double, dampingRatio: Double) {
        let frequency = response > 0 ? 2 * .pi / response : .infinity
        self.init(stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency)
    }

    /// A spring by its perceptual duration in seconds, its response, and its bounce.
    ///
    /// ζ is 1 − bounce for a bounce of 0...1, where 1 swings without end, and 1/(1 + bounce) for one between −1 and 0.
    public init(duration: Double = 0.5, bounce: Double = 0) {
        let bounce = Double.maximum(-1, .minimum(1, bounce))
        self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    }

    /// Half a second without bounce.
    public static let smooth = smooth()
    /// Half a second with a bounce of 0.15.
    public static let snappy = snappy()
    /// Half a second with a bounce of 0.3.
    public static let bouncy = bouncy()

    /// A spring without bounce, but for what is asked for.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: extraBounce)
    }

    /// A spring with a bounce of 0.15, and what is asked for.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// A spring with a bounce of 0.3, and what is asked for.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
        Spring(duration: duration, bounce: 0.3 + extraBounce)
    }

    /// The period it would have without damping, in seconds; 0 where it jumps.
    public var response: Double { kind == .rigid ? 0 : 2 * .pi / frequency }

    /// ζ, the damping as a part of the least damping without overshoot.
    public var dampingRatio: Double { kind == .rigid ? 1 : decay / frequency }

    /// The perceptual duration in seconds: the response.
    public var duration: Double { response }

    /// 1 − ζ, or 1/ζ − 1 above ζ = 1.
    public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
}
