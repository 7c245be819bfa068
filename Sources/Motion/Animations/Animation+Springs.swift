// SPDX-License-Identifier: Apache-2.0

// SwiftUI's `blendDuration` is how long a change of the response of a spring in flight takes. It has no closed form and
// is accepted and ignored: the new response counts at once, and the velocity goes on without a jump.
extension Animation {
    /// Half a second without bounce.
    public static let spring = spring(Spring())
    /// A spring of half a second without bounce.
    public static let smooth = spring(.smooth)
    /// A spring of half a second with a little bounce.
    public static let snappy = spring(.snappy)
    /// A spring of half a second with more bounce.
    public static let bouncy = spring(.bouncy)
    /// A spring for what follows a finger: 0.15 s, damped by 0.86.
    public static let interactiveSpring = interactiveSpring()

    /// By a spring; a change in flight carries its velocity on.
    public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Animation {
        Animation(.spring(spring, initialVelocity: 0))
    }

    /// By a spring with a response in seconds and a part of the critical damping.
    public static func spring(
        response: Double, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Animation {
        spring(Spring(response: response, dampingRatio: dampingFraction), blendDuration: blendDuration)
    }

    /// By a spring with a perceptual duration in seconds and a bounce.
    public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
        spring(Spring(duration: duration, bounce: bounce), blendDuration: blendDuration)
    }

    /// By a spring without bounce, but for what is asked for.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.smooth(duration: duration, extraBounce: extraBounce))
    }

    /// By a spring with a bounce of 0.15, and what is asked for.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.snappy(duration: duration, extraBounce: extraBounce))
    }

    /// By a spring with a bounce of 0.3, and what is asked for.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(.bouncy(duration: duration, extraBounce: extraBounce))
    }

    /// By a spring for what follows a finger.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }

    /// By a spring for what follows a finger, with a bounce of 0.14 and what is asked for.
    public static func interactiveSpring(
        duration: Double, extraBounce: Double = 0, blendDuration: Double = 0.25
    ) -> Animation {
        spring(duration: duration, bounce: 0.14 + extraBounce, blendDuration: blendDuration)
    }

    /// By a spring that starts with a velocity, in ways per second, which is added to that of a change in flight.
    ///
    /// SwiftUI lets the old movement run on and adds the new one; for two alike springs the movement is equal.
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Animation {
        Animation(.spring(spring, initialVelocity: initialVelocity.isFinite ? initialVelocity : 0))
    }

    /// By a spring with these physics that starts with a velocity, in ways per second.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
        interpolatingSpring(
            Spring(mass: mass, stiffness: stiffness, damping: damping), initialVelocity: initialVelocity)
    }

    /// By a spring with a perceptual duration in seconds and a bounce that starts with a velocity, in ways per second.
    public static func interpolatingSpring(
        duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Animation {
        interpolatingSpring(Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
    }
}
