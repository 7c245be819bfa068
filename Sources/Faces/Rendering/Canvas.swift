// SPDX-License-Identifier: Apache-2.0

internal import CCairo
import MetronomeMotion

/// Pixels in memory that pictures are drawn into, one after the other.
public final class Canvas {
    /// The sides that a canvas may have, in pixels.
    public static let sides = 1...8192

    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let context: CairoContext

    /// A clear canvas. Throws if a side is out of range, or without memory for it.
    public convenience init(width: Int, height: Int) throws(PictureError) {
        try self.init(width: width, height: height, isRough: false)
    }

    /// A clear canvas; a rough one has fewer shades at edges, and takes less time.
    init(width: Int, height: Int, isRough: Bool) throws(PictureError) {
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw PictureError("\(width)x\(height) pixels are out of range: a side has 1 to 8192 pixels")
        }
        (self.width, self.height) = (width, height)
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        context = try unsafe CairoContext(owning: surface)
        if isRough { context.drawRoughly() }
    }

    /// Draws a picture over nothing, stretched so that it fills the canvas.
    public func draw(_ drawing: Drawing) throws(PictureError) {
        let all = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        try draw(drawing, within: [all], of: all)
    }

    /// Draws a picture over nothing within rectangles of pixels, and leaves the rest as it is. `area` holds all of them.
    func draw(_ drawing: Drawing, within parts: [Rect], of area: Rect) throws(PictureError) {
        context.clear(within: parts)
        if drawing.size.width > 0, drawing.size.height > 0 {
            let scale = AffineTransform(
                scaleX: Double(width) / drawing.size.width, y: Double(height) / drawing.size.height)
            context.draw(drawing, scale, within: area)
        }
        context.unclip()
        try context.check()
    }

    /// What is on it now.
    public var pixels: Pixels {
        var bgra: [UInt8] = []
        bgra.reserveCapacity(4 * width * height)
        unsafe withRows { row in unsafe bgra.append(contentsOf: row) }
        return Pixels(width: width, height: height, bgra: bgra)
    }

    /// Calls with the bytes and the distance of two rows in bytes; the bytes are good until it returns.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result? {
        unsafe cairo_surface_flush(context.surface)
        guard let bytes = unsafe cairo_image_surface_get_data(context.surface) else { return nil }
        return unsafe body(UnsafePointer(bytes), Int(cairo_image_surface_get_stride(context.surface)))
    }

    private func withRows(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        _ = unsafe withBytes { bytes, stride in
            for y in 0..<height { unsafe body(UnsafeBufferPointer(start: bytes + y * stride, count: 4 * width)) }
        }
    }

    /// What is on it now as a PNG file. Throws without memory for it.
    public func png() throws(PictureError) -> [UInt8] {
        let sink = ByteSink()
        let status = unsafe cairo_surface_write_to_png_stream(context.surface, ByteSink.write, sink.pointer)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PictureError("cairo cannot write PNG: \(unsafe String(cString: cairo_status_to_string(status)))")
        }
        return sink.bytes
    }
}
