// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The exact place of every beat, in fractions. The proof compares the engine with it; they share no arithmetic.
///
/// A section counts its position in parts of a beat, chosen so that a frame too has a whole number of them: at 137.3 bpm
/// and 48 kHz a beat has 60 · 48000 · 10 parts and a frame 1373. So no position is ever rounded, in mid-beat either, and
/// the engine's own rounding to 2⁻⁶⁴ beat is seen as an error.
///
/// Beat 0 is at frame 0. Traps where a position has more than 10³⁷ parts: a billion beats at 192 kHz have fewer, if the
/// tempi's denominators have a common multiple below 10²⁰.
struct ExactTimeline: Sendable {
    /// A stretch of one tempo.
    private struct Section {
        /// Where it begins.
        var frame: Int64
        /// The position there.
        var parts: Int128
        /// Parts in a beat.
        var partsPerBeat: Int128
        /// Parts in a frame.
        var partsPerFrame: Int128

        func parts(atFrame frame: Int64) -> Int128 { parts + Int128(frame - self.frame) * partsPerFrame }
    }

    private var sections: [Section]
    private let framesPerMinute: Int128

    /// A timeline of one tempo.
    init(tempo: Tempo, sampleRate: SampleRate) {
        framesPerMinute = 60 * Int128(sampleRate.hertz)
        sections = [
            Section(
                frame: 0, parts: 0, partsPerBeat: framesPerMinute * Int128(tempo.denominator),
                partsPerFrame: Int128(tempo.numerator))
        ]
    }

    /// A timeline of a tempo and its changes, whose frames ascend.
    init(tempo: Tempo, sampleRate: SampleRate, changes: [TempoPoint]) {
        self.init(tempo: tempo, sampleRate: sampleRate)
        for change in changes { self.change(to: change.tempo, atFrame: change.frame) }
    }

    /// Changes the tempo from a frame on that is not before the last change.
    mutating func change(to tempo: Tempo, atFrame frame: Int64) {
        let old = sections[sections.count - 1]
        // Finer parts, if need be, so that a frame has a whole number of them at the new tempo too.
        let scale = old.partsPerBeat / framesPerMinute
        let finer = Int128(tempo.denominator) / Self.commonDivisor(scale, Int128(tempo.denominator))
        sections.append(
            Section(
                frame: frame, parts: old.parts(atFrame: frame) * finer, partsPerBeat: old.partsPerBeat * finer,
                partsPerFrame: Int128(tempo.numerator) * (scale * finer / Int128(tempo.denominator))))
    }

    /// The beat that a frame is nearest to, measured in beats; half-way between two it is the later one.
    func nearestBeat(toFrame frame: Int64) -> Int64 {
        let section = sections[lastSection { $0.frame <= frame }]
        return Int64(
            Self.floor(2 * section.parts(atFrame: frame) + section.partsPerBeat, over: 2 * section.partsPerBeat))
    }

    /// How far after a beat's place a frame is; less than 0: before it.
    func error(ofFrame frame: Int64, beat: Int64) -> FrameError {
        let section = section(ofBeat: beat)
        return FrameError(
            numerator: section.parts(atFrame: frame) - Int128(beat) * section.partsPerBeat,
            denominator: section.partsPerFrame)
    }

    /// The frame nearest to a beat's place; the later of two equally near.
    func frame(ofBeat beat: Int64) -> Int64 {
        let section = section(ofBeat: beat)
        let twice = 2 * (Int128(beat) * section.partsPerBeat - section.parts)
        return section.frame + Int64(Self.floor(twice + section.partsPerFrame, over: 2 * section.partsPerFrame))
    }

    /// The first frame at a position or after it: `numerator / denominator` beats, not before the last change.
    func frame(atOrAfter numerator: Int128, over denominator: Int128) -> Int64 {
        let section = sections[sections.count - 1]
        let distance = numerator * section.partsPerBeat - section.parts * denominator
        let unit = section.partsPerFrame * denominator
        return section.frame + max(0, Int64(Self.floor(distance + unit - 1, over: unit)))
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
