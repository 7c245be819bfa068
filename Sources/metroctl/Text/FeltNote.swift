// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm

/// Which note a tempo counts, where that is no quarter.
enum FeltNote {
    /// ` (quarter = 120)`, ` (dotted-quarter)`, to stand behind a tempo; empty for a beat that is a quarter. `length` is that of the
    /// beat, in quarter notes.
    static func text(bpm: Double, to last: Double? = nil, length: Ratio?) -> String {
        guard let length, length != .one else { return "" }
        if let name = NoteValue.name(of: length), name.hasPrefix("dotted-") { return " (\(name))" }
        func quarters(_ bpm: Double) -> String { (bpm * length.value).text(decimals: 2) }
        let (from, to) = (quarters(bpm), last.map(quarters))
        return " (quarter = \(from)\(to.flatMap { $0 == from ? nil : " to \($0)" } ?? ""))"
    }

    /// The slowest and the fastest tempo; nil where they are shown as the first and the last.
    static func extremes(
        _ extremes: (least: Double, most: Double)?, beyond ends: (first: Double, last: Double), decimals: Int
    ) -> (least: Double, most: Double)? {
        guard let (least, most) = extremes else { return nil }
        func shown(_ tempi: [Double]) -> Set<String> { Set(tempi.map { $0.text(decimals: decimals) }) }
        return shown([least, most]) == shown([ends.first, ends.last]) ? nil : (least, most)
    }
}

extension Status {
    /// The length of a felt beat of the song, in quarter notes; nil without one, and for a meter that is not understood.
    private var feltBeat: Ratio? {
        guard let song, song.beats > 0, let meter = try? Meter(parsing: meter) else { return nil }
        return meter.beatLength.times(Int64(meter.beats))?.multiplied(by: Ratio(1, over: Int64(song.beats)) ?? .one)
    }

    /// The note that the tempo of a song counts: ` (quarter = 120)`; empty where that is a quarter, and without a song.
    var noteText: String { FeltNote.text(bpm: bpm, length: feltBeat) }

    /// What is clicked where a tempo was given for another note: `240 eighths a minute (dotted quarter = 80)`, with the words that
    /// have that note clicked; empty for a tempo that counts the beats.
    func clicked(for tempo: String?) -> String {
        let sides = tempo?.split(separator: "=").map(String.init) ?? []
        guard song == nil, sides.count == 2, Double(sides[1]) != nil, let note = try? NoteValue.length(named: sides[0]),
            let written = try? Meter(parsing: meter), let beat = beatLength, note != beat,
            let name = NoteValue.name(of: beat)
        else { return "" }
        func spoken(_ name: String) -> String { name.replacing("dotted-", with: "dotted ") }
        let click =
            (try? written.counted(in: note)) == nil
            ? "" : "; metroctl set beat=\(sides[0]) bpm=\(sides[1]) clicks the pulse"
        return "\n(\(bpmText) \(spoken(name))s a minute are clicked: \(spoken(sides[0])) = \(sides[1])\(click))"
    }

    /// A sentence with the note behind the tempo that it tells.
    func noting(_ sentence: String) -> String {
        let tempo = "\(bpmText) bpm"
        return sentence.replacing(tempo, with: tempo + noteText, maxReplacements: 1)
    }
}
