// SPDX-License-Identifier: Apache-2.0

/// A drawn picture, row by row from the top left: blue, green, red and opacity, 8 bits each, premultiplied.
public struct Pixels: Sendable, Hashable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Four bytes for every pixel.
    public let bgra: [UInt8]

    /// The red, green and blue of a pixel as they look on black.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let at = 4 * (y * width + x)
        return (bgra[at + 2], bgra[at + 1], bgra[at])
    }
}
