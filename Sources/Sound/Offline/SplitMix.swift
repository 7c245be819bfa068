// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// Random numbers that are the same for the same seed, whatever the toolchain: SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
    var state: UInt64

    @_noLocks init(state: UInt64) { self.state = state }

    /// The next number, from 0 to below a limit. Real-time safe.
    @_noLocks mutating func next(below limit: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)).multipliedFullWidth(by: limit).high
    }

    /// A tempo from half to double of another, in wholes, thirds, sevenths, tenths, hundredths or thousandths of a bpm.
    mutating func tempo(near center: Tempo) -> Tempo {
        let denominator: Int64 = [1, 3, 7, 10, 100, 1000][Int(next(below: 6))]
        let numerator = center.numerator * denominator
        let low = max(denominator, (numerator + 2 * center.denominator - 1) / (2 * center.denominator))
        let high = min(1000 * denominator, 2 * numerator / center.denominator)
        let chosen = low + Int64(next(below: UInt64(max(0, high - low)) + 1))
        return (try? Tempo(chosen, over: denominator)) ?? center
    }
}
