// SPDX-License-Identifier: Apache-2.0

internal import CCairo
import MetronomeMotion

/// Pictures as files: PNG and SVG, by cairo.
public enum CairoRenderer {
    /// A picture in pixels; `scale` is how many of them make a point. Throws if a side has too many pixels, or none.
    public static func pixels(_ drawing: Drawing, scale: Double = 1) throws(PictureError) -> Pixels {
        try canvas(drawing, scale: scale).pixels
    }

    /// A picture as a PNG file; `scale` is how many pixels make a point. Throws if a side has too many pixels, or none.
    public static func png(_ drawing: Drawing, scale: Double = 1) throws(PictureError) -> [UInt8] {
        try canvas(drawing, scale: scale).png()
    }

    /// A picture as an SVG file, in which letters are outlines. Throws without memory for it.
    public static func svg(_ drawing: Drawing) throws(PictureError) -> [UInt8] {
        let sink = ByteSink()
        let surface = unsafe cairo_svg_surface_create_for_stream(
            ByteSink.write, sink.pointer, drawing.size.width, drawing.size.height)
        let context = try unsafe CairoContext(owning: surface)
        unsafe cairo_svg_surface_set_document_unit(context.surface, CAIRO_SVG_UNIT_PX)
        context.draw(drawing)
        try context.check()
        // The end of the file is written when the surface is finished, while the sink is still there.
        unsafe cairo_surface_finish(context.surface)
        try context.check()
        return sink.bytes
    }

    private static func canvas(_ drawing: Drawing, scale: Double) throws(PictureError) -> Canvas {
        func side(_ length: Double) -> Int { Int(exactly: (length * scale).rounded()) ?? 0 }
        let canvas = try Canvas(width: side(drawing.size.width), height: side(drawing.size.height))
        try canvas.draw(drawing)
        return canvas
    }
}
