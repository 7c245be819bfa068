// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import SeededRandom
import Testing

@testable import Faces

@Suite struct TerminalPaletteTests {
    /// The colours of the 256 that no user changes, by their numbers.
    private static let entries: [(number: Int32, color: [Int32])] = (16..<256 as Range<Int32>).map { number in
        if number >= 232 { return (number, Array(repeating: 8 + 10 * (number - 232), count: 3)) }
        let cube = number - 16
        return (number, [cube / 36, cube / 6 % 6, cube % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 })
    }

    private static func distance(_ a: [Int32], _ b: [Int32]) -> Int32 {
        zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    @Test func `of 256 colours the nearest one is found without a search`() {
        var random = SeededGenerator(seed: 1)
        let greys = (0...255).map { [Int32($0), Int32($0), Int32($0)] }
        let others = (0..<3000).map { _ in (0..<3).map { _ in Int32.random(in: 0...255, using: &random) } }
        for color in greys + others {
            let found = TerminalPalette.number(of: color[0] << 16 | color[1] << 8 | color[2], colors: .indexed256)
            let nearest = Self.entries.min { Self.distance($0.color, color) < Self.distance($1.color, color) }
            #expect(found == nearest?.number, "\(color)")
        }
    }

    @Test func `of 256 a colour has the number that chafa gives it, but where two are about as near`() throws {
        let colors = TerminalFormat.Colors.indexed256
        var random = SeededGenerator(seed: 2)
        let chafa = try ChafaCanvas(TerminalFormat(columns: 1, rows: 1, colors: colors), columns: 1, rows: 1)
        var others = 0
        for _ in 0..<500 {
            let color = Int32.random(in: 0...0xFFFFFF, using: &random)
            let pixel = [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } + [255]
            let pixels = Array(repeatElement(pixel, count: 64).joined())
            pixels.withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                chafa.draw(start, width: 8, height: 8, stride: 32)
            }
            let cell = chafa.cell(x: 0, y: 0).simplified(colors)
            if TerminalPalette.number(of: color, colors: colors) != cell.background { others += 1 }
        }
        #expect(others <= 50)
    }

    @Test func `of 16 colours bright ones are bright, and dark ones are dark`() {
        let pure = [0x000000, 0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF] as [Int32]
        #expect(pure.map { TerminalPalette.number(of: $0, colors: .indexed16) } == [0, 9, 10, 11, 12, 13, 14, 15])
        let dark = [0x800000, 0x008000, 0x808000, 0x000080, 0x800080, 0x008080, 0xC0C0C0] as [Int32]
        #expect(dark.map { TerminalPalette.number(of: $0, colors: .indexed16) } == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func `a colour in 24 bits is its own number, and has none without colours`() {
        #expect(TerminalPalette.number(of: 0x123456, colors: .truecolor) == 0x123456)
        #expect(TerminalPalette.number(of: 0x123456, colors: .none) == -1)
    }
}
