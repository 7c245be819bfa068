// SPDX-License-Identifier: Apache-2.0

/// A picture as letters in colours, tile by tile: chafa runs only where pixels have changed.
///
/// A cell's letter depends on its own 8 by 8 pixels alone, so the cells are those of the whole picture.
final class CellTiles {
    /// The pixels of a cell, each way: what chafa looks at whatever the cell's shape.
    static let side = 8

    private let format: TerminalFormat
    private let columns: Int
    private let rows: Int
    private let chafa: ChafaCanvas
    private var before: [UInt8] = []
    private var cells: [TerminalCell]

    init(_ format: TerminalFormat) throws(RenderingError) {
        self.format = format
        (columns, rows) = (min(8, format.columns), min(2, format.rows))
        chafa = try ChafaCanvas(format, columns: columns, rows: rows)
        cells = Array(repeating: .blank, count: format.columns * format.rows)
    }

    /// The cells of a picture with 8 by 8 pixels for each.
    func cells(_ pixels: Pixels) -> [TerminalCell] {
        let stride = 4 * pixels.width
        unsafe pixels.bgra.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            for top in Swift.stride(from: 0, to: format.rows, by: rows) {
                for left in Swift.stride(from: 0, to: format.columns, by: columns) {
                    // The last tiles overlap those before them.
                    let (x, y) = (min(left, format.columns - columns), min(top, format.rows - rows))
                    let corner = Self.side * (y * stride + 4 * x)
                    guard isChanged(pixels.bgra, corner, stride) else { continue }
                    unsafe chafa.draw(
                        start + corner, width: Self.side * columns, height: Self.side * rows, stride: stride)
                    take(x, y)
                }
            }
        }
        before = pixels.bgra
        return cells
    }

    private func isChanged(_ now: [UInt8], _ corner: Int, _ stride: Int) -> Bool {
        guard before.count == now.count else { return true }
        return (0..<Self.side * rows).contains { row in
            let span = corner + row * stride..<corner + row * stride + 4 * Self.side * columns
            return now[span] != before[span]
        }
    }

    private func take(_ x: Int, _ y: Int) {
        for row in 0..<rows {
            for column in 0..<columns {
                cells[(y + row) * format.columns + x + column] =
                    chafa.cell(x: column, y: row).simplified(format.colors)
            }
        }
    }
}
