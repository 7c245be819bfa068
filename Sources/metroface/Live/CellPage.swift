// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeMotion

/// A drawing that is laid out by the cells of a terminal.
struct CellPage {
    let format: TerminalFormat
    let size: Size
    var drawing: Drawing

    func rect(column: Int, row: Int, columns: Int, rows: Int) -> Rect {
        let (width, height) = (size.width / Double(format.columns), size.height / Double(format.rows))
        return Rect(
            x: Double(column) * width, y: Double(row) * height, width: Double(columns) * width,
            height: Double(rows) * height)
    }

    /// Writes a line of text that begins at a cell.
    mutating func write(_ text: String, column: Int, row: Int, _ color: Color) {
        guard !text.isEmpty else { return }
        let text =
            format.isUnicode ? text : String(text.replacing("±", with: "+-").map { $0.isASCII ? $0 : "?" })
        let cells = rect(column: column, row: row, columns: text.count, rows: 1)
        // Letters that the terminal writes have a cell each; letters in pixels have their own widths.
        let isWritten = format.medium == .symbols
        let font = Font(size: cells.height * 0.62)
        let point = isWritten ? cells.center : Point(x: cells.minX, y: cells.midY)
        drawing.draw(Text(text, font: font, at: point, alignment: isWritten ? .center : .leading), color)
    }
}
