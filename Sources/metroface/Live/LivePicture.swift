// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession

/// What the terminal shows at one time: the face, a line below it, and, where asked for, the keys beside it.
struct LivePicture {
    let face: any Face
    let theme: Theme
    let moment: Moment
    /// Whether the daemon has announced its state. Before that no face is drawn: it would show a tempo that nobody set.
    let isKnown: Bool
    /// A text to show in place of the position; nil for none.
    let notice: String?
    let showsHelp: Bool
    /// Whether nothing of what plays is heard.
    var isMuted = false

    /// The columns of the keys in the help.
    private static let keyColumns = (KeyAction.meanings.map(\.keys.count).max() ?? 0) + 2
    private static let helpColumns = 48

    /// The picture for a terminal.
    func drawing(_ format: TerminalFormat) -> Drawing {
        let size = format.drawingSize
        var page = CellPage(format: format, size: size, drawing: Drawing(size: size))
        page.drawing.fill(Path(page.drawing.bounds), theme.background)
        // Sixels in the last row would scroll the screen.
        let rows = format.medium == .sixel ? format.rows - 1 : format.rows
        let faceRows = max(1, rows - 1)
        let isNarrow = format.columns < Self.helpColumns + 24
        let helpColumns = showsHelp ? (isNarrow ? format.columns : Self.helpColumns) : 0
        // What is told in several lines stands above the last row, and no letter of the face in its gaps.
        let told = notice.map { noticeLines($0, columns: format.columns, most: rows - 1).count - 1 } ?? 0
        if isKnown, helpColumns < format.columns {
            let columns = format.columns - helpColumns
            let size = page.rect(column: 0, row: 0, columns: columns, rows: faceRows).size
            let area = page.rect(column: 0, row: 0, columns: columns, rows: faceRows - told)
            let picture = face.drawing(at: moment, size: size, theme: theme)
            page.drawing.group(clip: Path(area)) { $0.append(picture) }
        }
        if showsHelp { drawHelp(on: &page, column: format.columns - helpColumns, rows: faceRows - told) }
        if rows > 1 { drawLine(on: &page, row: rows - 1) }
        return page.drawing
    }

    private func drawHelp(on page: inout CellPage, column: Int, rows: Int) {
        // Where there is little room, what a key does is on a line of its own below it.
        let longest = KeyAction.meanings.map(\.meaning.count).max() ?? 0
        let isStacked = column + 2 + Self.keyColumns + longest > page.format.columns
        var lines = KeyAction.meanings.flatMap { keys, meaning in
            isStacked ? [(keys, ""), ("", meaning)] : [(keys, meaning)]
        }
        if lines.count > rows { lines = Self.packedHelp(page.format.columns - column - 2, rows: rows).map { ($0, "") } }
        let top = max(0, (rows - lines.count) / 2)
        for (index, (keys, meaning)) in lines.enumerated() where top + index < rows {
            page.write(keys, column: column + 2, row: top + index, theme.ink)
            page.write(
                meaning, column: column + 2 + (isStacked ? 2 : Self.keyColumns), row: top + index, theme.ink)
        }
    }

    /// As many keys on a line as it holds; where the rows end before the keys, the last line says where all stand.
    private static func packedHelp(_ columns: Int, rows: Int) -> [String] {
        var lines: [String] = []
        for (keys, meaning) in KeyAction.meanings {
            let text = clipped("\(keys) \(meaning)", to: columns)
            if let last = lines.last, last.count + 3 + text.count <= columns {
                lines[lines.count - 1] = last + "   " + text
            } else {
                lines.append(text)
            }
        }
        return lines.count <= rows ? lines : lines.prefix(max(0, rows - 1)) + ["more: metroface -h"]
    }

    /// What stands at the right end of the last row, and how many columns are left of it.
    private static func hint(_ columns: Int) -> (text: String, room: Int) {
        let text = columns > 40 ? "? help" : columns >= 20 ? "?" : ""
        return (text, max(0, text.isEmpty ? columns - 2 : columns - text.count - 4))
    }

    private func noticeLines(_ notice: String, columns: Int, most: Int) -> [String] {
        Self.lines(of: notice, room: Self.hint(columns).room, most: max(1, min(3, most)))
    }

    private func drawLine(on page: inout CellPage, row: Int) {
        let columns = page.format.columns
        let (hint, room) = Self.hint(columns)
        if let notice {
            let lines = noticeLines(notice, columns: columns, most: row)
            let top = row - lines.count + 1
            // What stands above the last row lies over the face.
            let area = page.rect(column: 0, row: top, columns: columns, rows: lines.count)
            page.drawing.fill(Path(area), theme.background)
            for (index, line) in lines.enumerated() { page.write(line, column: 1, row: top + index, theme.ink) }
        } else {
            let text = summaries.first { $0.count <= room } ?? summaries.last ?? ""
            page.write(Self.clipped(text, to: room), column: 1, row: row, dim)
        }
        if !hint.isEmpty { page.write(hint, column: columns - hint.count - 1, row: row, dim) }
    }

    private static func clipped(_ text: String, to room: Int) -> String {
        text.count > room ? text.prefix(max(0, room - 3)) + "..." : text
    }

    /// A text in lines of whole words; the last of them is cut where there are more than may be.
    static func lines(of text: String, room: Int, most: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= room || lines.count == most {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { clipped($0, to: room) }
    }

    /// A paler ink that can still be read.
    private var dim: Color { theme.ink.mix(with: theme.background, by: 0.35) }

    /// `bar 3`, or `count-in` before the first bar.
    private var bar: String { moment.bar < 1 ? "count-in" : "bar \(moment.bar)" }

    /// The position in the music, the longest form first.
    private var summaries: [String] {
        guard isKnown else { return [face.name] }
        let place =
            moment.isPlaying
            ? "\(bar), beat \(moment.beatInBar)" + (isMuted ? ", muted" : moment.ringsBell ? ", bell" : "")
            : "stopped\(isMuted ? ", muted" : ""): space starts it"
        let tempo = "\(moment.tempo.shown) bpm"
        let numbers = (moment.bar < 1 ? "in" : "\(moment.bar)") + ".\(moment.beatInBar)"
        let short = (moment.isPlaying ? numbers : "stopped") + (isMuted ? " muted" : "")
        let prompt = moment.practice.first(where: \.isLarge).map { (name: $0.title, line: "\($0.title), \($0.words)") }
        let shown = (moment.section.map { (name: $0.name, line: $0.line) } ?? prompt).map { name, line in
            [
                "\(face.name)   \(tempo)   \(moment.meter)   \(place)   \(line)", "\(tempo)   \(place)   \(line)",
                "\(short) \(line)", "\(short) \(name)",
            ]
        }
        return (shown ?? []) + [
            "\(face.name)   \(tempo)   \(moment.meter)   \(place)", "\(tempo)   \(place)", "\(tempo) \(short)", short,
        ]
    }
}
