// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Faces

@Suite struct BlockCellTests {
    /// The cell of pixels that a function colours, as 0xRRGGBB.
    private func cell(opacity: UInt8 = 255, _ color: (Int, Int) -> Int) -> TerminalCell? {
        var pixels: [UInt8] = []
        for pixel in 0..<64 {
            let color = color(pixel % 8, pixel / 8)
            pixels += [UInt8(color & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color >> 16), opacity]
        }
        return pixels.withUnsafeBufferPointer { $0.baseAddress.flatMap { BlockCell.cell($0) } }
    }

    /// What a block shows at a pixel.
    private func shown(_ cell: TerminalCell, _ covers: Bool) -> Int32 { covers ? cell.foreground : cell.background }

    @Test func `a cell of one colour is a blank on it`() {
        #expect(cell { _, _ in 0x123456 } == TerminalCell(letter: 0x20, foreground: -1, background: 0x123456))
    }

    @Test func `a gradient too weak to be seen is its middle, a stronger one is not`() throws {
        #expect(
            cell { x, _ in 0x404040 + 0x010101 * x } == TerminalCell(letter: 0x20, foreground: -1, background: 0x444444)
        )
        #expect(try #require(cell { x, _ in 0x404040 + 0x040404 * x }).letter == 0x258C)
    }

    @Test func `every eighth and every quarter is found, whichever side is which`() throws {
        for eighths in 1...7 {
            for (inside, outside) in [(0xFF0000, 0x0000FF), (0x0000FF, 0xFF0000)] {
                let lower = try #require(cell { _, y in y >= 8 - eighths ? inside : outside })
                #expect(
                    lower
                        == TerminalCell(
                            letter: 0x2580 + UInt32(eighths), foreground: Int32(inside), background: Int32(outside)))
                let left = try #require(cell { x, _ in x < eighths ? inside : outside })
                #expect(
                    left
                        == TerminalCell(
                            letter: 0x2590 - UInt32(eighths), foreground: Int32(inside), background: Int32(outside)))
            }
        }
        let quarter = try #require(cell { x, y in x >= 4 && y < 4 ? 0xFFFFFF : 0 })
        #expect(quarter == TerminalCell(letter: 0x259D, foreground: 0xFFFFFF, background: 0))
        let threeQuarters = try #require(cell { x, y in x >= 4 && y < 4 ? 0 : 0xFFFFFF })
        #expect(threeQuarters == TerminalCell(letter: 0x259D, foreground: 0, background: 0xFFFFFF))
        let diagonal = try #require(cell { x, y in (x < 4) == (y < 4) ? 0xFFFFFF : 0 })
        #expect(diagonal == TerminalCell(letter: 0x259A, foreground: 0xFFFFFF, background: 0))
    }

    @Test func `a slanted edge is the block that is wrong for the fewest pixels, in the colours that are there`() throws
    {
        let slanted = try #require(cell { x, y in x < 3 + y / 4 ? 0xC0C0C0 : 0x101010 })
        #expect([0x258C, 0x258D].contains(slanted.letter))
        #expect(slanted.foreground >> 16 > 0xA0 && slanted.background >> 16 < 0x40)
    }

    @Test func `what shines through is left to others`() {
        #expect(cell(opacity: 254) { _, _ in 0xFFFFFF } == nil)
    }
}
