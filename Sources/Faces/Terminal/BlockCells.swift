// SPDX-License-Identifier: Apache-2.0

/// The letters of a terminal's cells and their two colours, from 8 by 8 pixels, or from 4 by 4 of which each stands for four:
/// the blocks whose shape is nearest.
///
/// The pixels are parted in two by the channel in which they differ most. The block is the one that parts them in the
/// same way but for the fewest pixels; its colours are the means of the pixels on either side.
final class BlockCells {
    /// A block, and the pixels that it covers.
    private struct Block {
        let letter: UInt32
        /// A bit for each of 64 pixels, row by row from the top left, the first the lowest.
        let mask: UInt64
        /// How many of 64 pixels it covers of each that is there.
        var weights: [UInt64] = []
    }

    /// The blocks, without the complement of any of them: what a complement would show, a block shows with its colours exchanged.
    private static let all: [Block] = {
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

    /// The pixels that are there: 64 or 16.
    private let count: Int
    private let blocks: [Block]
    /// Of 16 pixels the block for each way to part them, from 1; 0 where it was not looked for yet.
    private var known: [UInt8]

    /// For cells of 8 or 4 pixels each way.
    init(side: Int) {
        count = side * side
        let parts = 8 / side
        blocks = Self.all.map { block in
            var block = block
            block.weights = Array(repeating: 0, count: side * side)
            for pixel in 0..<64 {
                block.weights[pixel / 8 / parts * side + pixel % 8 / parts] += block.mask >> UInt64(pixel) & 1
            }
            return block
        }
        known = count == 16 ? Array(repeating: 0, count: 1 << 16) : []
    }

    /// The cell of opaque pixels in a row: blue, green, red and opacity of each; nil if one is not opaque.
    func cell(_ pixels: UnsafePointer<UInt8>) -> TerminalCell? {
        var least: (blue: UInt8, green: UInt8, red: UInt8) = (255, 255, 255)
        var greatest: (blue: UInt8, green: UInt8, red: UInt8) = (0, 0, 0)
        var opacity: UInt8 = 255
        for at in stride(from: 0, to: 4 * count, by: 4) {
            let (blue, green, red) = unsafe (pixels[at], pixels[at + 1], pixels[at + 2])
            least = (min(least.blue, blue), min(least.green, green), min(least.red, red))
            greatest = (max(greatest.blue, blue), max(greatest.green, green), max(greatest.red, red))
            unsafe opacity &= pixels[at + 3]
        }
        guard opacity == 255 else { return nil }
        let ranges = (greatest.blue - least.blue, greatest.green - least.green, greatest.red - least.red)
        let range = max(ranges.0, ranges.1, ranges.2)
        // The halves of a gradient differ by half of what its ends do.
        if Int(range) <= 2 * TerminalCell.unseen {
            func mean(_ one: UInt8, _ other: UInt8) -> Int32 { (Int32(one) + Int32(other) + 1) / 2 }
            let color =
                mean(least.red, greatest.red) << 16 | mean(least.green, greatest.green) << 8
                | mean(least.blue, greatest.blue)
            return TerminalCell(letter: 0x20, foreground: -1, background: color)
        }
        let (channel, low) =
            range == ranges.1 ? (1, least.green) : range == ranges.2 ? (2, least.red) : (0, least.blue)
        let mask = unsafe parting(pixels, channel: channel, at: low + range / 2)
        return unsafe cell(pixels, as: block(parting: mask))
    }

    /// The pixels that are above a level in a channel, a bit for each.
    private func parting(_ pixels: UnsafePointer<UInt8>, channel: Int, at level: UInt8) -> UInt64 {
        var mask: UInt64 = 0
        for pixel in 0..<count {
            mask |= unsafe (pixels[4 * pixel + channel] > level ? 1 : 0) << UInt64(pixel)
        }
        return mask
    }

    /// The number of the block that parts pixels nearly so.
    private func block(parting mask: UInt64) -> Int {
        guard count == 16 else { return nearest(to: mask) }
        let place = Int(mask)
        if known[place] == 0 { known[place] = UInt8(nearest(to: Self.doubled(mask)) + 1) }
        return Int(known[place]) - 1
    }

    private func nearest(to mask: UInt64) -> Int {
        var (nearest, distance) = (0, 64)
        for (index, block) in blocks.enumerated() {
            let wrong = (mask ^ block.mask).nonzeroBitCount
            if min(wrong, 64 - wrong) < distance { (nearest, distance) = (index, min(wrong, 64 - wrong)) }
        }
        return nearest
    }

    /// The bits of 4 by 4 pixels as those of 8 by 8.
    private static func doubled(_ mask: UInt64) -> UInt64 {
        var doubled: UInt64 = 0
        for pixel in 0..<64 {
            let small = pixel / 16 * 4 + pixel % 8 / 2
            doubled |= (mask >> UInt64(small) & 1) << UInt64(pixel)
        }
        return doubled
    }

    private func cell(_ pixels: UnsafePointer<UInt8>, as number: Int) -> TerminalCell {
        let block = blocks[number]
        // The sums of all channels side by side, 16 bits for each: 64 times 255 at most.
        var (all, covered): (UInt64, UInt64) = (0, 0)
        let each = UInt64(64 / count)
        for (pixel, weight) in block.weights.enumerated() {
            let bytes = unsafe UnsafeRawPointer(pixels + 4 * pixel).loadUnaligned(as: UInt32.self)
            let pairs = (UInt64(bytes) | UInt64(bytes) << 16) & 0x0000_FFFF_0000_FFFF
            let channels = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
            all += each * channels
            covered += weight * channels
        }
        let count = UInt64(block.mask.nonzeroBitCount)
        func mean(_ sum: UInt64, of count: UInt64) -> Int32 {
            func mean(_ shift: UInt64) -> Int32 { Int32(((sum >> shift & 0xFFFF) + count / 2) / count) }
            return mean(32) << 16 | mean(16) << 8 | mean(0)
        }
        return TerminalCell(
            letter: block.letter, foreground: mean(covered, of: count), background: mean(all - covered, of: 64 - count))
    }
}
