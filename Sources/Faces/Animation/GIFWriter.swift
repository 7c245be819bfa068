// SPDX-License-Identifier: Apache-2.0

internal import CGif

/// Animations as GIF files that loop for ever, by giflib.
public enum GIFWriter {
    /// The sides that a file may have, in pixels.
    public static let sides = 1...2048

    /// A file of pictures, each shown for its delay in hundredths of a second.
    ///
    /// `frame` is asked for every picture in order, and for some of them once before, for the palette; it gives the
    /// same pixels every time, all of one size. A picture holds only the box in which it differs from the one before.
    /// Throws what `frame` throws, and without memory.
    public static func file(
        width: Int, height: Int, delays: [Int], frame: (Int) throws(PictureError) -> Pixels
    ) throws(PictureError) -> [UInt8] {
        guard sides.contains(width), sides.contains(height) else {
            throw PictureError("\(width)x\(height) pixels are out of range: a side of a GIF has 1 to 2048 pixels here")
        }
        var samples: [Pixels] = []
        for index in stride(from: 0, to: delays.count, by: max(1, delays.count / 12)) {
            samples.append(try frame(index))
        }
        var palette = try GIFPalette(samples: samples)
        samples = []

        let encoder = try GIFEncoder(width: width, height: height, palette: palette)
        var before: Pixels?
        for (index, delay) in delays.enumerated() {
            let now = try frame(index)
            let patch = GIFPatch(of: now, since: before, &palette)
            try encoder.add(patch, delay: delay)
            before = now
        }
        return try encoder.finish()
    }
}

/// The box in which a picture differs from the one before, as indices of the palette.
struct GIFPatch {
    private(set) var left = 0
    private(set) var top = 0
    private(set) var width = 1
    private(set) var height = 1
    private(set) var indices: [UInt8] = []

    /// The whole picture if there is none before; one pixel where nothing changed.
    init(of now: Pixels, since before: Pixels?, _ palette: inout GIFPalette) {
        let changed = before.map { Self.box(now, $0) }
        let box = changed ?? (0..<now.width, 0..<now.height)
        (left, top) = (box.x.lowerBound, box.y.lowerBound)
        (width, height) = (box.x.count, box.y.count)
        indices.reserveCapacity(width * height)
        for y in box.y {
            for x in box.x {
                let pixel = now[x, y]
                if let before, before[x, y] == pixel {
                    indices.append(GIFPalette.unchanged)
                } else {
                    indices.append(palette.index(red: pixel.red, green: pixel.green, blue: pixel.blue))
                }
            }
        }
    }

    private static func box(_ now: Pixels, _ before: Pixels) -> (x: Range<Int>, y: Range<Int>) {
        let row = 4 * now.width
        func isSame(_ y: Int) -> Bool {
            now.bgra[y * row..<(y + 1) * row] == before.bgra[y * row..<(y + 1) * row]
        }
        guard let top = (0..<now.height).first(where: { !isSame($0) }),
            let bottom = (0..<now.height).last(where: { !isSame($0) })
        else { return (0..<1, 0..<1) }
        var (left, right) = (now.width - 1, 0)
        for y in top...bottom {
            if let first = (0..<left).first(where: { now[$0, y] != before[$0, y] }) { left = first }
            if let last = (right..<now.width).last(where: { now[$0, y] != before[$0, y] }) { right = last }
        }
        return (left..<max(left, right) + 1, top..<bottom + 1)
    }
}
