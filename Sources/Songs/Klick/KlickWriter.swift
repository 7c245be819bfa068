// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Writes a song as a tempo map of klick, with repeats written out and the count-in left out.
///
/// What goes on at one tempo, or is a ramp in beats, is one line. Any other tempo is a line for each bar with a tempo for each
/// beat, which puts every beat where it belongs.
struct KlickWriter {
    private(set) var text = ""
    private(set) var notes: [String] = []
    private var noted: Set<String> = []
    private var rows = RowTally()

    mutating func write(_ song: Song) throws(RhythmError) {
        if let title = song.title { text += "# \(Self.line(title))\n" }
        if song.countIn != nil { note("the count-in is left out: klick has the option -c for it") }
        let map = try SongMap(song)
        var lastPart: SongPart?
        for stretch in map.stretches {
            let label = stretch.pass == 1 && stretch.ending == nil ? stretch.label.map { self.label($0) } : nil
            if stretch.part != lastPart { examine(stretch.part) }
            lastPart = stretch.part
            try write(stretch.part, label: label.flatMap { $0 })
        }
    }

    private mutating func examine(_ part: SongPart) {
        if !part.named.isEmpty { note("klick has one lane: only that of the beats is written") }
        let accents = part.lanes.first { $0.id == 0 }?.pattern.onsets.map(\.accent) ?? []
        if accents.contains(.accent) { note("klick has no accent beside its bell: both become X") }
        if accents.contains(.ghost) { note("klick has no ghost: it becomes x") }
    }

    private mutating func write(_ part: SongPart, label: String?) throws(RhythmError) {
        let bars = try WrittenBars(part)
        var label = label
        // Bars that are played alike are one line, or as many bars as the pattern lasts one line each.
        let cycle = try cycle(of: bars)
        if cycle == 1, try writeAtOnce(bars, 0, part.bars, label: label) { return }
        try rows.add(bars: part.bars)
        for bar in 0..<part.bars {
            guard try !writeAtOnce(bars, bar, bar + 1, label: label) else {
                label = nil
                continue
            }
            try writeBeats(bars, bar, label: label)
            label = nil
        }
    }

    /// After how many bars the pattern is the same again.
    private func cycle(of bars: WrittenBars) throws(RhythmError) -> Int {
        guard let pattern = bars.part.lanes.first(where: { $0.id == 0 })?.pattern,
            let length = Ratio(Int64(pattern.cycle), over: Int64(pattern.denominator))
        else { return 1 }
        return length.times(bars.barLength.quotient(by: length)) == bars.barLength ? 1 : 2
    }

    /// Writes bars as one line if their tempo is one, or goes in beats from one to another.
    private mutating func writeAtOnce(
        _ bars: WrittenBars, _ first: Int, _ last: Int, label: String?
    ) throws(RhythmError) -> Bool {
        guard let begin = bars.barLength.times(Int64(first)), let end = bars.barLength.times(Int64(last)),
            let passage = bars.passage(from: begin, to: end),
            passage.curve.isConstant || passage.curve.shape == .linearInBeats
        else { return false }
        let (meter, pattern) = try meter(bars, first)
        // A held beat has a tempo of its own.
        var tempo = Self.number(passage.curve.start, passage.beat)
        if !passage.curve.isConstant {
            tempo = Self.number(bars.part.tempo.tempo(at: begin, of: try bars.part.length), passage.beat)
            tempo += "-" + Self.number(bars.part.tempo.tempo(at: end, of: try bars.part.length), passage.beat)
        }
        try line(label, last - first, meter, tempo, pattern, bars.part.volume)
        return true
    }

    /// Writes a bar with a tempo for each of its beats.
    private mutating func writeBeats(_ bars: WrittenBars, _ bar: Int, label: String?) throws(RhythmError) {
        let (meter, pattern) = try meter(bars, bar)
        guard let begin = bars.barLength.times(Int64(bar)), let unit = Ratio(4, over: meter.unit) else { return }
        var places: [Ratio] = []
        for beat in 0...meter.count {
            guard let place = unit.times(beat).flatMap(begin.adding) else { throw .invalid("a bar does not fit") }
            places.append(place)
        }
        let tempi = zip(places, places.dropFirst()).map { from, to in
            Self.number(unit.value * 60 / (bars.seconds(at: to) - bars.seconds(at: from)))
        }
        try line(label, 1, meter, tempi.joined(separator: ","), pattern, bars.part.volume)
    }

    /// The meter of a bar, fine enough for each of its beats, and a sign for each.
    private func meter(
        _ bars: WrittenBars, _ bar: Int
    ) throws(RhythmError) -> (meter: (count: Int64, unit: Int64), pattern: String) {
        let beats = try bars.beats(inBar: bar)
        let lengths = bars.part.bar + beats.map(\.distance).filter { $0.numerator > 0 }
        let stated = bars.part.statedMeter.map { Int64($0.unit) }
        guard let least = WrittenBars.unit(of: lengths),
            case let unit = stated.flatMap({ $0.isMultiple(of: least) ? $0 : nil }) ?? least,
            let step = Ratio(4, over: unit)
        else {
            throw .invalid("a bar of \(bars.barLength) quarter notes has beats that no meter of klick's has")
        }
        let count = bars.barLength.quotient(by: step)
        guard count <= 4096 else { throw .invalid("a bar of \(count) beats is too long for a map of klick's") }
        var signs = [Character](repeating: ".", count: Int(count))
        for beat in beats {
            let isStrong = beat.accent == .bell || beat.accent == .accent
            signs[Int(beat.distance.quotient(by: step))] = isStrong ? "X" : "x"
        }
        return ((count, unit), String(signs))
    }

    private mutating func line(
        _ label: String?, _ bars: Int, _ meter: (count: Int64, unit: Int64), _ tempo: String, _ pattern: String,
        _ volume: Double
    ) throws(RhythmError) {
        var words: [String] = label.map { ["\($0):"] } ?? []
        words.append("\(bars)")
        if meter != (4, 4) { words.append("\(meter.count)/\(meter.unit)") }
        words.append(tempo)
        if pattern != "X" + String(repeating: "x", count: pattern.count - 1) { words.append(pattern) }
        if volume != 1 { words.append(Self.number(volume)) }
        text += words.joined(separator: " ") + "\n"
        guard text.utf8.count <= SongReading.limit else { throw SongExport.tooLarge }
    }

    /// A label with klick's letters only; nil where nothing of it is left.
    private mutating func label(_ label: String) -> String? {
        let plain = String(
            label.map { character in
                let isPlain =
                    character.isASCII && (character.isLetter || character.isNumber) || "_-".contains(character)
                return isPlain ? character : "_"
            })
        guard plain != label else { return label }
        let isLeft = plain.contains { $0 != "_" }
        let told = isLeft ? "becomes \(plain)" : "is left out"
        note("labels have only letters, digits, _ and -: \(RhythmError.quote(label)) \(told)")
        return isLeft ? plain : nil
    }

    private mutating func note(_ text: String) {
        if noted.insert(text).inserted { notes.append(text) }
    }

    // MARK: numbers

    /// A tempo of a note in quarter notes a minute.
    private static func number(_ tempo: Tempo, _ beat: Ratio) -> String {
        guard let number = Ratio(tempo.numerator, over: tempo.denominator)?.multiplied(by: beat) else {
            return Self.number(tempo.beatsPerMinute * beat.value)
        }
        return number.denominator == 1 ? "\(number.numerator)" : Self.number(number.value)
    }

    /// A number above 0 without exponent, to a billionth.
    private static func number(_ value: Double) -> String {
        let billionths = Int64(clamping: (value * 1e9).rounded())
        let (whole, part) = billionths.quotientAndRemainder(dividingBy: 1_000_000_000)
        let decimals = "\(1_000_000_000 + part)".dropFirst().reversed().drop { $0 == "0" }.reversed()
        return decimals.isEmpty ? "\(whole)" : "\(whole).\(String(decimals))"
    }

    /// A text as one line.
    private static func line(_ text: String) -> String { text.filter { !$0.isNewline } }
}
