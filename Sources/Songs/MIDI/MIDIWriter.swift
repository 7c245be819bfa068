// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Writes a song as a Standard MIDI File of format 1, with repeats written out and the count-in left out: a track of tempo, meter
/// and markers, and a track of clicks on the channel of percussion.
///
/// A tempo of such a file is a whole number of microseconds for a quarter note. So a ramp becomes a tempo for each beat, and the
/// rounding is made up for before it comes to 0.1 ms.
struct MIDIWriter {
    private(set) var notes: [String] = []
    private var division: Int64 = 960
    private var form = MIDITrack()
    private var clicks = MIDITrack()
    private var meter: [UInt8]?
    private var tempo: Int?
    /// How much later than it should be the file is by now, in microseconds.
    private var lateness = 0.0

    /// High and low wood block, as loud as their part: at most as loud as without a volume, and not silent above 0.
    private static func note(_ accent: Accent, _ volume: Double) -> (key: UInt8, velocity: UInt8) {
        let (key, full): (UInt8, Double) =
            switch accent {
            case .bell: (76, 127)
            case .accent: (77, 127)
            case .normal: (77, 96)
            case .ghost: (77, 48)
            case .mute: (77, 0)
            }
        return (key, UInt8(clamping: Int64(clamping: max(1, (full * min(1, volume)).rounded()))))
    }

    mutating func file(of song: Song) throws(RhythmError) -> [UInt8] {
        let map = try SongMap(song)
        if song.countIn != nil { notes.append("the count-in is left out") }
        if !map.lanes.names.isEmpty {
            notes.append(
                "the lanes \(map.lanes.names.joined(separator: ", ")) are left out: only the beats are written")
        }
        if map.stretches.contains(where: { $0.part.volume > 1 }) {
            notes.append("a volume above 1 is written as 1")
        }
        var rows = RowTally()
        for stretch in map.stretches {
            try rows.add(bars: stretch.part.bars)
            try rows.add(onsetsOf: stretch.part.lanes, in: stretch.part.length)
        }
        try chooseDivision(map)
        if let title = song.title { form.add(at: 0, meta: 0x03, Array(title.utf8)) }
        clicks.add(at: 0, meta: 0x03, Array("click".utf8))
        var former: SongMap.Stretch?
        // Whether a marker names the bars that are written last, and a section without a label follows on it.
        var (isNamed, isJoined) = (false, false)
        for stretch in map.stretches {
            let label = stretch.ending == nil ? stretch.label : nil
            if let label { form.add(at: try tick(stretch.begin), meta: 0x06, Array(label.utf8)) }
            let formerMeter = meter
            try writeMeter(stretch)
            // Another meter begins a section without a label; other clicks of the same meter do not.
            isNamed = label != nil || isNamed && meter?.prefix(2) == formerMeter?.prefix(2)
            if isNamed, stretch.label == nil { isJoined = true }
            try writeTempo(stretch)
            try writeClicks(stretch)
            former = stretch
        }
        if isJoined {
            notes.append("a section without a label has no marker: in the file it is part of the one before")
        }
        let end = try former.map { last throws(RhythmError) in try tick(last.end) } ?? 0
        var bytes = Array("MThd".utf8) + MIDITrack.word(6, 4) + MIDITrack.word(1, 2) + MIDITrack.word(2, 2)
        bytes += MIDITrack.word(Int(division), 2)
        return bytes + form.chunk(end: end) + clicks.chunk(end: end)
    }

    /// The parts of a quarter note: at least 480, and so that every bar and onset is on one if that can be.
    private mutating func chooseDivision(_ map: SongMap) throws(RhythmError) {
        var needed: Int64 = 1
        for stretch in map.stretches {
            for length in stretch.part.bar { needed = Self.multiple(needed, length.denominator) }
            for lane in stretch.part.lanes { needed = Self.multiple(needed, Int64(lane.pattern.denominator)) }
        }
        guard needed <= 32_767 else {
            notes.append("no division of the quarter note fits all onsets: they are rounded to 1/27720")
            division = 27_720
            return
        }
        let fine = Self.multiple(needed, 480)
        division = fine <= 32_767 ? fine : needed * max(1, (480 as Int64).quotient(by: needed))
    }

    private static func multiple(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflows) = left.quotient(by: greatestCommonDivisor(left, right)).multipliedReportingOverflow(
            by: right)
        return overflows ? .max : product
    }

    /// The nearest part to a distance.
    private func tick(_ distance: Ratio) throws(RhythmError) -> Int64 {
        let parts = Int128(distance.numerator) * Int128(division)
        guard
            let tick = Int64(
                exactly: (2 * parts + Int128(distance.denominator)).quotient(by: 2 * Int128(distance.denominator))),
            tick < 1 << 40
        else { throw .invalid("the song is too long for a MIDI file") }
        return tick
    }

    private mutating func writeMeter(_ stretch: SongMap.Stretch) throws(RhythmError) {
        let (part, bar) = (stretch.part, try stretch.part.barLength)
        guard let unit = (part.statedMeter?.unit).map(Int64.init) ?? WrittenBars.unit(of: part.bar),
            unit.nonzeroBitCount == 1, let note = Ratio(4, over: unit),
            1...255 ~= bar.quotient(by: note)
        else { throw .invalid("the meter of bar \(stretch.firstBar) cannot be said in a MIDI file") }
        // A quarter note has 24 MIDI clocks; a felt beat that is no whole number of them is told as a quarter note.
        let clocks = try part.feltBeats.length.times(24)
        let click = clocks.flatMap { $0.denominator == 1 ? UInt8(exactly: $0.numerator) : nil } ?? 24
        let next = [UInt8(clamping: bar.quotient(by: note)), UInt8(clamping: unit.trailingZeroBitCount), click, 8]
        guard next != meter else { return }
        meter = next
        form.add(at: try tick(stretch.begin), meta: 0x58, next)
    }

    private mutating func writeTempo(_ stretch: SongMap.Stretch) throws(RhythmError) {
        let bars = try WrittenBars(stretch.part)
        var begin = Ratio.zero
        for bar in 0..<stretch.part.bars {
            guard let barEnd = bars.barLength.times(Int64(bar + 1)) else { throw .invalid("a bar does not fit") }
            if bars.constantTempo(from: begin, to: barEnd) != nil {
                try writeTempo(bars, from: begin, to: barEnd, at: stretch.begin)
                begin = barEnd
                continue
            }
            for beat in stretch.part.bar {
                guard let end = begin.adding(beat) else { throw .invalid("a beat does not fit") }
                try writeTempo(bars, from: begin, to: end, at: stretch.begin)
                begin = end
            }
        }
    }

    /// The tempo of a bar or a beat.
    private mutating func writeTempo(
        _ bars: WrittenBars, from begin: Ratio, to end: Ratio, at origin: Ratio
    ) throws(RhythmError) {
        let quarters = end.value - begin.value
        let wanted = (bars.seconds(at: end) - bars.seconds(at: begin)) * 1e6
        let isConstant = bars.constantTempo(from: begin, to: end) != nil
        var microseconds = (wanted / quarters).rounded()
        if !isConstant || abs(lateness + microseconds * quarters - wanted) > 90 {
            microseconds = ((wanted - lateness) / quarters).rounded()
        }
        guard 1...16_777_215 ~= microseconds, let place = origin.adding(begin) else {
            throw .invalid("a tempo below 3.58 quarter notes a minute cannot be said in a MIDI file")
        }
        lateness += microseconds * quarters - wanted
        let whole = Int(clamping: microseconds)
        guard whole != tempo else { return }
        tempo = whole
        form.add(at: try tick(place), meta: 0x51, MIDITrack.word(whole, 3))
    }

    private mutating func writeClicks(_ stretch: SongMap.Stretch) throws(RhythmError) {
        guard stretch.part.volume > 0 else { return }
        let music = Arrangement(passages: [
            Passage(
                length: try stretch.part.length, curve: TempoCurve(Tempo()), bar: stretch.part.bar,
                lanes: stretch.part.lanes)
        ])
        let held = try stretch.part.fermatas.map { fermata throws(RhythmError) in
            let begin = try stretch.part.distance(ofBar: fermata.bar, beat: fermata.beat)
            return (begin.value, begin.value + stretch.part.bar[fermata.beat - 1].value)
        }.sorted { $0.0 < $1.0 }
        var next = 0
        let end = try tick(stretch.end)
        for pass in music.passes(at: .hz48000) {
            for onset in try music.onsets(in: pass) where onset.accent != .mute {
                let distance = onset.position.units
                while next < held.count, held[next].1 - 1e-9 <= distance { next += 1 }
                guard next == held.count || distance <= held[next].0 + 1e-9 else { continue }
                let place = try tick(stretch.begin) + Int64(clamping: (distance * Double(division)).rounded())
                let note = Self.note(onset.accent, stretch.part.volume)
                clicks.add(at: place, [0x99, note.key, note.velocity])
                clicks.add(at: min(place + division / 16, end), [0x89, note.key, 0])
            }
        }
    }
}

/// Events of a track, in any order.
struct MIDITrack {
    private var events: [(tick: Int64, bytes: [UInt8])] = []

    mutating func add(at tick: Int64, _ bytes: [UInt8]) { events.append((tick, bytes)) }

    mutating func add(at tick: Int64, meta kind: UInt8, _ data: [UInt8]) {
        add(at: tick, [0xFF, kind] + Self.length(Int64(data.count)) + data)
    }

    /// The chunk of the file, which ends at a tick or later.
    func chunk(end: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        var now: Int64 = 0
        // At one tick a note ends before another begins.
        let order = events.enumerated().sorted { left, right in
            (left.element.tick, left.element.bytes[0] == 0x89 ? 0 : 1, left.offset)
                < (right.element.tick, right.element.bytes[0] == 0x89 ? 0 : 1, right.offset)
        }
        for (_, event) in order {
            bytes += Self.delta(event.tick - now) + event.bytes
            now = event.tick
        }
        bytes += Self.delta(max(0, end - now)) + [0xFF, 0x2F, 0]
        return Array("MTrk".utf8) + Self.word(bytes.count, 4) + bytes
    }

    /// A number in `count` bytes, the most significant first.
    static func word(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { value.byte($0) }
    }

    /// The most that a number of 4 bytes says.
    private static let mostLength: Int64 = 0x0FFF_FFFF

    /// The time before an event. What is longer than a number can say is cut by texts without a letter.
    private static func delta(_ ticks: Int64) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), ticks)
        while rest > mostLength {
            bytes += length(mostLength) + [0xFF, 0x01, 0]
            rest -= mostLength
        }
        return bytes + length(rest)
    }

    /// A number of 1 to 4 bytes of 7 bits, at most 2²⁸ − 1.
    static func length(_ value: Int64) -> [UInt8] {
        let value = min(max(0, value), mostLength)
        var bytes: [UInt8] = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes.reversed()
    }
}
