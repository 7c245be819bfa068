// SPDX-License-Identifier: Apache-2.0

internal import CCairo
import MetronomeMotion

/// A cairo context and the surface that it draws on, which live as long as this does.
///
/// Unsafe inside because cairo's objects are pointers; both are made here, never handed out beyond a call, and released
/// once.
@safe final class CairoContext {
    let surface: OpaquePointer
    private let context: OpaquePointer
    private let images = CairoImages()
    private var isRough = false
    /// Pixels beside which nothing need be drawn; nil where everything counts.
    private var area: Rect?

    /// Takes over the surface, also where it throws.
    init(owning surface: OpaquePointer?) throws(PictureError) {
        guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else {
            throw PictureError("cairo has no memory left for a picture")
        }
        unsafe self.surface = unsafe surface
        unsafe self.context = unsafe context
        try check()
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    /// Throws if anything went wrong so far.
    func check() throws(PictureError) {
        var status = unsafe cairo_status(context)
        if status == CAIRO_STATUS_SUCCESS { status = unsafe cairo_surface_status(surface) }
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PictureError(
                "cairo cannot draw the picture: \(unsafe String(cString: cairo_status_to_string(status)))")
        }
    }

    /// Makes pixels clear within rectangles, and draws within those only until `unclip`.
    func clear(within parts: [Rect]) {
        unsafe cairo_new_path(context)
        for part in parts { unsafe cairo_rectangle(context, part.minX, part.minY, part.width, part.height) }
        unsafe cairo_clip(context)
        unsafe cairo_save(context)
        unsafe cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        unsafe cairo_paint(context)
        unsafe cairo_restore(context)
    }

    /// Draws edges with fewer shades and curves with fewer corners, and leaves out lines that can hardly be seen, in less
    /// time.
    func drawRoughly() {
        isRough = true
        unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_FAST)
        unsafe cairo_set_tolerance(context, 0.4)
    }

    /// Draws everywhere again.
    func unclip() { unsafe cairo_reset_clip(context) }

    /// Draws a picture, mapped to pixels, and leaves out what lies beside an area of them.
    func draw(_ drawing: Drawing, _ transform: AffineTransform = .identity, within area: Rect? = nil) {
        self.area = area
        unsafe cairo_save(context)
        concatenate(transform)
        draw(drawing.elements, transform)
        unsafe cairo_restore(context)
    }

    private func draw(_ elements: [Drawing.Element], _ transform: AffineTransform) {
        for element in elements { draw(element, transform) }
    }

    /// The transform is the context's own, from the element to pixels.
    private func draw(_ element: Drawing.Element, _ transform: AffineTransform) {
        switch element {
        case .fill(let path, let paint): if reaches(path, transform) { fill(path, paint) }
        case .text(let text, let paint):
            // The outlines of letters are much work, and most texts stay as they are.
            if reaches(text.room) { fill(text.path, paint) }
        case .stroke(let path, let paint, let style):
            if isRough, isFaint(paint, width: style.width) { return }
            guard reaches(path, transform, by: style.reach) else { return }
            trace(path)
            set(style)
            set(paint)
            unsafe cairo_stroke(context)
        case .image(let bitmap, let rect): draw(bitmap, in: rect)
        case .group(let group): draw(group, transform)
        }
    }

    /// Whether a line so wide changes each pixel that it crosses by less than a tenth.
    private func isFaint(_ paint: Paint, width: Double) -> Bool {
        guard case .color(let color) = paint else { return false }
        var (right, down) = (width, 0.0)
        unsafe cairo_user_to_device_distance(context, &right, &down)
        let pixels = (right * right + down * down).squareRoot()
        return pixels < 0.5 && pixels * color.opacity < 0.1
    }

    /// Whether something in a rectangle may be drawn, as the clip has it.
    private func reaches(_ rect: Rect) -> Bool {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        unsafe cairo_clip_extents(context, &left, &top, &right, &bottom)
        return rect.maxX > left && rect.minX < right && rect.maxY > top && rect.minY < bottom
    }

    /// Whether a path, or what is no further from it, may be drawn in the area.
    private func reaches(_ path: Path, _ transform: AffineTransform, by reach: Double = 0) -> Bool {
        guard let area, let room = path.room(under: transform) else { return true }
        // A pixel at an edge is mixed with its neighbour.
        let (width, height) = (reach * transform.scale.width + 1, reach * transform.scale.height + 1)
        return room.maxX + width > area.minX && room.minX - width < area.maxX
            && room.maxY + height > area.minY && room.minY - height < area.maxY
    }

    private func fill(_ path: Path, _ paint: Paint) {
        trace(path)
        set(paint)
        unsafe cairo_fill(context)
    }

    private func draw(_ group: Drawing.Group, _ outer: AffineTransform) {
        // cairo stops for good at a matrix that cannot be turned back; what it leads to has no area anyway.
        guard let own = invertible(group.transform), group.opacity > 0 else { return }
        let transform = own.concatenating(outer)
        if let clip = group.clip, !reaches(clip, transform) { return }
        unsafe cairo_save(context)
        concatenate(own)
        if let clip = group.clip {
            trace(clip)
            unsafe cairo_clip(context)
        }
        if group.opacity < 1 {
            unsafe cairo_push_group(context)
            draw(group.elements, transform)
            unsafe cairo_pop_group_to_source(context)
            unsafe cairo_paint_with_alpha(context, group.opacity)
        } else {
            draw(group.elements, transform)
        }
        unsafe cairo_restore(context)
    }

    private func concatenate(_ transform: AffineTransform) {
        var matrix = cairo_matrix_t(
            xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
        unsafe cairo_transform(context, &matrix)
    }

    private func invertible(_ transform: AffineTransform) -> AffineTransform? {
        let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        guard numbers.allSatisfy(\.isFinite), abs(transform.determinant) > 1e-12 else { return nil }
        return transform
    }

    /// Makes a path the one that is filled, stroked or clipped next.
    private func trace(_ path: Path) {
        unsafe cairo_new_path(context)
        var here = Point.zero
        for element in path.elements {
            switch element {
            case .move(let point):
                unsafe cairo_move_to(context, point.x, point.y)
                here = point
            case .line(let point):
                unsafe cairo_line_to(context, point.x, point.y)
                here = point
            case .quadCurve(let point, let control):
                let cubic = CubicBezier(quadratic: here, control, point)
                unsafe cairo_curve_to(context, cubic.p1.x, cubic.p1.y, cubic.p2.x, cubic.p2.y, point.x, point.y)
                here = point
            case .curve(let point, let control1, let control2):
                unsafe cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
                here = point
            case .closeSubpath:
                unsafe cairo_close_path(context)
                var (x, y) = (0.0, 0.0)
                unsafe cairo_get_current_point(context, &x, &y)
                here = Point(x: x, y: y)
            }
        }
    }

    private func set(_ style: StrokeStyle) {
        unsafe cairo_set_line_width(context, style.width)
        let cap =
            switch style.cap {
            case .butt: CAIRO_LINE_CAP_BUTT
            case .round: CAIRO_LINE_CAP_ROUND
            case .square: CAIRO_LINE_CAP_SQUARE
            }
        unsafe cairo_set_line_cap(context, cap)
        let join =
            switch style.join {
            case .miter: CAIRO_LINE_JOIN_MITER
            case .round: CAIRO_LINE_JOIN_ROUND
            case .bevel: CAIRO_LINE_JOIN_BEVEL
            }
        unsafe cairo_set_line_join(context, join)
        // cairo stops for good at dashes that are negative or all zero.
        let isDashed = style.dash.allSatisfy { $0 >= 0 } && style.dash.contains { $0 > 0 }
        let dash = isDashed ? style.dash : []
        unsafe cairo_set_dash(context, dash, Int32(dash.count), style.dashPhase)
    }

    private func set(_ paint: Paint) {
        switch paint {
        case .color(let color):
            let color = color.clamped
            unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
        case .linear(let gradient, let from, let to):
            unsafe set(gradient, cairo_pattern_create_linear(from.x, from.y, to.x, to.y))
        case .radial(let gradient, let center, let radius):
            unsafe set(gradient, cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius))
        }
    }

    private func set(_ gradient: Gradient, _ pattern: OpaquePointer?) {
        for stop in gradient.stops {
            let color = stop.color.clamped
            unsafe cairo_pattern_add_color_stop_rgba(
                pattern, stop.location, color.red, color.green, color.blue, color.opacity)
        }
        unsafe cairo_set_source(context, pattern)
        unsafe cairo_pattern_destroy(pattern)
    }

    private func draw(_ bitmap: Bitmap, in rect: Rect) {
        guard rect.width > 0, rect.height > 0, reaches(rect), let image = images.image(of: bitmap) else {
            return
        }
        unsafe cairo_save(context)
        unsafe cairo_translate(context, rect.minX, rect.minY)
        unsafe cairo_scale(context, rect.width / Double(bitmap.width), rect.height / Double(bitmap.height))
        unsafe cairo_set_source_surface(context, image.surface, 0, 0)
        unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        unsafe cairo_rectangle(context, 0, 0, Double(bitmap.width), Double(bitmap.height))
        unsafe cairo_fill(context)
        unsafe cairo_restore(context)
    }
}
