// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// What a terminal can show, and how large it is.
public struct TerminalFormat: Sendable, Hashable {
    /// How a picture gets into the terminal.
    public enum Medium: String, Sendable, Hashable, CaseIterable {
        /// As letters: blocks and their parts, everywhere.
        case symbols
        /// As DEC sixel graphics.
        case sixel
        /// By kitty's graphics protocol.
        case kitty
    }

    /// How many colours letters can have.
    public enum Colors: String, Sendable, Hashable, CaseIterable {
        /// Any of 24 bits.
        case truecolor
        /// The 256 of xterm.
        case indexed256 = "256"
        /// The 16 that the user has chosen.
        case indexed16 = "16"
        /// The two colours of the terminal itself: light on dark or dark on light.
        case none
    }

    /// How wide the picture is, in cells.
    public var columns: Int
    /// How high it is, in cells.
    public var rows: Int
    /// How it gets there.
    public var medium: Medium
    /// How many colours letters can have.
    public var colors: Colors
    /// Whether letters beyond ASCII can be shown.
    public var isUnicode: Bool
    /// A cell's size in pixels; twice as high as wide where the terminal does not say.
    public var cell: Size

    /// A format by its parts.
    public init(
        columns: Int, rows: Int, medium: Medium = .symbols, colors: Colors = .truecolor, isUnicode: Bool = true,
        cell: Size = Size(width: 10, height: 20)
    ) {
        self.columns = columns
        self.rows = rows
        self.medium = medium
        self.colors = colors
        self.isUnicode = isUnicode
        self.cell = cell
    }

    /// How large a picture is drawn for it, in points: in the proportions of the screen, whatever the cells' pixels.
    public var drawingSize: Size {
        let height = cell.width > 0 && cell.height > 0 ? 10 * cell.height / cell.width : 20
        return Size(width: Double(columns) * 10, height: Double(rows) * height)
    }
}
