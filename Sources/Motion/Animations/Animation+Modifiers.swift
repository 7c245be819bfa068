// SPDX-License-Identifier: Apache-2.0

// They nest from the outside in: `.delay(d).repeatForever()` waits before every pass, `.repeatForever().delay(d)` once,
// and a `.speed` outside shortens the delays too.
extension Animation {
    /// The animation, begun so many seconds later; until then it stays at the start. Where negative, it begins so far into its way.
    public func delay(_ delay: Double) -> Animation { Animation(.delay(self, delay.isFinite ? delay : 0)) }

    /// The animation so many times as fast; at 0 or less it stays at its start.
    public func speed(_ speed: Double) -> Animation { Animation(.speed(self, speed.isFinite ? speed : 0)) }

    /// The animation so many times in a row, at least once; every second pass backwards where it reverses.
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
