// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// The exact place of every beat, in fractions. The proof compares the engine with it; they share no arithmetic.
///
/// A section counts its position in parts of a beat, chosen so that half a frame too has a whole number of them: at
/// 137.3 bpm and 48 kHz a beat has 2 · 60 · 48000 · 10 parts and half a frame 1373. So no position is ever rounded, in
/// mid-beat either, and the engine's own rounding to 2⁻⁶⁴ beat is seen as an error.
///
/// Beat 0 is at frame 0. A tempo that holds from a frame on holds from half a frame before it, where the frame begins. Traps where a position has more than 10³⁷ parts: a billion beats at 192 kHz have fewer, if the
/// tempi's denominators have a common multiple below 10²⁰.
struct ExactTimeline: Sendable {
    /// A stretch of one tempo.
    private struct Section {
        /// Where it begins, in half frames.
        var halves: Int64
        /// The position there.
        var parts: Int128
        /// Parts in a beat.
        var partsPerBeat: Int128
        /// Parts in half a frame.
        var partsPerHalf: Int128

        func parts(atHalf half: Int64) -> Int128 { parts + Int128(half - halves) * partsPerHalf }
    }

    private var sections: [Section]
    private let halvesPerMinute: Int128

    /// A timeline of one tempo.
    init(tempo: Tempo, sampleRate: SampleRate) {
        halvesPerMinute = 120 * Int128(sampleRate.hertz)
        sections = [
            Section(
                halves: 0, parts: 0, partsPerBeat: halvesPerMinute * Int128(tempo.denominator),
                partsPerHalf: Int128(tempo.numerator))
        ]
    }

    /// A timeline of a tempo and its changes, whose frames ascend.
    init(tempo: Tempo, sampleRate: SampleRate, changes: [TempoStep]) {
        self.init(tempo: tempo, sampleRate: sampleRate)
        for change in changes { self.change(to: change.tempo, atFrame: change.frame) }
    }

    /// Changes the tempo from a frame on that is not before the last change.
    mutating func change(to tempo: Tempo, atFrame frame: Int64) {
        let old = sections[sections.count - 1]
        let begin = 2 * frame - 1
        // Finer parts, if need be, so that half a frame has a whole number of them at the new tempo too.
        let scale = old.partsPerBeat / halvesPerMinute
        let finer = Int128(tempo.denominator) / Self.commonDivisor(scale, Int128(tempo.denominator))
        sections.append(
            Section(
                halves: begin, parts: old.parts(atHalf: begin) * finer, partsPerBeat: old.partsPerBeat * finer,
                partsPerHalf: Int128(tempo.numerator) * (scale * finer / Int128(tempo.denominator))))
    }

    /// The beat that a frame is nearest to, measured in beats; half-way between two it is the later one.
    func nearestBeat(toFrame frame: Int64) -> Int64 {
        let section = sections[lastSection { $0.halves <= 2 * frame }]
        return Int64(
            Self.floor(2 * section.parts(atHalf: 2 * frame) + section.partsPerBeat, over: 2 * section.partsPerBeat))
    }

    /// How far after a beat's place a frame is; less than 0: before it.
    func error(ofFrame frame: Int64, beat: Int64) -> FrameError {
        let section = section(ofBeat: beat)
        return FrameError(
            numerator: section.parts(atHalf: 2 * frame) - Int128(beat) * section.partsPerBeat,
            denominator: 2 * section.partsPerHalf)
    }

    /// The frame nearest to a beat's place; the later of two equally near.
    func frame(ofBeat beat: Int64) -> Int64 {
        let section = section(ofBeat: beat)
        let halves = Int128(section.halves + 1) * section.partsPerHalf
        return Int64(
            Self.floor(
                halves + Int128(beat) * section.partsPerBeat - section.parts, over: 2 * section.partsPerHalf))
    }

    /// The first frame at a position or after it: `numerator / denominator` beats, not before the last change.
    func frame(atOrAfter numerator: Int128, over denominator: Int128) -> Int64 {
        let section = sections[sections.count - 1]
        let distance = numerator * section.partsPerBeat - section.parts * denominator
        let unit = 2 * section.partsPerHalf * denominator
        let begin = Int128(section.halves) * section.partsPerHalf * denominator
        return Int64(Self.floor(begin + max(0, distance) + unit - 1, over: unit))
    }

    private func section(ofBeat beat: Int64) -> Section {
        sections[lastSection { $0.parts <= Int128(beat) * $0.partsPerBeat }]
    }

    /// The last section that has begun; the first, if none has.
    private func lastSection(where hasBegun: (Section) -> Bool) -> Int {
        var (low, high) = (0, sections.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if hasBegun(sections[middle]) { low = middle } else { high = middle }
        }
        return low
    }

    private static func floor(_ numerator: Int128, over denominator: Int128) -> Int128 {
        let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        return rest < 0 ? quotient - 1 : quotient
    }

    private static func commonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
        var (divisor, rest) = (left, right)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return divisor
    }
}
