// SPDX-License-Identifier: Apache-2.0

internal import CQREncode

/// A QR code of a text, as libqrencode makes it.
package struct QRCode: Sendable {
    /// Modules in a row, without the border.
    package let width: Int
    /// Row by row; true is dark.
    package let isDark: [Bool]

    /// The smallest code of a text; nil where it is too long for one.
    package init?(_ text: String) {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { unsafe QRcode_free(code) }
        width = Int(unsafe code.pointee.width)
        let count = width * width
        isDark = unsafe UnsafeBufferPointer(start: code.pointee.data, count: count).map { $0 & 1 == 1 }
    }

    /// The code in half blocks, black on white whatever the colours of the terminal, with the border that readers need.
    package var terminalText: String {
        let border = 2
        func dark(_ x: Int, _ y: Int) -> Bool {
            (0..<width).contains(x) && (0..<width).contains(y) && isDark[y * width + x]
        }
        var text = ""
        for y in stride(from: -border, to: width + border, by: 2) {
            text += "\u{1B}[38;5;16;48;5;231m"
            for x in -border..<width + border {
                switch (dark(x, y), dark(x, y + 1)) {
                case (false, false): text += " "
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (true, true): text += "█"
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }
}
