// SPDX-License-Identifier: Apache-2.0

internal import CCairo

/// Bitmaps as cairo's surfaces, kept for the next frame that shows them: a GIF is converted once.
final class CairoImages {
    private var images: [CairoImage] = []

    /// The most pixels that are kept, 32 MiB: the oldest images are dropped first.
    private static let mostPixels = 8 << 20

    /// The image of a bitmap; nil without memory for it.
    func image(of bitmap: Bitmap) -> CairoImage? {
        if let known = images.first(where: { $0.bitmap.isIdentical(to: bitmap) }) { return known }
        guard let image = CairoImage(bitmap) else { return nil }
        images.append(image)
        var pixels = images.reduce(0) { $0 + $1.bitmap.width * $1.bitmap.height }
        while images.count > 1, pixels > Self.mostPixels {
            let oldest = images.removeFirst().bitmap
            pixels -= oldest.width * oldest.height
        }
        return image
    }
}

/// A bitmap as a surface of cairo's, which lives as long as this does.
@safe final class CairoImage {
    let bitmap: Bitmap
    let surface: OpaquePointer

    init?(_ bitmap: Bitmap) {
        guard let surface = unsafe Self.converted(bitmap) else { return nil }
        self.bitmap = bitmap
        unsafe self.surface = unsafe surface
    }

    deinit { unsafe cairo_surface_destroy(surface) }

    private static func converted(_ bitmap: Bitmap) -> OpaquePointer? {
        guard
            let image = unsafe cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height)),
            let bytes = unsafe cairo_image_surface_get_data(image)
        else { return nil }
        let stride = Int(unsafe cairo_image_surface_get_stride(image))
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let at = 4 * (y * bitmap.width + x)
                let opacity = UInt32(bitmap.rgba[at + 3])
                let pixel = unsafe bytes + (y * stride + 4 * x)
                unsafe pixel[0] = UInt8((UInt32(bitmap.rgba[at + 2]) * opacity + 127) / 255)
                unsafe pixel[1] = UInt8((UInt32(bitmap.rgba[at + 1]) * opacity + 127) / 255)
                unsafe pixel[2] = UInt8((UInt32(bitmap.rgba[at]) * opacity + 127) / 255)
                unsafe pixel[3] = UInt8(opacity)
            }
        }
        unsafe cairo_surface_mark_dirty(image)
        return unsafe image
    }
}

extension Bitmap {
    /// Whether both are one array of pixels in memory, which is known without comparing them.
    fileprivate func isIdentical(to other: Bitmap) -> Bool {
        guard width == other.width, height == other.height else { return false }
        return unsafe rgba.withUnsafeBufferPointer { one in
            unsafe other.rgba.withUnsafeBufferPointer { unsafe one.baseAddress == $0.baseAddress }
        }
    }
}
