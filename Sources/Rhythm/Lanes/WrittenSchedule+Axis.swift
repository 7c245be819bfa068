// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension WrittenSchedule {
    /// How long the units are, in quarter notes.
    struct Axis {
        private let (second, beat, bar): (Ratio, Ratio, Ratio)

        /// At a tempo that counts a note. Throws where it is too fine.
        init(_ bar: [Ratio], _ tempo: Tempo, _ note: Ratio) throws(RhythmError) {
            guard
                let second = Ratio(
                    nearest: Int128(tempo.numerator) * Int128(note.numerator),
                    over: 60 * Int128(tempo.denominator) * Int128(note.denominator))
            else { throw WrittenPattern.tooFine }
            self.second = second
            beat = bar.first ?? .one
            self.bar = try WrittenPattern.length(of: bar)
        }

        func length(of unit: Unit) -> Ratio {
            switch unit {
            case .bars: bar
            case .beats: beat
            case .seconds: second
            }
        }

        /// What leads from marks to quarter notes. Throws where one would be nothing.
        func scale(of marks: Marks) throws(RhythmError) -> Scale {
            let unit = length(of: marks.unit)
            guard unit.numerator > 0 else { throw WrittenPattern.tooFine }
            let bottom = Int128(unit.denominator) * Int128(marks.denominator)
            let divisor = greatestCommonDivisor(Int128(unit.numerator), bottom)
            return Scale(
                top: Int128(unit.numerator).flooredDivision(by: divisor).quotient,
                bottom: bottom.flooredDivision(by: divisor).quotient)
        }
    }

    /// A reduced fraction of a quarter note, which one part of the marks is.
    struct Scale {
        fileprivate let (top, bottom): (Int128, Int128)

        /// The denominator of all multiples of the fraction; the largest number where it does not fit.
        var denominator: Int64 { Int64(clamping: bottom) }

        /// The quarter notes of a number of parts, approximately.
        func quarters(_ parts: Int64) -> Double { Double(parts) * (Double(top) / Double(bottom)) }

        /// The quarter notes of a number of parts as a fraction, exact unless it is too fine; nil where it is too large, or 0.
        func ratio(_ parts: Int64) -> Ratio? {
            let (product, overflows) = Int128(parts).multipliedReportingOverflow(by: top)
            guard !overflows, let ratio = Ratio(nearest: product, over: bottom), ratio.numerator > 0 else { return nil }
            return ratio
        }

        /// The quarter notes of a number of parts in whole parts of a quarter note, of which `denominator` make one, to the
        /// nearest; nil where the number does not fit.
        func parts(_ parts: Int64, over denominator: Int64) -> Int64? {
            let (first, overflows) = (2 * Int128(parts)).multipliedReportingOverflow(by: top)
            let (second, overflowsToo) = first.multipliedReportingOverflow(by: Int128(denominator))
            let (sum, overflowsAgain) = second.addingReportingOverflow(bottom)
            guard !overflows, !overflowsToo, !overflowsAgain, bottom < 1 << 126 else { return nil }
            return Int64(exactly: sum.flooredDivision(by: 2 * bottom).quotient)
        }

        /// The marks between two places in quarter notes, and perhaps some beside them.
        func indices(of marks: Marks, from begin: Double, to end: Double) -> Range<Int> {
            let unit = quarters(marks.denominator)
            return marks.indices(from: begin / unit, to: end / unit)
        }
    }
}
