// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

extension SeededGenerator {
    mutating func tempo() throws -> Tempo {
        let denominator = Int64.random(in: 1...Int64.random(in: 1...1_000_000, using: &self), using: &self)
        return try Tempo(Int64.random(in: denominator...1000 * denominator, using: &self), over: denominator)
    }

    mutating func sampleRate() throws -> SampleRate {
        let usual = [8000, 22_050, 44_100, 48_000, 96_000, 192_000].randomElement(using: &self) ?? 48_000
        return try #require(
            SampleRate(hertz: Bool.random(using: &self) ? usual : .random(in: SampleRate.range, using: &self)))
    }

    /// Anywhere allowed: near the origin or days away, on either side, on a beat or between beats.
    mutating func segment() throws -> TimelineSegment {
        let far = Int64(1) << Int64.random(in: 0...36, using: &self)
        let position = Position(
            whole: .random(in: -far...far, using: &self), fraction: Bool.random(using: &self) ? 0 : next())
        return TimelineSegment(
            originFrame: .random(in: -far...far, using: &self), originPosition: position, tempo: try tempo(),
            sampleRate: try sampleRate())
    }

    /// A beat up to 2 to the given power away from the segment's origin.
    mutating func beat(near segment: TimelineSegment, power: Int64 = 36) -> Int64 {
        let far = Int64(1) << Int64.random(in: 0...power, using: &self)
        return Int64(segment.originPosition.ticks >> 64) + .random(in: -far...far, using: &self)
    }
}
