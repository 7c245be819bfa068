// SPDX-License-Identifier: Apache-2.0

import Motion

/// Pictures as the bytes that show them in a terminal, frame after frame.
///
/// It writes to the cells of its format from the top left corner of the screen and knows what it wrote, so that a frame
/// costs only what changed; it never clears, scrolls, or leaves colours behind. Every frame is a synchronized update,
/// which terminals that do not know it pass over. Not for two threads at a time.
public final class TerminalRenderer {
    /// What the terminal can show.
    public let format: TerminalFormat
    private let canvas: Canvas
    /// What makes letters of the pixels where there are no colours; else it is chafa.
    private let inkCells: InkCells?
    private let chafa: ChafaCanvas
    /// What is on the screen; nil where that is not known.
    private var shown: [TerminalCell]?
    private var graphics: [UInt8] = []

    /// A renderer for a terminal. Throws if it has no cells, or over a million.
    ///
    /// Where letters have no colours, what comes near the theme's ink is drawn; the plain theme is made for that.
    public init(_ format: TerminalFormat, theme: Theme) throws(RenderingError) {
        guard (1...4096).contains(format.columns), (1...4096).contains(format.rows),
            format.columns * format.rows <= 1_000_000
        else { throw RenderingError("\(format.columns)x\(format.rows) cells are out of range for a picture") }
        self.format = format
        // chafa looks at 8 by 8 pixels of a cell whatever its shape; graphics are shown pixel by pixel.
        let isSymbols = format.medium == .symbols
        let width = isSymbols ? 8 : max(1, Int(format.cell.width.rounded()))
        let height = isSymbols ? 8 : max(1, Int(format.cell.height.rounded()))
        canvas = try Canvas(
            width: min(Canvas.sides.upperBound, format.columns * width),
            height: min(Canvas.sides.upperBound, format.rows * height))
        inkCells = isSymbols && format.colors == .none ? InkCells(format, theme: theme) : nil
        chafa = try ChafaCanvas(format)
    }

    /// Forgets what is on the screen: the next frame is written whole. For a screen that was cleared.
    public func invalidate() {
        shown = nil
        graphics = []
    }

    /// The bytes that turn what is shown into this picture; none if it is already shown.
    ///
    /// Among letters, level text that would be too small to read is written as text, on top of the rest.
    /// The picture is stretched to the cells; `TerminalFormat.drawingSize` is the size that is not distorted.
    public func frame(_ drawing: Drawing) throws(RenderingError) -> [UInt8] {
        var (picture, texts) = (drawing, [PlacedText]())
        if format.medium == .symbols {
            let grid = TextGrid(format, drawing.size)
            (picture, texts) = drawing.takingText(where: grid.isBetterWritten)
        }
        try canvas.draw(picture)
        let body = format.medium == .symbols ? symbols(texts, TextGrid(format, drawing.size)) : graphicsBytes()
        return body.isEmpty ? [] : Self.begin + body + Self.end
    }

    /// CSI ? 2026: the terminal shows what lies between at once.
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    private func symbols(_ texts: [PlacedText], _ grid: TextGrid) -> [UInt8] {
        var cells = inkCells?.cells(canvas.pixels) ?? colouredCells()
        for text in texts { grid.write(text, into: &cells) }
        var writer = CellWriter(columns: format.columns, colors: format.colors)
        let before = shown
        for (index, cell) in cells.enumerated() where before == nil || before?[index] != cell {
            writer.put(cell, at: index)
        }
        shown = cells
        return writer.finish()
    }

    private func colouredCells() -> [TerminalCell] {
        chafa.draw(canvas)
        var cells: [TerminalCell] = []
        cells.reserveCapacity(format.columns * format.rows)
        for y in 0..<format.rows {
            for x in 0..<format.columns { cells.append(chafa.cell(x: x, y: y).simplified(format.colors)) }
        }
        return cells
    }

    private func graphicsBytes() -> [UInt8] {
        chafa.draw(canvas)
        let now = chafa.graphics()
        if now == graphics { return [] }
        graphics = now
        // Kitty keeps every picture it was sent until it is told to forget them.
        let clear = format.medium == .kitty ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : ""
        return Array("\(clear)\u{1B}[1;1H".utf8) + now
    }
}
