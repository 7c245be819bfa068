// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Faces

@Suite struct BlockCellsTests {
    /// The cell of pixels that a function colours, as 0xRRGGBB.
    private func cell(opacity: UInt8 = 255, _ color: (Int, Int) -> Int) -> TerminalCell? {
        var pixels: [UInt8] = []
        for pixel in 0..<64 {
            let color = color(pixel % 8, pixel / 8)
            pixels += [UInt8(color & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color >> 16), opacity]
        }
        return pixels.withUnsafeBufferPointer { $0.baseAddress.flatMap { BlockCells(side: 8).cell($0) } }
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

    @Test func `4 by 4 pixels make the cell that they make where each of them is four`() throws {
        var random = SeededGenerator(seed: 4)
        let (large, small) = (BlockCells(side: 8), BlockCells(side: 4))
        var letters: Set<UInt32> = []
        for _ in 0..<20_000 {
            // Two colours and some that are near to one of them, parted at random or by an edge.
            let colors = (0..<2).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
            let (a, b, c) = (
                Int.random(in: -3...3, using: &random), Int.random(in: -3...3, using: &random),
                Int.random(in: -9...9, using: &random)
            )
            let isNoise = Int.random(in: 0..<4, using: &random) == 0
            var pixels: [UInt32] = []
            for y in 0..<4 {
                for x in 0..<4 {
                    let side = isNoise ? Bool.random(using: &random) : a * x + b * y > c
                    let noise = UInt32.random(in: 0...7, using: &random)
                    pixels.append((colors[side ? 1 : 0] ^ noise) | 0xFF00_0000)
                }
            }
            let doubled = (0..<64).map { (pixel: Int) -> UInt32 in
                let (row, column) = (pixel / 8, pixel % 8)
                return pixels[row / 2 * 4 + column / 2]
            }
            func cell(_ pixels: [UInt32], _ cells: BlockCells) -> TerminalCell? {
                var bytes: [UInt8] = []
                for pixel in pixels {
                    for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: pixel >> shift)) }
                }
                return bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { cells.cell($0) } }
            }
            let found = try #require(cell(pixels, small))
            #expect(found == cell(doubled, large))
            letters.insert(found.letter)
        }
        #expect(letters.count >= 12)
    }
}
