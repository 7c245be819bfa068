// SPDX-License-Identifier: Apache-2.0

import Motion

/// A picture as letters without colours: every quarter of a cell is ink or background; a cell without ink is faint where
/// some of it is, such as a lamp that is not lit.
///
/// A third of a quarter is enough to make it ink, so that thin lines hold together.
struct InkCells {
    private let isUnicode: Bool
    private let ink: [Int]
    private let faint: [Int]
    private let background: [Int]

    init(_ format: TerminalFormat, theme: Theme) {
        isUnicode = format.isUnicode
        func bytes(_ color: Color) -> [Int] { [color.blue, color.green, color.red].map { Int(($0 * 255).rounded()) } }
        (ink, faint, background) = (bytes(theme.ink), bytes(theme.faint), bytes(theme.background))
    }

    /// The cells of a picture with 8 by 8 pixels for each.
    func cells(_ pixels: Pixels) -> [TerminalCell] {
        var cells: [TerminalCell] = []
        for y in stride(from: 0, to: pixels.height, by: 8) {
            for x in stride(from: 0, to: pixels.width, by: 8) {
                let quarters = [(x, y), (x + 4, y), (x, y + 4), (x + 4, y + 4)]
                let mask = quarters.reduce(0) { $0 << 1 | (isInk(pixels, $1.0, $1.1) ? 1 : 0) }
                let letter = mask == 0 && isFaint(pixels, x, y) ? faintLetter : self.letter(mask)
                cells.append(TerminalCell(letter: letter.value, foreground: -1, background: -1))
            }
        }
        return cells
    }

    /// Whether a sixth of a cell is nearer to what is faint than to ink and background: more than the edge of a letter is.
    private func isFaint(_ pixels: Pixels, _ x: Int, _ y: Int) -> Bool {
        var count = 0
        for row in y..<y + 8 {
            for at in stride(from: 4 * (row * pixels.width + x), to: 4 * (row * pixels.width + x + 8), by: 4) {
                func distance(_ color: [Int]) -> Int {
                    (0..<3).reduce(0) { $0 + abs(Int(pixels.bgra[at + $1]) - color[$1]) }
                }
                let toFaint = distance(faint)
                if toFaint < distance(background), toFaint < distance(ink) { count += 1 }
            }
        }
        return count >= 11
    }

    private func isInk(_ pixels: Pixels, _ x: Int, _ y: Int) -> Bool {
        var sums = [0, 0, 0]
        for row in y..<y + 4 {
            for at in stride(from: 4 * (row * pixels.width + x), to: 4 * (row * pixels.width + x + 4), by: 4) {
                for channel in 0..<3 { sums[channel] += Int(pixels.bgra[at + channel]) }
            }
        }
        func distance(_ color: [Int]) -> Int { zip(sums, color).reduce(0) { $0 + abs($1.0 - 16 * $1.1) } }
        return distance(ink) < 2 * distance(background)
    }

    private var faintLetter: Unicode.Scalar { isUnicode ? "░" : ":" }

    /// Top left, top right, bottom left, bottom right, from the highest bit on.
    private func letter(_ mask: Int) -> Unicode.Scalar {
        let letters = isUnicode ? " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█" : " .,_']/J`\\[L\"7F#"
        return letters.unicodeScalars.dropFirst(mask).first ?? " "
    }
}
