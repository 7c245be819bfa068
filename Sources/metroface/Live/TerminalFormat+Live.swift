// SPDX-License-Identifier: Apache-2.0

import Faces
import Motion

extension TerminalFormat {
    /// The most pixels of a frame that are sent to kitty, half a megabyte.
    private static let greatestArea = 100_000.0

    /// The same format with fewer pixels for kitty, which scales them to their cells.
    var lighter: TerminalFormat {
        var format = self
        let area = Double(columns * rows) * cell.width * cell.height
        if medium == .kitty, area > Self.greatestArea {
            let factor = (Self.greatestArea / area).squareRoot()
            format.cell = Size(width: cell.width * factor, height: cell.height * factor)
        }
        return format
    }
}

extension TerminalFormat.Medium {
    /// The most frames a second that such a terminal is sent; frames in pixels are large.
    var greatestRate: Double {
        switch self {
        case .symbols: 120
        case .kitty, .sixel: 12
        }
    }
}
