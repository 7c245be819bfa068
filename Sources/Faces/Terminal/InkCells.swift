// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

/// A picture as letters without colours: every quarter of a cell is ink or background; a cell without ink is faint where
/// some of it is, such as a lamp that is not lit.
///
/// A third of a quarter is enough to make it ink, so that thin lines hold together.
final class InkCells {
    private let columns: Int
    private let isUnicode: Bool
    /// What the screen shows of the picture, row by row.
    private(set) var cells: [TerminalCell]
    private let ink: [Int]
    private let faint: [Int]
    private let background: [Int]

    init(_ format: TerminalFormat, theme: Theme) {
        (columns, isUnicode) = (format.columns, format.isUnicode)
        cells = Array(repeating: .blank, count: format.columns * format.rows)
        func bytes(_ color: Color) -> [Int] {
            [color.blue, color.green, color.red].map { Int(clamping: ($0 * 255).rounded()) }
        }
        (ink, faint, background) = (bytes(theme.ink), bytes(theme.faint), bytes(theme.background))
    }

    /// Takes the pixels of some cells, 8 by 8 for each: `start` is the picture's first byte, `stride` from row to row.
    func update(_ boxes: [CellBox], _ start: UnsafePointer<UInt8>, stride: Int) {
        for box in boxes {
            for row in box.rows {
                for column in box.columns {
                    let pixels = unsafe start + (8 * row * stride + 32 * column)
                    let letter = unsafe letter(of: pixels, stride)
                    cells[row * columns + column] = TerminalCell(letter: letter.value, foreground: -1, background: -1)
                }
            }
        }
    }

    private func letter(of pixels: UnsafePointer<UInt8>, _ stride: Int) -> Unicode.Scalar {
        var mask = 0
        for corner in [0, 16, 4 * stride, 4 * stride + 16] {
            mask = unsafe mask << 1 | (isInk(pixels + corner, stride) ? 1 : 0)
        }
        return unsafe mask == 0 && isFaint(pixels, stride) ? faintLetter : letter(mask)
    }

    /// Whether a sixth of a cell is nearer to what is faint than to ink and background: more than the edge of a letter is.
    private func isFaint(_ pixels: UnsafePointer<UInt8>, _ stride: Int) -> Bool {
        var count = 0
        for row in 0..<8 {
            for column in 0..<8 {
                let pixel = unsafe pixels + (row * stride + 4 * column)
                let toFaint = unsafe distance(pixel, faint)
                if unsafe toFaint < distance(pixel, background), unsafe toFaint < distance(pixel, ink) { count += 1 }
            }
        }
        return count >= 11
    }

    private func distance(_ pixel: UnsafePointer<UInt8>, _ color: [Int]) -> Int {
        var sum = 0
        for channel in 0..<3 { sum += unsafe abs(Int(pixel[channel]) - color[channel]) }
        return sum
    }

    private func isInk(_ pixels: UnsafePointer<UInt8>, _ stride: Int) -> Bool {
        var (toInk, toBackground) = (0, 0)
        for channel in 0..<3 {
            var sum = 0
            for row in 0..<4 {
                for column in 0..<4 { sum += unsafe Int(pixels[row * stride + 4 * column + channel]) }
            }
            toInk += abs(sum - 16 * ink[channel])
            toBackground += abs(sum - 16 * background[channel])
        }
        return toInk < 2 * toBackground
    }

    private var faintLetter: Unicode.Scalar { isUnicode ? "░" : ":" }

    private static let blocks = Array(" ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█".unicodeScalars)
    private static let ascii = Array(" .,_']/J`\\[L\"7F#".unicodeScalars)

    /// Top left, top right, bottom left, bottom right, from the highest bit on.
    private func letter(_ mask: Int) -> Unicode.Scalar {
        let letters = isUnicode ? Self.blocks : Self.ascii
        return letters[mask]
    }
}
