// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

/// Pictures as the bytes that show them in a terminal, frame after frame.
///
/// It writes to the cells of its format from the top left corner of the screen. It keeps the last picture and what it
/// wrote, so that a frame draws and costs only what changed; it never clears, scrolls, or leaves colours behind. Every frame is a synchronized update,
/// which terminals that do not know it pass over. Not for two threads at a time.
public final class TerminalRenderer {
    /// What makes bytes or letters of pixels.
    private enum Drawer {
        case ink(InkCells)
        case colors(CellTiles)
        case graphics(ChafaCanvas)
    }

    /// What is shown: of graphics perhaps fewer pixels, or cells, than the terminal has.
    public let format: TerminalFormat
    private let canvas: Canvas
    /// The pixels of a cell that are drawn, each way, among letters.
    private let side: Int
    private let drawer: Drawer
    /// The picture that is on the canvas, and the text that was written over it; nil where they are not known.
    private var drawn: (picture: Drawing, texts: [PlacedText])?
    /// The cells on the screen; nil where they are not known.
    private(set) var shown: [TerminalCell]?
    private var shownGraphics: [UInt8] = []

    /// A renderer for a terminal. Throws if it has no cells, or over 1000 columns or rows.
    ///
    /// Where letters have no colours, what comes near the theme's ink is drawn; the plain theme is made for that.
    public init(_ format: TerminalFormat, theme: Theme) throws(PictureError) {
        guard (1...1000).contains(format.columns), (1...1000).contains(format.rows) else {
            throw PictureError(
                "\(format.columns)x\(format.rows) cells are out of range: a picture has 1 to 1000 columns and rows")
        }
        let format = format.drawable
        self.format = format
        let isSymbols = format.medium == .symbols
        side = format.colors == .none ? CellTiles.side : CellTiles.drawnSide(format)
        let width = isSymbols ? side : max(1, Int(clamping: format.cell.width.rounded()))
        let height = isSymbols ? side : max(1, Int(clamping: format.cell.height.rounded()))
        canvas = try Canvas(
            width: min(Canvas.sides.upperBound, format.columns * width),
            height: min(Canvas.sides.upperBound, format.rows * height), isRough: isSymbols)
        if !isSymbols {
            drawer = .graphics(try ChafaCanvas(format, columns: format.columns, rows: format.rows))
        } else if format.colors == .none {
            drawer = .ink(InkCells(format, theme: theme))
        } else {
            drawer = .colors(try CellTiles(format))
        }
    }

    /// The bytes that turn what is shown into this picture; none if it is already shown.
    ///
    /// Among letters, level text that would be too small to read is written as text, on top of the rest.
    /// The picture is stretched to the cells; `TerminalFormat.drawingSize` is the size that is not distorted.
    public func frame(_ drawing: Drawing) throws(PictureError) -> [UInt8] {
        let body: [UInt8]
        switch drawer {
        case .ink(let drawer): body = try unsafe symbols(drawing, drawer.update) { drawer.cells }
        case .colors(let drawer): body = try unsafe symbols(drawing, drawer.update) { drawer.cells }
        case .graphics(let chafa): body = try graphics(drawing, chafa)
        }
        return body.isEmpty ? [] : Self.begin + body + Self.end
    }

    /// CSI ? 2026: the terminal shows what lies between at once.
    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    private func symbols(
        _ drawing: Drawing, _ update: ([CellBox], UnsafePointer<UInt8>, Int) -> Void, _ cells: () -> [TerminalCell]
    ) throws(PictureError) -> [UInt8] {
        let textCells = TextCells(format, drawing.size)
        let (picture, texts) = drawing.takingText(where: textCells.isBetterWritten)
        let changes =
            drawn.map { picture.changes(since: $0.picture, columns: format.columns, rows: format.rows) }
            ?? CellSet(columns: format.columns, rows: format.rows, all: true)
        if changes.isEmpty, shown != nil, texts == drawn?.texts { return [] }
        if !changes.isEmpty {
            // Until all is drawn nothing is known.
            drawn = nil
            let areas = CellArea.areas(of: changes.boxes)
            for area in areas { try canvas.draw(picture, within: area.boxes.map(pixels), of: pixels(area.hull)) }
            let boxes = areas.flatMap(\.boxes)
            _ = unsafe canvas.withBytes { bytes, stride in unsafe update(boxes, bytes, stride) }
        }
        drawn = (picture, texts)
        var now = cells()
        for text in texts { textCells.write(text, into: &now) }
        var writer = CellWriter(columns: format.columns, colors: format.colors)
        if let before = shown {
            for (index, cell) in now.enumerated() where before[index] != cell { writer.write(cell, at: index) }
        } else {
            for (index, cell) in now.enumerated() { writer.write(cell, at: index) }
        }
        shown = now
        return writer.finish()
    }

    /// The pixels of a rectangle of cells.
    private func pixels(_ box: CellBox) -> Rect {
        let side = Double(side)
        return Rect(
            x: Double(box.columns.lowerBound) * side, y: Double(box.rows.lowerBound) * side,
            width: Double(box.columns.count) * side, height: Double(box.rows.count) * side)
    }

    private func graphics(_ drawing: Drawing, _ chafa: ChafaCanvas) throws(PictureError) -> [UInt8] {
        if !shownGraphics.isEmpty, drawn?.picture == drawing { return [] }
        drawn = nil
        try canvas.draw(drawing)
        drawn = (drawing, [])
        _ = unsafe canvas.withBytes { bytes, stride in
            unsafe chafa.draw(bytes, width: canvas.width, height: canvas.height, stride: stride)
        }
        let now = chafa.graphics()
        if now == shownGraphics { return [] }
        shownGraphics = now
        // Kitty keeps every picture it was sent until a command deletes them.
        let clear = format.medium == .kitty ? "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" : ""
        return Array("\(clear)\u{1B}[1;1H".utf8) + now
    }
}
