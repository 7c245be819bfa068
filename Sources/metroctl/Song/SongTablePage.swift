// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeRhythm

/// What a song is, as a table for people: a row for each section.
struct SongTablePage {
    /// A section.
    struct Row {
        var label: String?
        var firstBar: Int
        /// As they are written, the bars of endings included.
        var bars: Int
        var times: Int
        /// Where it is played first, from the beginning of the song.
        var seconds: Double
        var beats: Int
        var tempo: String
        /// Where it is held, in its endings too: ` (fermata in bar 4)`.
        var holds = ""
    }

    private(set) var rows: [Row] = []
    /// How long the song is, without its count-in.
    private(set) var seconds = 0.0
    private let title: String?
    private let writtenBars: Int
    private let playedBars: Int

    init(_ song: Song, _ map: SongMap) {
        title = song.title
        writtenBars = map.writtenBars
        playedBars = map.stretches.reduce(0) { $0 + $1.part.bars }
        guard let music = try? song.arrangement(countsIn: false) else { return }
        let passes = music.passes(at: .hz48000)
        func seconds(at distance: Ratio) -> Double {
            let position = Position(units: distance)
            let pass = passes.lastBegun { $0.begin <= position } ?? passes[0]
            return pass.segment.place(of: position).frames / 48000
        }
        var held: [Int: Set<Int>] = [:]
        for stretch in map.stretches where !stretch.part.fermatas.isEmpty {
            held[stretch.section, default: []].formUnion(stretch.part.fermatas.map { stretch.firstBar + $0.bar - 1 })
        }
        for stretch in map.stretches where stretch.pass == 1 && stretch.ending == nil {
            let section = song.sections[stretch.section]
            rows.append(
                Row(
                    label: stretch.label, firstBar: stretch.firstBar, bars: section.writtenBars, times: section.times,
                    seconds: seconds(at: stretch.begin), beats: stretch.part.bar.count,
                    tempo: Self.tempo(section), holds: Self.holds(held[stretch.section] ?? [])))
        }
        self.seconds = seconds(at: map.length)
    }

    /// `120`, `80 to 120`, `between 40 and 120`, in beats of the bar, with the note that is one unless it is a quarter.
    private static func tempo(_ section: SongSection) -> String {
        let part = section.part
        // Six eighths are felt in two, whatever note the file counts.
        let isCompound =
            part.beat == .one && part.bar.count > 3 && part.bar.count % 3 == 0
            && part.bar.allSatisfy { $0.value == 0.5 }
        // A file that counts quarters, in bars of other beats.
        let felt = part.beat == .one && part.bar.allSatisfy { $0 == part.bar.first } ? part.bar.first ?? .one : .one
        let beat = isCompound ? Ratio(3, over: 2) ?? part.beat : part.beat
        let tempi = section.tempi(countedIn: beat == .one ? felt : beat)
        let extremes = FeltNote.extremes(tempi.extremes, beyond: (tempi.first, tempi.last), decimals: 3)
        let (first, last) = extremes ?? (tempi.first, tempi.last)
        let (from, to) = (first.text(decimals: 3), last.text(decimals: 3))
        let note =
            beat != .one
            ? " (\(NoteValue.name(of: beat) ?? "\(beat) quarters"))"
            : FeltNote.text(bpm: first, to: from == to ? nil : last, length: felt)
        if extremes != nil { return "between \(from) and \(to)\(note)" }
        let parts = [part] + section.endings.map(\.part)
        let isRamp = parts.contains { if case .ramp = $0.tempo { true } else { false } }
        return (from == to ? from : from + (isRamp ? " to " : ", then ") + to) + note
    }

    /// The bars with fermatas, as a reader counts them.
    private static func holds(_ bars: Set<Int>) -> String {
        let bars = bars.sorted().map { "\($0)" }
        return bars.isEmpty ? "" : " (fermata in \(bars.count == 1 ? "bar" : "bars") \(bars.joined(separator: ", ")))"
    }

    /// A line for each section, and one for all.
    var text: String {
        let head = ["from", "bar", "bars", "beats", "tempo", "section"]
        let cells = rows.map { row in
            [
                Self.time(row.seconds), "\(row.firstBar)", "\(row.bars)" + (row.times > 1 ? " x\(row.times)" : ""),
                "\(row.beats)", row.tempo, row.label.map { $0 + row.holds } ?? row.holds,
            ]
        }
        let table = TextTable([head] + cells, numberColumns: 4)
        let played = playedBars == writtenBars ? "" : ", \(playedBars) as played"
        let name = title.map { "\($0): " } ?? ""
        let sections = rows.count == 1 ? "1 section" : "\(rows.count) sections"
        let bars = writtenBars == 1 ? "1 bar" : "\(writtenBars) bars"
        let total = "\(name)\(sections), \(bars)\(played), \(Self.time(seconds))"
        return rows.isEmpty ? total : table.text + "\n" + total
    }

    /// Minutes, seconds and tenths: `1:23.4`.
    private static func time(_ seconds: Double) -> String {
        let tenths = Int(clamping: (seconds * 10).rounded())
        let rest = tenths % 600
        return "\(tenths / 600):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    }
}
