// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A number on a counter with rolling digits: a digit rolls on while all those to its right go from 9 to 0.
public struct RollingDigits: Animatable, Sendable, Hashable {
    /// A digit, and how far it has rolled on to the next.
    public struct Digit: Sendable, Hashable {
        /// 0...9.
        public var digit: Int
        /// 0 is at rest; towards 1 the next digit comes.
        public var roll: Double

        /// A digit, and how far it has rolled on.
        public init(digit: Int, roll: Double) {
            (self.digit, self.roll) = (digit, roll)
        }
    }

    /// The number; below 0 the counter shows 0.
    public var value: Double

    /// A counter that shows a number.
    public init(_ value: Double) {
        self.value = value
    }

    /// The number.
    public var animatableData: Double {
        get { value }
        set { value = newValue }
    }

    /// The digit of a place: 0 is the units, 1 the tens, up to 15.
    ///
    /// It is ⌊v/10ᵏ⌋ mod 10, and has rolled by max(0, v mod 10ᵏ − (10ᵏ − 1)).
    public func digit(at place: Int) -> Digit {
        let value = Double.minimum(1e15, .maximum(0, value))
        var unit = 1.0
        for _ in 0..<Swift.min(15, Swift.max(0, place)) { unit *= 10 }
        let digit = (value / unit).rounded(.down).truncatingRemainder(dividingBy: 10)
        let rest = value.truncatingRemainder(dividingBy: unit)
        return Digit(digit: Int(clamping: digit), roll: Double.maximum(0, rest - (unit - 1)))
    }
}
