// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A picture as letters in colours, of which only cells whose pixels have changed are made anew.
///
/// A cell is a block of two colours (`BlockCells`), each the nearest that the terminal has. Where it has no blocks, and where
/// a picture is not opaque, chafa finds letter and colours: a cell depends on its own 8 by 8 pixels alone, so cells are
/// handed to it in any order, side by side.
final class CellTiles {
    /// The pixels of a cell, each way: what chafa looks at whatever the cell's shape.
    static let side = 8
    /// The bytes of a row of the pixels that chafa looks at.
    private static let rowBytes = 4 * side
    private static let cellBytes = rowBytes * side
    /// Half as many pixels, each way.
    private static let smallSide = side / 2
    /// How many cells chafa is handed at once; the last few in smaller lots.
    private static let lots = [64, 8]

    /// Cells from which on a screen is large: half as many pixels each way are drawn, which costs a quarter, and each of them
    /// stands for four of a cell's 64. An edge is a quarter of a cell off at most, where cells are small.
    private static let largeScreen = 120 * 40

    /// The pixels of a cell that are drawn, each way, for a format.
    static func drawnSide(_ format: TerminalFormat) -> Int {
        format.isUnicode && format.columns * format.rows >= largeScreen
            ? smallSide : side
    }

    private let format: TerminalFormat
    /// The pixels of a cell that are drawn, each way.
    private let drawn: Int
    private let lots: [(size: Int, chafa: ChafaCanvas)]
    private let blocks: BlockCells
    /// The bytes of a cell's drawn pixels.
    private let drawnBytes: Int
    /// The drawn pixels of the cells as they were converted last, cell after cell.
    private var before: [UInt8]
    /// Whether `before` holds a picture.
    private var isKnown = false
    /// The pixels of a lot, side by side.
    private var strip: [UInt8]
    /// How many cells chafa was asked for, which takes longer than all else that is done for one.
    private(set) var asked = 0
    /// What the screen shows of the picture, row by row.
    private(set) var cells: [TerminalCell]

    init(_ format: TerminalFormat) throws(PictureError) {
        self.format = format
        drawn = Self.drawnSide(format)
        drawnBytes = 4 * drawn * drawn
        var lots: [(Int, ChafaCanvas)] = []
        for size in Self.lots { lots.append((size, try ChafaCanvas(format, columns: size, rows: 1))) }
        self.lots = lots
        blocks = BlockCells(side: drawn)
        cells = Array(repeating: .blank, count: format.columns * format.rows)
        before = Array(repeating: 0, count: cells.count * drawnBytes)
        strip = Array(repeating: 0, count: Self.lots[0] * Self.cellBytes)
    }

    /// Takes the drawn pixels of some cells: `start` is the picture's first byte, `stride` from row to row.
    func update(_ boxes: [CellBox], _ start: UnsafePointer<UInt8>, stride: Int) {
        var changed: [Int] = []
        unsafe before.withUnsafeMutableBufferPointer { before in
            guard let first = before.baseAddress else { return }
            for box in boxes {
                for row in box.rows {
                    for column in box.columns where unsafe keep(first, row, column, start, stride) {
                        changed.append(row * format.columns + column)
                    }
                }
            }
        }
        isKnown = true
        convert(changed)
    }

    /// Keeps the drawn pixels of a cell. Returns whether they may have changed.
    private func keep(
        _ cells: UnsafeMutablePointer<UInt8>, _ row: Int, _ column: Int, _ start: UnsafePointer<UInt8>, _ stride: Int
    ) -> Bool {
        let old = unsafe cells + (row * format.columns + column) * drawnBytes
        let now = unsafe start + (row * drawn * stride + column * 4 * drawn)
        guard drawn == Self.side else { return unsafe Self.copySmall(now, stride, into: old) || !isKnown }
        if unsafe isKnown && Self.isSame(old, now, stride) { return false }
        for row in 0..<Self.side { unsafe memcpy(old + row * Self.rowBytes, now + row * stride, Self.rowBytes) }
        return true
    }

    private static func isSame(_ old: UnsafePointer<UInt8>, _ now: UnsafePointer<UInt8>, _ stride: Int) -> Bool {
        for row in 0..<side where unsafe memcmp(old + row * rowBytes, now + row * stride, rowBytes) != 0 {
            return false
        }
        return true
    }

    /// Copies 4 by 4 pixels, two at once. Returns whether any of them has changed.
    private static func copySmall(
        _ now: UnsafePointer<UInt8>, _ stride: Int, into old: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        var difference: UInt64 = 0
        for row in 0..<smallSide {
            let from = unsafe UnsafeRawPointer(now + row * stride)
            let to = unsafe UnsafeMutableRawPointer(old + row * 4 * smallSide)
            let left = unsafe from.loadUnaligned(as: UInt64.self)
            let right = unsafe from.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            unsafe difference |= left ^ to.loadUnaligned(as: UInt64.self)
            unsafe difference |= right ^ to.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            unsafe to.storeBytes(of: left, as: UInt64.self)
            unsafe to.storeBytes(of: right, toByteOffset: 8, as: UInt64.self)
        }
        return difference != 0
    }

    /// Finds the letters of cells from their pixels.
    private func convert(_ changed: [Int]) {
        var waiting: [Int] = []
        unsafe before.withUnsafeBufferPointer { before in
            guard let first = before.baseAddress else { return }
            for cell in changed {
                if format.isUnicode, let block = unsafe blocks.cell(first + cell * drawnBytes) {
                    // What is one colour to the eye must not become two of the few that there are.
                    cells[cell] = block.simplified(.truecolor).numbered(format.colors).simplified(format.colors)
                } else {
                    waiting.append(cell)
                }
            }
        }
        asked += waiting.count
        var left = waiting[...]
        for lot in lots {
            let isLast = lot.size == lots.last?.size
            while left.count >= lot.size || isLast && !left.isEmpty {
                convert(left.prefix(lot.size), lot)
                left = left.dropFirst(lot.size)
            }
        }
    }

    /// Copies a cell's pixels to where chafa looks at them; a drawn pixel may stand for four.
    private func copy(_ from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        let parts = Self.side / drawn
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let pixel = unsafe from + 4 * (row / parts * drawn + column / parts)
                unsafe memcpy(to + (row * stride + 4 * column), pixel, 4)
            }
        }
    }

    private func convert(_ some: ArraySlice<Int>, _ lot: (size: Int, chafa: ChafaCanvas)) {
        let stride = lot.size * Self.rowBytes
        unsafe strip.withUnsafeMutableBufferPointer { strip in
            unsafe before.withUnsafeBufferPointer { before in
                guard let to = strip.baseAddress, let from = before.baseAddress else { return }
                for (place, cell) in some.enumerated() {
                    unsafe copy(from + cell * drawnBytes, to: to + place * Self.rowBytes, stride)
                }
                unsafe lot.chafa.draw(to, width: lot.size * Self.side, height: Self.side, stride: stride)
            }
        }
        for (place, cell) in some.enumerated() {
            cells[cell] = lot.chafa.cell(x: place, y: 0).simplified(format.colors)
        }
    }
}
