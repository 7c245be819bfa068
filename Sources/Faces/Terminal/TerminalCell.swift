// SPDX-License-Identifier: Apache-2.0

/// What a cell of a terminal shows: a letter, and its colours as 24 bits or as a number in the palette; -1 for the
/// terminal's own.
struct TerminalCell: Hashable {
    var letter: UInt32
    var foreground: Int32
    var background: Int32

    static let blank = TerminalCell(letter: 0x20, foreground: -1, background: -1)

    /// Differences of a channel, 0...255, up to this one are not seen.
    static let unseen = 6

    /// A cell that looks the same, with fewer differences: a letter that hides or shows one colour only is a blank of it.
    func simplified(_ colors: TerminalFormat.Colors) -> TerminalCell {
        var cell = self
        if letter == 0x2588 { (cell.letter, cell.background) = (0x20, foreground) }
        if colors == .truecolor, letter != 0x20, distance(foreground, background) <= Int32(Self.unseen) {
            (cell.letter, cell.background) = (0x20, Self.mean(foreground, background))
        } else if colors != .none, letter != 0x20, foreground == background {
            cell.letter = 0x20
        }
        if cell.letter == 0x20 { cell.foreground = -1 }
        return cell
    }

    /// A cell in 24 bits in a terminal's colours, each the nearest one.
    func numbered(_ colors: TerminalFormat.Colors) -> TerminalCell {
        guard colors != .truecolor else { return self }
        var cell = self
        if foreground >= 0 { cell.foreground = TerminalPalette.number(of: foreground, colors: colors) }
        if background >= 0 { cell.background = TerminalPalette.number(of: background, colors: colors) }
        return cell
    }

    /// The colour on which a letter written over the cell is read best.
    func ground(_ colors: TerminalFormat.Colors) -> Int32 {
        colors == .truecolor && letter != 0x20 ? Self.mean(foreground, background) : background
    }

    /// The largest difference of a channel.
    private func distance(_ a: Int32, _ b: Int32) -> Int32 {
        guard a >= 0, b >= 0 else { return a == b ? 0 : 255 }
        func difference(_ shift: Int32) -> Int32 { abs((a >> shift & 0xFF) - (b >> shift & 0xFF)) }
        return max(difference(16), difference(8), difference(0))
    }

    private static func mean(_ a: Int32, _ b: Int32) -> Int32 {
        guard a >= 0, b >= 0 else { return a }
        func mean(_ shift: Int32) -> Int32 { (((a >> shift & 0xFF) + (b >> shift & 0xFF)) / 2) << shift }
        return mean(16) | mean(8) | mean(0)
    }
}
