// SPDX-License-Identifier: Apache-2.0

import Rhythm
import Testing

/// The same numbers on every run (SplitMix64), so that a failure can be seen again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A tempo in whole bpm or with decimals, from `slowest` to 1000 bpm.
    mutating func tempo(from slowest: Int64 = 1) throws -> Tempo {
        let denominator: Int64 = [1, 2, 10, 1000, 999_983].randomElement(using: &self) ?? 1
        return try Tempo(.random(in: slowest * denominator...1000 * denominator, using: &self), over: denominator)
    }

    mutating func sampleRate() throws -> SampleRate {
        let usual = [8000, 22_050, 44_100, 48_000, 96_000, 192_000].randomElement(using: &self) ?? 48_000
        return try #require(
            SampleRate(hertz: Bool.random(using: &self) ? usual : .random(in: SampleRate.range, using: &self)))
    }
}
