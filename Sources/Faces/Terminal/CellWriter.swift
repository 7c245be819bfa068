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
        if cursor != index { write("\u{1B}[\(index / columns + 1);\(index % columns + 1)H") }
        setColors(cell)
        if let scalar = Unicode.Scalar(cell.letter) { write(String(Character(scalar))) } else { write(" ") }
        cursor = (index + 1) % columns == 0 ? nil : index + 1
    }

    /// All bytes, with the terminal's own colours restored at their end.
    consuming func finish() -> [UInt8] {
        if foreground != -1 || background != -1 { write("\u{1B}[0m") }
        return bytes
    }

    private mutating func setColors(_ cell: TerminalCell) {
        var codes: [String] = []
        if cell.letter != 0x20, cell.foreground != foreground {
            codes.append(code(cell.foreground, base: 38))
            foreground = cell.foreground
        }
        if cell.background != background {
            codes.append(code(cell.background, base: 48))
            background = cell.background
        }
        if !codes.isEmpty { write("\u{1B}[\(codes.joined(separator: ";"))m") }
    }

    /// The parameters of SGR for a colour; `base` is 38 for letters and 48 for what is behind them.
    private func code(_ color: Int32, base: Int32) -> String {
        guard color >= 0 else { return "\(base + 1)" }
        switch colors {
        case .truecolor: return "\(base);2;\(color >> 16 & 0xFF);\(color >> 8 & 0xFF);\(color & 0xFF)"
        case .indexed16 where color < 8: return "\(base - 8 + color)"
        case .indexed16 where color < 16: return "\(base + 52 + color - 8)"
        case .indexed16, .indexed256: return "\(base);5;\(color)"
        case .none: return "\(base + 1)"
        }
    }

    private mutating func write(_ text: String) {
        bytes += text.utf8
    }
}
