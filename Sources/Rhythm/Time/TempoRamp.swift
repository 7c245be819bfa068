// SPDX-License-Identifier: Apache-2.0

/// The time that a change of tempo takes, up to each of its positions. Real-time safe.
///
/// A tempo that goes from v₀ to v₁ within a length L has after the part β of it
/// - linear in beats: the tempo v₀ + (v₁ − v₀) β, and has taken L / (v₁ − v₀) · ln (1 + (v₁ / v₀ − 1) β);
/// - linear in time: the tempo v₀ √(1 + (v₁² / v₀² − 1) β), and has taken 2 β L / (v₀ + the tempo there).
///
/// Both are the integral of 1 / tempo. In fixed point, so that an hour is exact to 2⁻³⁰ frame.
struct TempoRamp: BitwiseCopyable {
    private let shape: TempoCurve.Shape
    /// The tempi at both ends, in one unit.
    private let start: UInt128
    private let end: UInt128
    /// The length in 2⁻⁶⁴ units of `Position`.
    let length: UInt128

    /// The ramp of a curve that is not constant.
    @_noLocks init(_ curve: TempoCurve) {
        shape = curve.shape
        start = UInt128(truncatingIfNeeded: Int128(curve.start.numerator) * Int128(curve.end.denominator))
        end = UInt128(truncatingIfNeeded: Int128(curve.end.numerator) * Int128(curve.start.denominator))
        length = UInt128(
            truncatingIfNeeded: max(1, Position.ticks(curve.length.numerator, over: curve.length.denominator)))
    }

    private var isSlowing: Bool { @_noLocks get { end < start } }

    /// How long it takes from its beginning up to a distance, 0...`length`, where its whole length at the first tempo would
    /// take 1: with 104 binary places.
    @_noLocks func time(upTo distance: UInt128) -> UInt128 {
        let part = distance.scaled(by: .fixedOne, over: length)
        let one = UInt128.fixedOne
        guard shape == .linearInBeats else {
            return (2 * part).fixedOver(one + relativeTempo(atPart: part))
        }
        let difference = isSlowing ? start - end : end - start
        let change = part.scaled(by: difference, over: start)
        let tempo = isSlowing ? one - change : one + change
        // Near 1, without the difference of two numbers that are almost equal.
        if one / 2 <= tempo, tempo <= 2 * one {
            let sum = one + tempo
            let z = change.fixedOver(sum)
            return (2 * part).fixedOver(sum).fixedTimes(z.fixedTimes(z).fixedAtanhOverArgument())
        }
        return tempo.fixedLogMagnitude().scaled(by: start, over: difference)
    }

    /// The tempo at a part of the way, as a multiple of the first: both with 104 binary places.
    @_noLocks private func relativeTempo(atPart part: UInt128) -> UInt128 {
        let one = UInt128.fixedOne
        guard shape == .linearInTime else {
            let change = part.scaled(by: isSlowing ? start - end : end - start, over: start)
            return isSlowing ? one - change : one + change
        }
        let (smaller, larger) = isSlowing ? (end, start) : (start, end)
        let change = part.scaled(by: (larger - smaller) * (larger + smaller), over: start * start)
        return (isSlowing ? one - change : one + change).fixedRoot()
    }

    /// The tempo at a distance, 0...`length`, as a multiple of the first.
    @_noLocks func relativeTempo(at distance: UInt128) -> Double {
        relativeTempo(atPart: distance.scaled(by: .fixedOne, over: length)).fixedToDouble()
    }
}
