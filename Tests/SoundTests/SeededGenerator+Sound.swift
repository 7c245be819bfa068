// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

extension SeededGenerator {
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
