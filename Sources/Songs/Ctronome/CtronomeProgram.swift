// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// A program of ctronome, played once.
///
/// Each line is `bars tempo[/note] beats[/note]`. A note that is left out is that of the other field, or a quarter. The tempo
/// counts its note, and a beat lasts as long as its own note does then: `60/4 4/8` are four eighths at 60 quarter notes a minute.
enum CtronomeProgram {
    private static let form = "a line is bars tempo[/note] beats[/note], such as 4 120/4 7/8"

    static func read(_ bytes: [UInt8]) -> SongReading {
        var draft = SongDraft()
        for line in TextLine.lines(of: bytes) where !line.words.isEmpty {
            do throws(SongRemark) {
                let section = try section(line, &draft)
                draft.add(section, line: line.number, column: line.words[0].column)
            } catch {
                draft.add(error)
            }
            if draft.isOver { break }
        }
        if draft.isEmpty, draft.remarks.isEmpty {
            draft.add(SongRemark(.note, "there is no line of a program in it, so nothing is played: \(form)"))
        }
        return draft.reading()
    }

    private static func section(_ line: TextLine, _ draft: inout SongDraft) throws(SongRemark) -> SongSection {
        let words = line.words
        guard words.count == 3 else {
            let last = words.count > 3 ? words[3] : words[words.count - 1]
            throw line.mistake(at: last.column, "\(words.count) fields instead of three: \(form)")
        }
        guard words[0].text.isDigits, let bars = Int(words[0].text), SongPart.bars.contains(bars) else {
            throw line.mistake(at: words[0].column, "the bars must be a whole number, 1 to 100000: \(form)")
        }
        let (tempo, tempoNote) = try field(words[1], line)
        let (beats, beatNote) = try field(words[2], line)
        let counted = tempoNote ?? beatNote ?? 4
        let unit = beatNote ?? tempoNote ?? 4
        guard 1...4096 ~= beats, 1...100_000 ~= counted, 1...100_000 ~= unit, let beat = Ratio(4, over: Int64(unit)),
            let quarters = Ratio(4 * Int64(clamping: tempo), over: Int64(counted)),
            let note = TempoNote(quartersPerMinute: [quarters])
        else {
            throw line.mistake(at: words[1].column, "these numbers cannot be played: they are too large or too small")
        }
        if !(30...250 ~= tempo) {
            draft.add(
                line.note(
                    at: words[1].column,
                    "ctronome itself plays 30 to 250 beats a minute, and takes the nearest of these"))
        }
        do {
            let bar = Array(repeating: beat, count: beats)
            let lane = try SongPart.beatLane(SongPart.usualAccents(beats), inBarsOf: bar)
            let part = SongPart(bars: bars, bar: bar, beat: note.beat, tempo: .constant(note.tempi[0]), lanes: [lane])
            _ = try part.length
            return SongSection(part: part)
        } catch {
            throw line.mistake(at: words[0].column, error.message)
        }
    }

    /// A number, and one behind a slash.
    private static func field(_ word: TextLine.Word, _ line: TextLine) throws(SongRemark) -> (Int, Int?) {
        let parts = word.text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.map { $0.isDigits ? Int($0) : nil }
        guard 1...2 ~= parts.count, numbers.allSatisfy({ $0 ?? 0 > 0 && $0 ?? 0 < 1 << 40 }), let first = numbers[0]
        else {
            throw line.mistake(
                at: word.column,
                "\(RhythmError.quote(String(word.text))) must be a whole number above 0, with a /note at most: \(form)")
        }
        return (first, parts.count == 2 ? numbers[1] : nil)
    }
}
