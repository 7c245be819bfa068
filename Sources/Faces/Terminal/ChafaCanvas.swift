// SPDX-License-Identifier: Apache-2.0

internal import CChafa
internal import MetronomeBounds
import MetronomeMotion

/// A chafa canvas: pixels in, letters or graphics out.
///
/// Unsafe inside because chafa's objects are pointers; they are made here, never handed out, and released once.
@safe final class ChafaCanvas {
    private let canvas: OpaquePointer
    private let info: OpaquePointer?
    private let format: TerminalFormat

    /// A canvas of `columns` by `rows` cells, whatever the format's own size.
    init(_ format: TerminalFormat, columns: Int, rows: Int) throws(PictureError) {
        // One picture is little work, and threads cost more than they bring.
        chafa_set_n_threads(1)
        let config = unsafe chafa_canvas_config_new()
        defer { unsafe chafa_canvas_config_unref(config) }
        unsafe chafa_canvas_config_set_geometry(config, Int32(columns), Int32(rows))
        unsafe chafa_canvas_config_set_cell_geometry(
            config, Int32(clamping: max(1, format.cell.width.rounded())),
            Int32(clamping: max(1, format.cell.height.rounded())))
        unsafe chafa_canvas_config_set_pixel_mode(config, Self.pixelMode(format.medium))
        unsafe chafa_canvas_config_set_canvas_mode(config, Self.canvasMode(format))
        unsafe chafa_canvas_config_set_work_factor(config, 0.5)
        unsafe chafa_canvas_config_set_preprocessing_enabled(config, 0)
        unsafe chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_NONE)

        let symbols = unsafe chafa_symbol_map_new()
        defer { unsafe chafa_symbol_map_unref(symbols) }
        unsafe chafa_symbol_map_add_by_tags(symbols, Self.tags(format))
        unsafe chafa_canvas_config_set_symbol_map(config, symbols)

        guard let canvas = unsafe chafa_canvas_new(config) else {
            throw PictureError("chafa has no memory left for a picture")
        }
        unsafe self.canvas = unsafe canvas
        unsafe info = chafa_term_db_get_fallback_info(chafa_term_db_get_default())
        self.format = format
    }

    deinit {
        unsafe chafa_canvas_unref(canvas)
        if unsafe info != nil { unsafe chafa_term_info_unref(info) }
    }

    /// Takes pixels of cairo's, whose rows begin every `stride` bytes.
    func draw(_ bytes: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) {
        unsafe chafa_canvas_draw_all_pixels(
            canvas, CHAFA_PIXEL_BGRA8_PREMULTIPLIED, bytes, Int32(width), Int32(height), Int32(stride))
    }

    /// The letter of a cell and its colours.
    func cell(x: Int, y: Int) -> TerminalCell {
        var (foreground, background) = (Int32(-1), Int32(-1))
        let letter = unsafe chafa_canvas_get_char_at(canvas, Int32(x), Int32(y))
        if format.colors == .truecolor {
            unsafe chafa_canvas_get_colors_at(canvas, Int32(x), Int32(y), &foreground, &background)
        } else {
            unsafe chafa_canvas_get_raw_colors_at(canvas, Int32(x), Int32(y), &foreground, &background)
        }
        // Beyond the palette lie the numbers for "the terminal's own".
        let last: Int32 = format.colors == .truecolor ? 0xFFFFFF : 255
        return TerminalCell(
            letter: letter, foreground: foreground > last ? -1 : foreground,
            background: background > last ? -1 : background)
    }

    /// The whole picture as sixels, or by kitty's protocol.
    func graphics() -> [UInt8] {
        guard let text = unsafe chafa_canvas_print(canvas, info) else { return [] }
        defer { unsafe _ = g_string_free(text, 1) }
        return unsafe text.pointee.str.withMemoryRebound(to: UInt8.self, capacity: Int(text.pointee.len)) {
            unsafe Array(UnsafeBufferPointer(start: $0, count: Int(text.pointee.len)))
        }
    }

    private static func pixelMode(_ medium: TerminalFormat.Medium) -> ChafaPixelMode {
        switch medium {
        case .symbols: CHAFA_PIXEL_MODE_SYMBOLS
        case .sixel: CHAFA_PIXEL_MODE_SIXELS
        case .kitty: CHAFA_PIXEL_MODE_KITTY
        }
    }

    private static func canvasMode(_ format: TerminalFormat) -> ChafaCanvasMode {
        if format.medium != .symbols { return CHAFA_CANVAS_MODE_TRUECOLOR }
        return switch format.colors {
        case .truecolor: CHAFA_CANVAS_MODE_TRUECOLOR
        // The 16 user's colours among the 256 can be any.
        case .indexed256: CHAFA_CANVAS_MODE_INDEXED_240
        case .indexed16: CHAFA_CANVAS_MODE_INDEXED_16
        case .none: CHAFA_CANVAS_MODE_FGBG
        }
    }

    /// Letters that every terminal's font holds.
    private static func tags(_ format: TerminalFormat) -> ChafaSymbolTags {
        let tags =
            format.isUnicode
            ? [CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_BLOCK]
            : [CHAFA_SYMBOL_TAG_SPACE, CHAFA_SYMBOL_TAG_ASCII]
        return ChafaSymbolTags(tags.reduce(0) { $0 | $1.rawValue })
    }
}
