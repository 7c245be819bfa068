// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A picture as letters in colours, of which only cells whose pixels have changed are made anew.
///
/// Among all colours a cell is a block of two of them (`BlockCell`). Where a terminal has fewer colours or letters, chafa
/// finds both: a cell depends on its own 8 by 8 pixels alone, so cells are handed to it in any order, side by side.
final class CellTiles {
    /// The pixels of a cell, each way: what chafa looks at whatever the cell's shape.
    static let side = 8
    /// The bytes of a row of a cell's pixels.
    private static let rowBytes = 4 * side
    private static let cellBytes = rowBytes * side
    /// How many cells chafa is handed at once; the last few in smaller lots.
    private static let lots = [64, 8]

    private let format: TerminalFormat
    private let lots: [(size: Int, chafa: ChafaCanvas)]
    /// The pixels of the cells as they were converted last, cell after cell.
    private var before: [UInt8]
    /// Whether `before` holds a picture.
    private var isKnown = false
    /// The pixels of a lot, side by side.
    private var strip: [UInt8]
    /// What the screen shows of the picture, row by row.
    private(set) var cells: [TerminalCell]

    init(_ format: TerminalFormat) throws(RenderingError) {
        self.format = format
        var lots: [(Int, ChafaCanvas)] = []
        for size in Self.lots { lots.append((size, try ChafaCanvas(format, columns: size, rows: 1))) }
        self.lots = lots
        cells = Array(repeating: .blank, count: format.columns * format.rows)
        before = Array(repeating: 0, count: cells.count * Self.cellBytes)
        strip = Array(repeating: 0, count: Self.lots[0] * Self.cellBytes)
    }

    /// Takes the pixels of some cells, 8 by 8 for each: `start` is the picture's first byte, `stride` from row to row.
    func update(_ spans: CellSpans, _ start: UnsafePointer<UInt8>, stride: Int) {
        var changed: [Int] = []
        unsafe before.withUnsafeMutableBufferPointer { before in
            guard let first = before.baseAddress else { return }
            for (row, span) in spans.spans.enumerated() {
                for column in span {
                    let cell = row * format.columns + column
                    let old = unsafe first + cell * Self.cellBytes
                    let now = unsafe start + (row * Self.side * stride + column * Self.rowBytes)
                    if unsafe isKnown && Self.isSame(old, now, stride) { continue }
                    for row in 0..<Self.side {
                        unsafe memcpy(old + row * Self.rowBytes, now + row * stride, Self.rowBytes)
                    }
                    changed.append(cell)
                }
            }
        }
        isKnown = true
        convert(changed)
    }

    private static func isSame(_ old: UnsafePointer<UInt8>, _ now: UnsafePointer<UInt8>, _ stride: Int) -> Bool {
        for row in 0..<side where unsafe memcmp(old + row * rowBytes, now + row * stride, rowBytes) != 0 {
            return false
        }
        return true
    }

    /// Finds the letters of cells from their pixels.
    private func convert(_ changed: [Int]) {
        var waiting: [Int] = []
        unsafe before.withUnsafeBufferPointer { before in
            guard let first = before.baseAddress else { return }
            for cell in changed {
                // Blocks in any colours need no chafa.
                if format.colors == .truecolor, format.isUnicode,
                    let block = unsafe BlockCell.cell(first + cell * Self.cellBytes)
                {
                    cells[cell] = block.simplified(format.colors)
                } else {
                    waiting.append(cell)
                }
            }
        }
        var left = waiting[...]
        for lot in lots {
            let isLast = lot.size == lots.last?.size
            while left.count >= lot.size || isLast && !left.isEmpty {
                convert(left.prefix(lot.size), lot)
                left = left.dropFirst(lot.size)
            }
        }
    }

    private func convert(_ some: ArraySlice<Int>, _ lot: (size: Int, chafa: ChafaCanvas)) {
        let stride = lot.size * Self.rowBytes
        unsafe strip.withUnsafeMutableBufferPointer { strip in
            unsafe before.withUnsafeBufferPointer { before in
                guard let to = strip.baseAddress, let from = before.baseAddress else { return }
                for (place, cell) in some.enumerated() {
                    for row in 0..<Self.side {
                        unsafe memcpy(
                            to + (row * stride + place * Self.rowBytes),
                            from + (cell * Self.cellBytes + row * Self.rowBytes), Self.rowBytes)
                    }
                }
                unsafe lot.chafa.draw(to, width: lot.size * Self.side, height: Self.side, stride: stride)
            }
        }
        for (place, cell) in some.enumerated() {
            cells[cell] = lot.chafa.cell(x: place, y: 0).simplified(format.colors)
        }
    }
}
