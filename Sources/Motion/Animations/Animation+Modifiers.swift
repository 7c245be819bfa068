// SPDX-License-Identifier: Apache-2.0

// They nest from the outside in: `.delay(d).repeatForever()` waits before every pass, `.repeatForever().delay(d)` once,
// and a `.speed` outside shortens the delays too.
extension Animation {
    /// The animation, begun `delay` seconds later; until then it stays at the start. A negative delay leaves out the first
    /// seconds of the animation.
    public func delay(_ delay: Double) -> Animation { Animation(.delay(self, delay.isFinite ? delay : 0)) }

    /// The animation `speed` times as fast; at 0 or less it stays at its start.
    public func speed(_ speed: Double) -> Animation { Animation(.speed(self, speed.isFinite ? speed : 0)) }

    /// The animation `count` times in a row, at least once; with `autoreverses`, every second pass is played backwards.
    ///
    /// A pass back counts as one, so an even number of them ends at the start, and the value then jumps to its target.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation {
        Animation(.repetition(self, count: Swift.max(1, count), autoreverses: autoreverses))
    }

    /// The animation repeated without end; every second pass backwards where it reverses.
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(.repetition(self, count: nil, autoreverses: autoreverses))
    }
}
