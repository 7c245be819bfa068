// SPDX-License-Identifier: Apache-2.0

internal import CGif

/// The 255 colours that best represent those of some pictures; index 255 is left for "as before".
struct GIFPalette {
    /// The index of a pixel that did not change.
    static let unchanged: UInt8 = 255

    private(set) var colors: [(red: UInt8, green: UInt8, blue: UInt8)] = []
    /// The nearest colour for every colour of 6 bits a channel, found when it is first asked for; 255 is "not yet".
    private var nearest = [UInt8](repeating: 255, count: 1 << 18)

    /// A palette by median cut over samples of the pictures, by giflib. Throws without memory for it.
    init(samples: [Pixels]) throws(PictureError) {
        // Beyond a million pixels more of them change nothing.
        let total = samples.reduce(0) { $0 + $1.width * $1.height }
        let step = max(1, total / 1_000_000)
        var (red, green, blue) = ([UInt8](), [UInt8](), [UInt8]())
        for pixels in samples {
            for at in stride(from: 0, to: pixels.bgra.count, by: 4 * step) {
                blue.append(pixels.bgra[at])
                green.append(pixels.bgra[at + 1])
                red.append(pixels.bgra[at + 2])
            }
        }
        var output = [UInt8](repeating: 0, count: red.count)
        var map = [GifColorType](repeating: GifColorType(), count: 256)
        var size: Int32 = 255
        let status = unsafe GifQuantizeBuffer(UInt32(red.count), 1, &size, &red, &green, &blue, &output, &map)
        guard status == GIF_OK else { throw PictureError("giflib has no memory left for a palette") }
        colors = map.prefix(Int(size)).map { ($0.Red, $0.Green, $0.Blue) }
    }

    /// The index of the colour nearest to one.
    mutating func index(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
        let key = Int(red >> 2) << 12 | Int(green >> 2) << 6 | Int(blue >> 2)
        if nearest[key] != 255 { return nearest[key] }
        var (best, least) = (0, Int.max)
        for (index, color) in colors.enumerated() {
            let (r, g, b) = (Int(color.red) - Int(red), Int(color.green) - Int(green), Int(color.blue) - Int(blue))
            let distance = 2 * r * r + 4 * g * g + 3 * b * b
            if distance < least { (best, least) = (index, distance) }
        }
        nearest[key] = UInt8(best)
        return nearest[key]
    }
}
