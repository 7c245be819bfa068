// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

extension TerminalFormat {
    /// The most pixels of a frame that is sent to kitty, half a megabyte.
    static let mostKittyPixels = 100_000.0
    /// The most pixels of a frame of sixels.
    static let mostSixelPixels = 500_000.0
    /// The widths that the cell of a terminal may have, in pixels; what reports others does not know its own.
    private static let cellWidths = 1.0...256
    /// Its heights. The least font has 6 pixels, as has a row of sixels: chafa divides by the number of such rows.
    private static let cellHeights = 6.0...256

    /// The same format with no more pixels than can be drawn and sent in time, whatever size its cells are said to have.
    ///
    /// Kitty scales a picture of fewer pixels to its cells. Sixels are pixels of the screen, so their picture takes
    /// fewer cells, in the top left corner.
    var drawable: TerminalFormat {
        var format = self
        if !Self.cellWidths.contains(cell.width) || !Self.cellHeights.contains(cell.height) {
            format.cell = Size(width: 10, height: 20)
        }
        let area = Double(columns * rows) * format.cell.width * format.cell.height
        switch medium {
        case .symbols: break
        case .kitty where area > Self.mostKittyPixels:
            let factor = (Self.mostKittyPixels / area).squareRoot()
            format.cell = Size(width: format.cell.width * factor, height: format.cell.height * factor)
        case .sixel where area > Self.mostSixelPixels:
            let factor = (Self.mostSixelPixels / area).squareRoot()
            format.columns = max(1, Int(clamping: Double(columns) * factor))
            format.rows = max(1, Int(clamping: Double(rows) * factor))
        case .kitty, .sixel: break
        }
        return format
    }
}
