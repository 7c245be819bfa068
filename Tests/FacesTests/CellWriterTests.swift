// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Faces

@Suite struct CellWriterTests {
    private func text(_ cells: [(TerminalCell, Int)]) -> String {
        var writer = CellWriter(columns: 3, colors: .truecolor)
        for (cell, index) in cells { writer.write(cell, at: index) }
        return String(decoding: writer.finish(), as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test func `behind the last column the cursor is placed in the next row`() {
        let cells = (1..<5).map { (TerminalCell.blank, $0) }
        #expect(text(cells) == "^[1;2H  ^[2;1H  ")
    }

    @Test func `cells beyond all that is kept ready are written as the first are`() {
        // 10,000 cells, each in colours of its own and with a gap before it.
        var writer = CellWriter(columns: 1000, colors: .truecolor)
        var expected = ""
        for cell in 0..<10_000 {
            let index = 99 * cell
            writer.write(TerminalCell(letter: 0x2584, foreground: Int32(cell), background: Int32(cell + 1)), at: index)
            expected += "^[\(index / 1000 + 1);\(index % 1000 + 1)H"
            expected += "^[38;2;0;\(cell >> 8);\(cell & 255)"
            expected += ";48;2;0;\((cell + 1) >> 8);\((cell + 1) & 255)m▄"
        }
        let text = String(decoding: writer.finish(), as: UTF8.self).replacing("\u{1B}", with: "^")
        #expect(text == expected + "^[0m")
    }

    @Test(arguments: [(Int32(0x010203), Int32(-1)), (-1, 0x010203)])
    func `a colour of letters or of the background is reset at the end`(foreground: Int32, background: Int32) {
        let cell = TerminalCell(letter: 0x41, foreground: foreground, background: background)
        #expect(text([(cell, 0)]).hasSuffix("A^[0m"))
        #expect(!text([(.blank, 0)]).contains("^[0m"))
    }

    @Test func `a full block is a blank of its colour`() {
        let block = TerminalCell(letter: 0x2588, foreground: 0x0000FF, background: -1)
        for colors in [TerminalFormat.Colors.truecolor, .indexed256, .none] {
            #expect(
                block.simplified(colors) == TerminalCell(letter: 0x20, foreground: -1, background: 0x0000FF),
                "\(colors)")
        }
    }
}
