// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// One line of a tempo map of klick.
struct KlickEntry {
    private static let form = "an entry is [label:] bars [meter] tempo [pattern] [volume], such as 8 3/4 120 Xxx 0.5"
    private static let signs: Set<Character> = ["X", "x", "."]

    private let line: TextLine
    private var rest: ArraySlice<TextLine.Word>
    /// What may not be what was meant.
    var notes: [SongRemark] = []

    init(_ line: TextLine) {
        self.line = line
        rest = line.words[...]
    }

    /// The section that it says. Throws the first mistake.
    mutating func section() throws(SongRemark) -> SongSection {
        let label = try label()
        let (bars, barsWord) = try bars()
        let meter = try meter()
        guard let tempoWord = rest.popFirst() else {
            throw line.mistake(at: endColumn, "the tempo is missing: \(Self.form)")
        }
        let tempo = try tempo(tempoWord, beats: bars * meter.count, beat: meter.beat)
        let accents = try accents(beats: meter.count)
        let volume = try volume(after: tempoWord, bars: barsWord, hasMeter: meter.isWritten, hasPattern: accents != nil)
        if let word = rest.first {
            throw line.mistake(
                at: word.column, "nothing may follow the volume, and there is \(quote(word)): \(Self.form)")
        }
        do {
            let bar = Array(repeating: meter.beat, count: meter.count)
            let lane = try SongPart.beatLane(accents ?? SongPart.usualAccents(meter.count), inBarsOf: bar)
            let part = SongPart(
                bars: bars, bar: bar, beat: tempo.beat, tempo: tempo.course, lanes: [lane], volume: volume)
            _ = try part.length
            return SongSection(label: label, part: part)
        } catch {
            throw line.mistake(at: barsWord.column, error.message)
        }
    }

    // MARK: the words

    private mutating func label() throws(SongRemark) -> String? {
        guard let word = rest.first else { return nil }
        if let next = rest.dropFirst().first, next.text.hasPrefix(":"), !word.text.contains(":") {
            throw line.mistake(
                at: next.column, "a label is followed by its colon at once: write \(word.text): without the blank")
        }
        guard let colon = word.text.firstIndex(of: ":") else {
            if let later = rest.dropFirst().first(where: { $0.text.hasSuffix(":") }) {
                throw line.mistake(
                    at: word.column, "a label is one word at the start of the line, and \(quote(later)) is not")
            }
            return nil
        }
        let label = word.text[..<colon]
        let isPlain = label.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-")
        }
        guard isPlain, !label.isEmpty else {
            throw line.mistake(
                at: word.column, "\(quote(word)) is no label: it has letters, digits, _ and - in front of its colon")
        }
        let after = word.text[word.text.index(after: colon)...]
        rest.removeFirst()
        if !after.isEmpty {
            let word = TextLine.Word(text: after, column: word.column + label.utf8.count + 1)
            rest.insert(word, at: rest.startIndex)
        }
        guard let (name, isCut) = Song.name(String(label)) else { return nil }
        if isCut { notes.append(line.note(at: word.column, SongRemark.cutName("label", String(label)))) }
        return name
    }

    private mutating func bars() throws(SongRemark) -> (Int, TextLine.Word) {
        guard let word = rest.popFirst() else {
            throw line.mistake(at: endColumn, "the bars are missing: \(Self.form)")
        }
        guard word.text.isDigits else {
            let hint =
                word.text == "*" || word.text == "infinite"
                ? "a song ends, so give a number of bars" : "give a whole number of bars without a sign"
            throw line.mistake(at: word.column, "\(quote(word)) is no number of bars: \(hint); \(Self.form)")
        }
        guard let bars = Int(word.text), SongPart.bars.contains(bars) else {
            throw line.mistake(
                at: word.column, "\(word.text.prefix(24)) bars are out of range: 1 to 100000 can be played")
        }
        return (bars, word)
    }

    private mutating func meter() throws(SongRemark) -> (count: Int, beat: Ratio, isWritten: Bool) {
        guard let word = rest.first, word.text.contains("/"), !word.text.contains("-") else { return (4, .one, false) }
        rest.removeFirst()
        let parts = word.text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isDigits, parts[1].isDigits else {
            throw line.mistake(
                at: word.column,
                "\(quote(word)) is no meter: write two whole numbers with a slash between, without blanks, such as 3/4")
        }
        guard let count = Int(parts[0]), let unit = Int64(parts[1]), 1...4096 ~= count, 1...100_000 ~= unit,
            let beat = Ratio(4, over: unit)
        else {
            throw line.mistake(
                at: word.column,
                "the meter \(word.text.prefix(24)) is out of range: 1 to 4096 beats, of 1/1 to 1/100000 note")
        }
        return (count, beat, true)
    }

    private mutating func tempo(
        _ word: TextLine.Word, beats: Int, beat: Ratio
    ) throws(SongRemark) -> (course: SongTempo, beat: Ratio) {
        let text = word.text
        if text.contains("/") {
            throw line.mistake(
                at: word.column,
                "\(quote(word)) is a tempo of klick's command line: in a map the bars of the line say how long a ramp is, so "
                    + "write it without the slash and what follows")
        }
        let isList = text.contains(",")
        let isRamp = text.contains("-")
        guard !isList || !isRamp else {
            throw line.mistake(at: word.column, "\(quote(word)) mixes a ramp and a list: write 100-120, or 100,110,120")
        }
        guard text.utf8.count(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") }) < SongTally.mostChanges
        else {
            throw line.mistake(
                at: word.column,
                "there are too many tempi: a song has at most \(SongTally.mostChanges) changes of tempo")
        }
        let parts = text.split(separator: isList ? "," : "-", omittingEmptySubsequences: false)
        var tempi: [Ratio] = []
        var column = word.column
        for part in parts {
            guard let tempo = Self.number(part) else {
                throw line.mistake(at: column, tempoMistake(word, part))
            }
            tempi.append(tempo)
            column += part.utf8.count + 1
        }
        if isRamp {
            guard tempi.count == 2 else {
                throw line.mistake(at: word.column, "\(quote(word)) is no ramp: write two tempi, such as 100-120")
            }
            if tempi[1].numerator == 0, tempi[0].numerator > 0 {
                notes.append(line.note(at: word.column, "a ramp to 0 is none: klick keeps \(parts[0]) all the way"))
                tempi.removeLast()
            }
        }
        guard tempi.allSatisfy({ $0.numerator > 0 }) else {
            throw line.mistake(at: word.column, "\(quote(word)): a tempo is more than 0")
        }
        if isList, tempi.count != beats {
            throw line.mistake(
                at: word.column,
                "\(tempi.count) tempi for \(beats) beats: a list has one for each beat of all bars of the line")
        }
        guard let note = TempoNote(quartersPerMinute: tempi) else {
            throw line.mistake(
                at: word.column,
                "the tempo \(text.prefix(24)) cannot be played: it is too slow or too fast, or its range too wide")
        }
        if isList {
            return (.steps(note.tempi.map { SongTempo.Step($0, length: beat) }), note.beat)
        }
        guard note.tempi.count == 2, note.tempi[0] != note.tempi[1] else {
            return (.constant(note.tempi[0]), note.beat)
        }
        return (.ramp(from: note.tempi[0], to: note.tempi[1], .linearInBeats), note.beat)
    }

    private func tempoMistake(_ word: TextLine.Word, _ part: Substring) -> String {
        let tempo =
            "quarter notes a minute such as 120 or 98.5, a ramp such as 100-120, or one for each beat such as 100,105,110,115"
        if word.text.allSatisfy({ Self.signs.contains($0) }) {
            return "the tempo is missing in front of the pattern \(word.text): write \(tempo)"
        }
        if part.isEmpty, word.text != part {
            return "\(quote(word)) is no tempo: a number is missing; no blanks may stand around - and ,"
        }
        return "\(RhythmError.quote(String(part))) is no tempo: write \(tempo), without sign or exponent"
    }

    private mutating func accents(beats: Int) throws(SongRemark) -> [Accent]? {
        guard let word = rest.first, word.text.allSatisfy({ Self.signs.contains($0) }) else { return nil }
        rest.removeFirst()
        guard word.text.count == beats else {
            throw line.mistake(
                at: word.column,
                "the pattern \(word.text.prefix(64)) has \(word.text.count) signs for a bar of \(beats) beats: write one for each "
                    + "beat of one bar, which is repeated")
        }
        return word.text.compactMap { Accent(sign: $0) }
    }

    private mutating func volume(
        after tempo: TextLine.Word, bars: TextLine.Word, hasMeter: Bool, hasPattern: Bool
    ) throws(SongRemark) -> Double {
        guard let word = rest.popFirst() else { return 1 }
        guard let volume = Self.number(word.text) else {
            let what = hasPattern ? "a volume such as 0.5" : "a pattern of X, x and . or a volume such as 0.5"
            throw line.mistake(at: word.column, "\(quote(word)) is not what follows: write \(what)")
        }
        if let next = rest.first, next.text.allSatisfy({ Self.signs.contains($0) }) {
            throw line.mistake(
                at: next.column,
                "the volume comes after the pattern: write \(tempo.text) \(next.text.prefix(64)) \(word.text)")
        }
        guard volume.value > KlickMap.loudest else { return volume.value }
        var text =
            "the volume is \(word.text), which is \(word.text) times as loud; it is played \(Int(clamping: KlickMap.loudest)) times as loud"
        if !hasMeter, !hasPattern, tempo.text.isDigits {
            text +=
                ". Klick reads the tempo \(tempo.text) and the volume \(word.text): for \(tempo.text) beats in a bar write a meter, "
                + "such as \(bars.text) \(tempo.text)/4 \(word.text)"
        }
        notes.append(line.note(at: word.column, text))
        return KlickMap.loudest
    }

    // MARK: parts

    /// Digits with a point among, before or behind them.
    static func number(_ text: Substring) -> Ratio? {
        let digits = text.hasSuffix(".") ? text.dropLast() : text
        return Ratio(decimal: digits)
    }

    private var endColumn: Int { line.words.last.map { $0.column + $0.text.utf8.count } ?? 1 }

    private func quote(_ word: TextLine.Word) -> String { RhythmError.quote(String(word.text)) }
}
