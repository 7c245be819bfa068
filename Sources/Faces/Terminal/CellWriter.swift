// SPDX-License-Identifier: Apache-2.0

/// Writes cells with as few bytes as it takes: the cursor moves only over gaps, colours are written when they change.
struct CellWriter {
    private let columns: Int
    private let colors: TerminalFormat.Colors
    private var bytes: [UInt8] = []
    /// Where the cursor is; nil where that is not known, as behind the last column.
    private var cursor: Int?
    private var foreground: Int32 = -1
    private var background: Int32 = -1

    init(columns: Int, colors: TerminalFormat.Colors) {
        self.columns = columns
        self.colors = colors
    }

    /// Writes a cell, which are numbered row by row.
    mutating func put(_ cell: TerminalCell, at index: Int) {
        if cursor != index {
            bytes += [0x1B, UInt8(ascii: "[")]
            write(index / columns + 1)
            bytes.append(UInt8(ascii: ";"))
            write(index % columns + 1)
            bytes.append(UInt8(ascii: "H"))
        }
        setColors(cell)
        write(Unicode.Scalar(cell.letter) ?? " ")
        cursor = (index + 1) % columns == 0 ? nil : index + 1
    }

    /// All bytes, with the terminal's own colours restored at their end.
    consuming func finish() -> [UInt8] {
        if foreground != -1 || background != -1 { bytes += "\u{1B}[0m".utf8 }
        return bytes
    }

    private mutating func setColors(_ cell: TerminalCell) {
        let isLetter = cell.letter != 0x20 && cell.foreground != foreground
        let isGround = cell.background != background
        guard isLetter || isGround else { return }
        bytes += [0x1B, UInt8(ascii: "[")]
        if isLetter {
            write(color: cell.foreground, base: 38)
            foreground = cell.foreground
        }
        if isGround {
            if isLetter { bytes.append(UInt8(ascii: ";")) }
            write(color: cell.background, base: 48)
            background = cell.background
        }
        bytes.append(UInt8(ascii: "m"))
    }

    /// Writes the parameters of SGR for a colour; `base` is 38 for letters and 48 for what is behind them.
    private mutating func write(color: Int32, base: Int) {
        let color = Int(color)
        guard color >= 0 else { return write(base + 1) }
        switch colors {
        case .truecolor: write(base, 2, color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
        case .indexed16 where color < 8: write(base - 8 + color)
        case .indexed16 where color < 16: write(base + 52 + color - 8)
        case .indexed16, .indexed256: write(base, 5, color)
        case .none: write(base + 1)
        }
    }

    private mutating func write(_ numbers: Int...) {
        for (place, number) in numbers.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ";")) }
            write(number)
        }
    }

    /// A number that is not negative, in decimal.
    private mutating func write(_ number: Int) {
        if number >= 10 { write(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            bytes.append(UInt8(scalar.value))
        } else {
            bytes += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }
}
