// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// Where the bars and beats of the music are on JACK's transport: frame 0 is the beginning of bar 1, or of the song.
///
/// A pure value. Bars are counted as they are played: one that is repeated has another number each time. A beat is the note that the
/// meter is written in, and the tempo counts these notes: 6/8 at 60 dotted quarters has six beats of 180 a minute.
package struct JACKScore: Sendable, Hashable {
    /// A segment, and what it is in quarter notes.
    private struct Part: Sendable, Hashable {
        var segment: JACKSegment
        /// Where it begins, from the beginning of the music.
        var quarters: Double
        /// How long a beat of the segment is.
        var unit: Double { 4 / Double(segment.beatType) }

        /// Where it would be at a frame.
        func quarters(atFrame frame: Double) -> Double {
            quarters + (frame - segment.frame) / segment.framesPerBeat * unit
        }

        /// Which frame it would have there.
        func frame(ofQuarters place: Double) -> Double {
            segment.frame + (place - quarters) / unit * segment.framesPerBeat
        }
    }

    private var parts: [Part]
    private let rate: Double
    /// How long the music is, in quarter notes; nil: it has no end.
    package let length: Double?

    /// Bars of one kind at one tempo.
    ///
    /// - Parameters:
    ///   - quarterBPM: quarter notes a minute.
    ///   - rate: frames of a second.
    package init(quarterBPM: Double, meter: Meter, rate: Int) {
        self.rate = Double(rate)
        length = nil
        let bpm = Self.tempi.nearest(to: quarterBPM) * Double(meter.unit) / 4
        parts = [
            Part(
                segment: JACKSegment(
                    frame: 0, framesPerBeat: self.rate * 60 / bpm, bar: 1, beat: 0, beatsPerBar: meter.beats,
                    beatType: meter.unit, bpm: bpm, barStart: 0), quarters: 0)
        ]
    }

    /// A song without its count-in.
    ///
    /// - Parameter scale: how many times as fast as it is written it is played.
    package init(_ course: SongCourse, scale: Double, rate: Int) {
        self.rate = Double(rate)
        let scale = Self.scales.nearest(to: scale)
        length = course.map.length.value
        parts = []
        var (seconds, bar, beats) = (0.0, 1, 0.0)
        let ramps = Ramps(course)
        for (index, stretch) in course.stretches.enumerated() {
            let (beatsPerBar, unit) = stretch.writtenMeter
            let bars = Double(beatsPerBar)
            // Beats of the meter in a felt beat.
            let perBeat = stretch.beat.value * Double(unit) / 4
            let count = (Double(stretch.end - stretch.begin) * perBeat).rounded()
            var isFirst = true
            for piece in ramps.pieces(ofStretch: index, of: course) {
                let length = course.seconds(from: piece.begin, to: piece.end) / scale
                let over = (piece.begin.value - Double(stretch.begin)) * perBeat
                let beatsOfPiece = (piece.end.value - piece.begin.value) * perBeat
                // What rounds to a bar line is on it.
                let full = (over / bars + 1e-9).rounded(.down)
                add(
                    Part(
                        segment: JACKSegment(
                            frame: seconds * self.rate, framesPerBeat: length * self.rate / beatsOfPiece,
                            bar: bar + Int(clamping: full), beat: max(0, over - full * bars), beatsPerBar: beatsPerBar,
                            beatType: unit,
                            bpm: beatsOfPiece * 60 / length, barStart: beats + full * bars),
                        quarters: stretch.written.begin.value + over * 4 / Double(unit)),
                    isSplit: isFirst)
                isFirst = false
                seconds += length
            }
            bar += Int(clamping: (count / bars).rounded())
            beats += count
        }
    }

    /// How fast music may be played: tempi in quarter notes a minute, and songs.
    private static let (tempi, scales) = (1e-3...1e6, 1e-3...1e3)

    /// How many pieces a beat of the meter on a ramp is cut into, each of one tempo: the ramp is exact at their ends.
    private static let piecesOfBeat: Int64 = 4
    /// The most pieces of all ramps of a song together; ramps of more beats have longer pieces.
    package static let mostPieces: Int64 = 65_536

    /// How ramps of a song are cut.
    private struct Ramps {
        /// How many times as long as a usual piece a piece is.
        private var factor: Int64 = 1

        init(_ course: SongCourse) {
            var total: Int64 = 0
            for (index, stretch) in course.stretches.enumerated() {
                for part in course.courses(ofStretch: index) where !part.isConstant {
                    total += Int64(Self.numbers(from: part.begin, to: part.end, Self.perBeat(stretch)).count)
                }
            }
            factor = 1 + max(0, total - 1).quotient(by: JACKScore.mostPieces)
        }

        /// Usual pieces of a felt beat, so that each piece of a beat of the meter is made of whole ones.
        private static func perBeat(_ stretch: SongCourse.Stretch) -> Int64 {
            let (beats, felt) = (stretch.writtenMeter.beats, stretch.beatsPerBar)
            let common = Int(clamping: UInt64(beats).greatestCommonDivisor(with: UInt64(felt)))
            return Int64(beats.quotient(by: common)) * JACKScore.piecesOfBeat
        }

        /// The numbers of the pieces, counted from the beginning of the song, that two places lie in and between.
        private static func numbers(from begin: Ratio, to end: Ratio, _ perBeat: Int64) -> Range<Int64> {
            guard let piece = Ratio(1, over: perBeat) else { return 0..<1 }
            let (first, last) = (begin.quotient(by: piece), end.quotient(by: piece))
            return first..<max(first + 1, piece.times(last) == end ? last : last + 1)
        }

        /// The places between which a stretch has one tempo, or is taken to have, in felt beats.
        func pieces(ofStretch index: Int, of course: SongCourse) -> [(begin: Ratio, end: Ratio)] {
            let perBeat = Self.perBeat(course.stretches[index])
            return course.courses(ofStretch: index).flatMap { part -> [(begin: Ratio, end: Ratio)] in
                guard !part.isConstant else { return [(part.begin, part.end)] }
                let numbers = Self.numbers(from: part.begin, to: part.end, perBeat)
                let inner = stride(from: numbers.lowerBound + factor, to: numbers.upperBound, by: Int(factor))
                let places = [part.begin] + inner.compactMap { Ratio($0, over: perBeat) } + [part.end]
                return zip(places, places.dropFirst()).map { ($0, $1) }
            }
        }
    }

    /// Adds a part; what only goes on needs none.
    private mutating func add(_ part: Part, isSplit: Bool) {
        if !isSplit, let last = parts.last,
            abs(last.segment.framesPerBeat - part.segment.framesPerBeat) < 1e-6,
            abs(last.frame(ofQuarters: part.quarters) - part.segment.frame) < 1e-3
        {
            return
        }
        parts.append(part)
    }

    /// The segments, in the order of their frames.
    package var segments: [JACKSegment] { parts.map(\.segment) }

    /// Quarter notes from the beginning of the music to a frame.
    package func quarters(atFrame frame: Double) -> Double {
        part { $0.segment.frame <= frame }.quarters(atFrame: frame)
    }

    /// The frame of a place, in quarter notes from the beginning.
    package func frame(ofQuarters quarters: Double) -> Double {
        part { $0.quarters <= quarters }.frame(ofQuarters: quarters)
    }

    /// The last part that is not after a place; the first where all are.
    private func part(_ isNotAfter: (Part) -> Bool) -> Part {
        parts.lastBegun(isNotAfter) ?? parts[0]
    }

    /// Bars and beats at a frame.
    package func place(atFrame frame: Double) -> JACKSegment.Place { JACKSegment.place(at: frame, in: segments) }

    /// Goes on at another tempo from a frame on.
    package mutating func setTempo(quarterBPM: Double, atFrame frame: Double) {
        guard let last = parts.last else { return }
        go(
            on: Self.tempi.nearest(to: quarterBPM) * Double(last.segment.beatType) / 4, last.segment.beatsPerBar,
            last.segment.beatType,
            at: frame)
    }

    /// Goes on in another meter from the first bar line on that is not before a frame, at the same tempo of quarter notes.
    package mutating func setMeter(_ meter: Meter, fromFrame frame: Double) {
        guard let segment = parts.last?.segment, segment.beatsPerBar != meter.beats || segment.beatType != meter.unit
        else { return }
        let over = segment.beat + (frame - segment.frame) / segment.framesPerBeat
        let bars = (over / Double(segment.beatsPerBar) - 1e-9).rounded(.up)
        let line = segment.frame + (bars * Double(segment.beatsPerBar) - segment.beat) * segment.framesPerBeat
        go(
            on: segment.bpm * Double(meter.unit) / Double(segment.beatType), meter.beats, meter.unit,
            at: max(line, segment.frame))
    }

    /// Goes on at a tempo, and from the next bar line on in a meter, where it was something else from a frame on. Returns whether it
    /// was.
    package mutating func hold(quarterBPM: Double, _ meter: Meter, fromFrame frame: Double) -> Bool {
        let former = parts
        parts = former.prefix(1) + former.dropFirst().prefix { $0.segment.frame <= frame }
        if let segment = parts.last?.segment, abs(segment.bpm * 4 / Double(segment.beatType) / quarterBPM - 1) > 1e-9 {
            setTempo(quarterBPM: quarterBPM, atFrame: frame)
        }
        setMeter(meter, fromFrame: frame)
        return parts != former
    }

    private mutating func go(on bpm: Double, _ beatsPerBar: Int, _ beatType: Int, at frame: Double) {
        let place = place(atFrame: frame)
        let former = parts[place.segment]
        let bars = Double(place.bar - former.segment.bar)
        let segment = JACKSegment(
            frame: frame, framesPerBeat: rate * 60 / bpm, bar: place.bar, beat: Double(place.beat - 1) + place.part,
            beatsPerBar: beatsPerBar, beatType: beatType, bpm: bpm,
            barStart: former.segment.barStart + bars * Double(former.segment.beatsPerBar))
        let quarters = former.quarters(atFrame: frame)
        parts.removeAll { $0.segment.frame >= frame }
        parts.append(Part(segment: segment, quarters: quarters))
        // Hours of changes: what is long over is let go.
        if parts.count > 4096 { parts.removeFirst(2048) }
    }
}

extension ClosedRange<Double> {
    /// The number of the range that is nearest to one; its beginning for what is no number.
    fileprivate func nearest(to number: Double) -> Double {
        number > lowerBound ? Swift.min(number, upperBound) : lowerBound
    }
}
