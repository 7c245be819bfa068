// SPDX-License-Identifier: Apache-2.0

import Control
import Faces
import Motion
import Rhythm

/// What the terminal shows at one time: the face, a line below it, and the keys beside it if they are asked for.
struct LivePicture {
    let face: any Face
    let theme: Theme
    let moment: Moment
    /// Whether there is music, and not only a face at rest.
    let isKnown: Bool
    /// What is more important than where the music is.
    let notice: String?
    let showsHelp: Bool

    private static let keyColumns = 18
    private static let helpColumns = 48

    /// The picture for a terminal.
    func drawing(_ format: TerminalFormat) -> Drawing {
        let size = format.drawingSize
        var page = Page(format: format, size: size, drawing: Drawing(size: size))
        page.drawing.fill(Path(page.drawing.bounds), theme.background)
        // Sixels in the last row would scroll the screen.
        let rows = format.medium == .sixel ? format.rows - 1 : format.rows
        let faceRows = max(1, rows - 1)
        let isNarrow = format.columns < Self.helpColumns + 24
        let helpColumns = showsHelp ? (isNarrow ? format.columns : Self.helpColumns) : 0
        if helpColumns < format.columns {
            let area = page.rect(column: 0, row: 0, columns: format.columns - helpColumns, rows: faceRows)
            let picture = face.drawing(at: moment, size: area.size, theme: theme)
            page.drawing.group(clip: Path(area)) { $0.append(picture) }
        }
        if showsHelp { drawHelp(on: &page, column: format.columns - helpColumns, rows: faceRows) }
        if rows > 1 { drawLine(on: &page, row: rows - 1) }
        return page.drawing
    }

    private func drawHelp(on page: inout Page, column: Int, rows: Int) {
        let top = max(0, (rows - Wish.meanings.count) / 2)
        for (index, (keys, meaning)) in Wish.meanings.enumerated() where top + index < rows {
            page.write(keys, column: column + 2, row: top + index, theme.ink)
            page.write(meaning, column: column + 2 + Self.keyColumns, row: top + index, theme.ink)
        }
    }

    private func drawLine(on page: inout Page, row: Int) {
        let columns = page.format.columns
        let hint = "? help"
        let hasRoom = columns > 40
        let room = max(0, hasRoom ? columns - hint.count - 4 : columns - 2)
        let text = notice ?? summaries.first { $0.count <= room } ?? summaries.last ?? ""
        let clipped = text.count > room ? text.prefix(max(0, room - 3)) + "..." : text[...]
        page.write(String(clipped), column: 1, row: row, notice == nil ? dim : theme.ink)
        if hasRoom { page.write(hint, column: columns - hint.count - 1, row: row, dim) }
    }

    /// Ink that does not catch the eye, and can still be read.
    private var dim: Color { theme.ink.mix(with: theme.background, by: 0.35) }

    /// Where the music is, the longest way first.
    private var summaries: [String] {
        guard isKnown else { return [face.name] }
        let place =
            moment.isPlaying
            ? "bar \(moment.bar), beat \(moment.beatInBar)" + (moment.ringsBell ? ", bell" : "")
            : "stopped: space starts it"
        let tempo = "\(moment.tempo.shown) bpm"
        let short = moment.isPlaying ? "\(moment.bar).\(moment.beatInBar)" : "stopped"
        return [
            "\(face.name)   \(tempo)   \(moment.meter)   \(place)", "\(tempo)   \(place)", "\(tempo) \(short)", short,
        ]
    }
}

/// A drawing by the cells that it is going to be shown in.
private struct Page {
    let format: TerminalFormat
    let size: Size
    var drawing: Drawing

    func rect(column: Int, row: Int, columns: Int, rows: Int) -> Rect {
        let (width, height) = (size.width / Double(format.columns), size.height / Double(format.rows))
        return Rect(
            x: Double(column) * width, y: Double(row) * height, width: Double(columns) * width,
            height: Double(rows) * height)
    }

    /// Writes a line of letters from a cell on.
    mutating func write(_ text: String, column: Int, row: Int, _ color: Color) {
        guard !text.isEmpty else { return }
        let text =
            format.isUnicode ? text : String(text.replacing("±", with: "+-").map { $0.isASCII ? $0 : "?" })
        let cells = rect(column: column, row: row, columns: text.count, rows: 1)
        // Letters that are written have a cell each; those that are drawn have their own widths.
        let isWritten = format.medium == .symbols
        let font = Font(size: cells.height * 0.62)
        let point = isWritten ? cells.center : Point(x: cells.minX, y: cells.midY)
        drawing.draw(Text(text, font: font, at: point, alignment: isWritten ? .center : .leading), color)
    }
}

extension Moment {
    /// The moment as it is heard; where its tempo makes no sense, that of another.
    init(_ heard: HeardMoment, _ status: Status, else other: Moment) {
        let bell = status.bell.flatMap { try? BellPattern(every: $0.every, on: $0.on) }
        // Groups may be counted from elsewhere than from this bar: then all that is known is what is heard now.
        let isOfBar = bell?.rings(onBeat: heard.position.whole, in: heard.grid) ?? false == heard.ringsBell
        let present = heard.ringsBell ? try? BellPattern(every: 1, on: 1) : nil
        self.init(
            position: heard.position, tempo: (try? Tempo(beatsPerMinute: heard.bpm)) ?? other.tempo,
            meter: (try? Meter(parsing: status.meter)) ?? other.meter, grid: heard.grid,
            bell: .some(isOfBar ? bell : present), isPlaying: heard.isPlaying, told: ["pendulum.angle": heard.angle])
    }
}
