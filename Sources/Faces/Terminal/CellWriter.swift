// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Writes cells with as few bytes as it takes: the cursor moves only over gaps, colours are written when they change.
///
/// A frame has tens of thousands of bytes, so they are put straight into memory that is there already.
struct CellWriter {
    /// The most bytes that a cell takes: a place of four digits each way, two colours and a letter make 53.
    private static let most = 64

    private let columns: Int
    private let colors: TerminalFormat.Colors
    /// What is written, and room for at least one more cell.
    private var bytes: [UInt8] = []
    /// How many of them are written.
    private var count = 0
    /// Where the cursor is; nil where its place is not known, as behind the last column.
    private var cursor: Int?
    private var foreground: Int32 = -1
    private var background: Int32 = -1

    init(columns: Int, colors: TerminalFormat.Colors) {
        self.columns = columns
        self.colors = colors
    }

    /// Writes a cell, which are numbered row by row.
    mutating func write(_ cell: TerminalCell, at index: Int) {
        if bytes.count - count < Self.most { bytes += repeatElement(0, count: max(4096, bytes.count)) }
        let place =
            cursor == index ? nil : (row: index.quotient(by: columns) + 1, column: index.remainder(by: columns) + 1)
        let letterColor = cell.letter != 0x20 && cell.foreground != foreground ? cell.foreground : nil
        let ground = cell.background != background ? cell.background : nil
        count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var out = unsafe Output(buffer: buffer, count: count)
            if let place {
                out.begin()
                out.write(place.row)
                out.write(";")
                out.write(place.column)
                out.write("H")
            }
            if letterColor != nil || ground != nil {
                out.begin()
                if let letterColor { out.write(letterColor, 38, colors) }
                if letterColor != nil, ground != nil { out.write(";") }
                if let ground { out.write(ground, 48, colors) }
                out.write("m")
            }
            out.write(Unicode.Scalar(cell.letter) ?? " ")
            return out.count
        }
        foreground = letterColor ?? foreground
        background = ground ?? background
        cursor = (index + 1).remainder(by: columns) == 0 ? nil : index + 1
    }

    /// All bytes, with the terminal's own colours restored at their end.
    consuming func finish() -> [UInt8] {
        bytes.removeLast(bytes.count - count)
        if foreground != -1 || background != -1 { bytes += "\u{1B}[0m".utf8 }
        return bytes
    }
}

/// The bytes of one cell on their way into memory.
///
/// Unsafe inside because nothing is checked but the end of the buffer; it lives in one call of its maker.
@safe private struct Output {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes of the buffer are written.
    private(set) var count: Int

    init(buffer: UnsafeMutableBufferPointer<UInt8>, count: Int) {
        unsafe self.buffer = unsafe buffer
        self.count = count
    }

    private mutating func append(_ byte: UInt8) {
        unsafe buffer[count] = byte
        count += 1
    }

    /// Begins a control sequence.
    mutating func begin() {
        append(0x1B)
        append(UInt8(ascii: "["))
    }

    /// Writes the parameters of SGR for a colour; `base` is 38 for letters and 48 for what is behind them.
    mutating func write(_ color: Int32, _ base: Int, _ colors: TerminalFormat.Colors) {
        let color = Int(color)
        guard color >= 0 else { return write(base + 1) }
        switch colors {
        case .truecolor:
            write(base)
            write(";")
            write(2)
            for place in (0...2).reversed() {
                write(";")
                write(Int(color.byte(place)))
            }
        case .indexed16 where color < 8: write(base - 8 + color)
        case .indexed16 where color < 16: write(base + 52 + color - 8)
        case .indexed16, .indexed256:
            write(base)
            write(";")
            write(5)
            write(";")
            write(color)
        case .none: write(base + 1)
        }
    }

    /// Writes a number from 0 to 9999 in decimal.
    mutating func write(_ number: Int) {
        let number = UInt32(truncatingIfNeeded: number)
        if number >= 1000 { append(UInt8(truncatingIfNeeded: 48 + number / 1000 % 10)) }
        if number >= 100 { append(UInt8(truncatingIfNeeded: 48 + number / 100 % 10)) }
        if number >= 10 { append(UInt8(truncatingIfNeeded: 48 + number / 10 % 10)) }
        append(UInt8(truncatingIfNeeded: 48 + number % 10))
    }

    mutating func write(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else if let encoded = UTF8.encode(scalar) {
            for byte in encoded { append(byte) }
        }
    }
}
