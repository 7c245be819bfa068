// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Tempi that a file states in quarter notes a minute, of any size, as tempi of one note that lie in their range.
struct TempoNote {
    /// The note that they count, in quarter notes.
    let beat: Ratio
    /// As many as were given.
    let tempi: [Tempo]

    /// Nil where no note makes all of them fit.
    init?(quartersPerMinute: [Ratio]) {
        for power in Self.powers {
            let (long, short) = ((1 as Int64).doubled(times: power), (1 as Int64).doubled(times: -power))
            let factor = Ratio(short, over: long)
            let tempi = quartersPerMinute.compactMap { quarters in
                quarters.multiplied(by: factor).flatMap { try? Tempo($0.numerator, over: $0.denominator) }
            }
            guard tempi.count == quartersPerMinute.count,
                let beat = Ratio(long, over: short)
            else { continue }
            self.beat = beat
            self.tempi = tempi
            return
        }
        return nil
    }

    /// The quarter note first, then longer and shorter ones.
    private static let powers = [0] + (1...6).flatMap { [$0, -$0] }
}
