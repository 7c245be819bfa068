// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

extension SplitMix {
    /// A tempo from half to double of another, in wholes, thirds, sevenths, tenths, hundredths or thousandths of a bpm.
    mutating func tempo(near center: Tempo) -> Tempo {
        let denominator: Int64 = [1, 3, 7, 10, 100, 1000][Int(next(below: 6))]
        let numerator = center.numerator * denominator
        let low = max(denominator, (numerator + 2 * center.denominator - 1).quotient(by: 2 * center.denominator))
        let high = min(1000 * denominator, (2 * numerator).quotient(by: center.denominator))
        let chosen = low + Int64(next(below: UInt64(max(0, high - low)) + 1))
        return (try? Tempo(chosen, over: denominator)) ?? center
    }
}
