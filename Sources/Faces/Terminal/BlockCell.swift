// SPDX-License-Identifier: Apache-2.0

/// The letter of a terminal's cell and its two colours, from 8 by 8 pixels: the block whose shape is nearest.
///
/// The pixels are parted in two by the channel in which they differ most. The block is the one that parts them in the
/// same way but for the fewest pixels; its colours are the means of the pixels on either side.
enum BlockCell {
    /// A block, and the pixels that it covers: a bit for each, row by row from the top left, the first the lowest.
    private struct Block {
        let letter: UInt32
        let mask: UInt64
    }

    /// Those of which none is another's rest: what a rest would show, the other one does with its colours exchanged.
    private static let blocks: [Block] = {
        func mask(_ covers: (Int, Int) -> Bool) -> UInt64 {
            (0..<64).reduce(0) { $0 | (covers($1 % 8, $1 / 8) ? 1 << UInt64($1) : 0) }
        }
        let lower = (1...7).map { eighths in Block(letter: 0x2580 + UInt32(eighths), mask: mask { $1 >= 8 - eighths }) }
        let left = (1...7).map { eighths in Block(letter: 0x2590 - UInt32(eighths), mask: mask { x, _ in x < eighths })
        }
        return lower + left + [
            Block(letter: 0x2596, mask: mask { $0 < 4 && $1 >= 4 }),
            Block(letter: 0x2597, mask: mask { $0 >= 4 && $1 >= 4 }),
            Block(letter: 0x2598, mask: mask { $0 < 4 && $1 < 4 }),
            Block(letter: 0x259D, mask: mask { $0 >= 4 && $1 < 4 }),
            Block(letter: 0x259A, mask: mask { ($0 < 4) == ($1 < 4) }),
        ]
    }()

    /// The cell of 64 opaque pixels in a row: blue, green, red and opacity of each; nil if one is not opaque.
    static func cell(_ pixels: UnsafePointer<UInt8>) -> TerminalCell? {
        var least: (blue: UInt8, green: UInt8, red: UInt8) = (255, 255, 255)
        var greatest: (blue: UInt8, green: UInt8, red: UInt8) = (0, 0, 0)
        var opacity: UInt8 = 255
        for at in stride(from: 0, to: 256, by: 4) {
            let (blue, green, red) = unsafe (pixels[at], pixels[at + 1], pixels[at + 2])
            least = (min(least.blue, blue), min(least.green, green), min(least.red, red))
            greatest = (max(greatest.blue, blue), max(greatest.green, green), max(greatest.red, red))
            unsafe opacity &= pixels[at + 3]
        }
        guard opacity == 255 else { return nil }
        let ranges = [greatest.blue - least.blue, greatest.green - least.green, greatest.red - least.red]
        let range = max(ranges[0], ranges[1], ranges[2])
        // The halves of a gradient differ by half of what its ends do.
        if Int(range) <= 2 * TerminalCell.unseen {
            func mean(_ one: UInt8, _ other: UInt8) -> Int32 { (Int32(one) + Int32(other) + 1) / 2 }
            let color =
                mean(least.red, greatest.red) << 16 | mean(least.green, greatest.green) << 8
                | mean(least.blue, greatest.blue)
            return TerminalCell(letter: 0x20, foreground: -1, background: color)
        }
        let (channel, low) =
            range == ranges[1] ? (1, least.green) : range == ranges[2] ? (2, least.red) : (0, least.blue)
        return unsafe cell(pixels, parted: parting(pixels, channel: channel, at: low + range / 2))
    }

    /// The pixels that are above a level in a channel.
    private static func parting(_ pixels: UnsafePointer<UInt8>, channel: Int, at level: UInt8) -> UInt64 {
        var mask: UInt64 = 0
        for pixel in 0..<64 {
            mask |= unsafe (pixels[4 * pixel + channel] > level ? 1 : 0) << UInt64(pixel)
        }
        return mask
    }

    private static func cell(_ pixels: UnsafePointer<UInt8>, parted mask: UInt64) -> TerminalCell {
        var (nearest, distance) = (blocks[0], 64)
        for block in blocks {
            let wrong = (mask ^ block.mask).nonzeroBitCount
            if min(wrong, 64 - wrong) < distance { (nearest, distance) = (block, min(wrong, 64 - wrong)) }
        }
        var covered: (blue: Int32, green: Int32, red: Int32) = (0, 0, 0)
        var rest: (blue: Int32, green: Int32, red: Int32) = (0, 0, 0)
        for pixel in 0..<64 {
            let (blue, green, red) = unsafe (pixels[4 * pixel], pixels[4 * pixel + 1], pixels[4 * pixel + 2])
            if nearest.mask >> UInt64(pixel) & 1 == 1 {
                covered = (covered.blue + Int32(blue), covered.green + Int32(green), covered.red + Int32(red))
            } else {
                rest = (rest.blue + Int32(blue), rest.green + Int32(green), rest.red + Int32(red))
            }
        }
        let count = Int32(nearest.mask.nonzeroBitCount)
        func mean(_ sum: (blue: Int32, green: Int32, red: Int32), of count: Int32) -> Int32 {
            let half = count / 2
            let (red, green, blue) = ((sum.red + half) / count, (sum.green + half) / count, (sum.blue + half) / count)
            return red << 16 | green << 8 | blue
        }
        return TerminalCell(
            letter: nearest.letter, foreground: mean(covered, of: count), background: mean(rest, of: 64 - count))
    }
}
