// SPDX-License-Identifier: Apache-2.0

/// A picture of pixels, row by row from the top left: red, green, blue and opacity, 8 bits each, not premultiplied.
public struct Bitmap: Sendable, Hashable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Four bytes for every pixel.
    public let rgba: [UInt8]

    /// A picture by its pixels; nil if their number is not four times width times height, or if it has none.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, rgba.count == 4 * width * height else { return nil }
        (self.width, self.height, self.rgba) = (width, height, rgba)
    }
}
