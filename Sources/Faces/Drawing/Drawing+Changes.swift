// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

extension Drawing {
    /// The cells in which the picture may look otherwise than another of the same size, when both fill a screen of `columns` by
    /// `rows` cells.
    func changes(since before: Drawing, columns: Int, rows: Int) -> CellSet {
        guard size == before.size, size.width > 0, size.height > 0 else {
            return CellSet(columns: columns, rows: rows, all: true)
        }
        let scale = AffineTransform(scaleX: Double(columns) / size.width, y: Double(rows) / size.height)
        var changes = Changes(columns: columns, rows: rows)
        changes.compare(before.elements[...], elements[...], scale)
        return changes.cells
    }
}

/// The cells in which two pictures differ.
private struct Changes {
    var cells: CellSet
    /// The cells of the outline that is looked at.
    private var outline: CellSpans

    init(columns: Int, rows: Int) {
        cells = CellSet(columns: columns, rows: rows)
        outline = CellSpans(columns: columns, rows: rows)
    }

    mutating func compare(
        _ old: ArraySlice<Drawing.Element>, _ new: ArraySlice<Drawing.Element>, _ transform: AffineTransform
    ) {
        var (old, new) = (old, new)
        if old.count != new.count {
            while let one = old.first, one == new.first {
                old.removeFirst()
                new.removeFirst()
            }
            while let one = old.last, one == new.last {
                old.removeLast()
                new.removeLast()
            }
        }
        guard old.count == new.count else {
            for element in old { add(element, transform) }
            for element in new { add(element, transform) }
            return
        }
        for (one, other) in zip(old, new) { compare(one, other, transform) }
    }

    private mutating func compare(_ old: Drawing.Element, _ new: Drawing.Element, _ transform: AffineTransform) {
        if case .group(let one) = old, case .group(let other) = new, one.transform == other.transform,
            one.opacity == other.opacity, one.clip == other.clip
        {
            let inner = one.transform.concatenating(transform)
            clip(to: one.clip, inner) { $0.compare(one.elements[...], other.elements[...], inner) }
        } else if old != new {
            add(old, transform)
            add(new, transform)
        }
    }

    /// Adds the cells that an element may change.
    private mutating func add(_ element: Drawing.Element, _ transform: AffineTransform) {
        switch element {
        case .fill(let path, _): fill(path, transform)
        case .stroke(let path, _, let style): stroke(path, transform, reach: style.reach)
        case .text(let text, _): fill(Path(text.room), transform)
        case .image(_, let rect): fill(Path(rect), transform)
        case .group(let group):
            let inner = group.transform.concatenating(transform)
            clip(to: group.clip, inner) { changes in
                for element in group.elements { changes.add(element, inner) }
            }
        }
    }

    /// Adds what a closure adds, only within a clip where there is one.
    private mutating func clip(to clip: Path?, _ transform: AffineTransform, _ add: (inout Changes) -> Void) {
        guard let clip else { return add(&self) }
        var within = Changes(columns: cells.columns, rows: cells.rows)
        add(&within)
        guard !within.cells.isEmpty else { return }
        outline.add(clip, Pen(transform)) { _ in }
        within.cells.keep(in: outline)
        outline.removeAll()
        cells.insert(within.cells)
    }

    private mutating func fill(_ path: Path, _ transform: AffineTransform) {
        let pen = Pen(transform)
        if addSmall(path, pen) { return }
        outline.add(path, pen) { _ in }
        cells.insert(outline)
        outline.removeAll()
    }

    /// Of a line only what is near it, not what it goes around.
    private mutating func stroke(_ path: Path, _ transform: AffineTransform, reach: Double) {
        let pen = Pen(transform, reach: reach)
        if addSmall(path, pen) { return }
        outline.add(path, pen) { part in
            cells.insert(part)
            part.removeAll()
        }
    }

    /// Adds the cells of a rectangle around a path and a pen along it, if they are few. Returns whether it did.
    private mutating func addSmall(_ path: Path, _ pen: Pen) -> Bool {
        guard let room = path.room(under: pen.transform) else { return false }
        let (width, height) = (room.width + 2 * pen.reach.width, room.height + 2 * pen.reach.height)
        guard width <= 6, height <= 3 else { return false }
        outline.add(room.insetBy(dx: -pen.reach.width, dy: -pen.reach.height))
        cells.insert(outline)
        outline.removeAll()
        return true
    }
}

/// How a path is placed on the screen, and how far from it pixels may change.
private struct Pen {
    let transform: AffineTransform
    let reach: Size

    /// The reach is in the path's own units.
    init(_ transform: AffineTransform, reach: Double = 0) {
        self.transform = transform
        // A pixel at an edge is mixed with its neighbour: an eighth of a cell.
        let scale = transform.scale
        self.reach = Size(width: reach * scale.width + 0.125, height: reach * scale.height + 0.125)
    }
}

extension AffineTransform {
    /// How far a way of 1 in any direction leads at most, along x and along y.
    var scale: Size { Size(width: Point(x: a, y: c).length, height: Point(x: b, y: d).length) }
}

extension CellSpans {
    /// Adds the cells that a path, its inside, or a pen along it may touch. `afterEach` is called after every step of it.
    fileprivate mutating func add(_ path: Path, _ pen: Pen, afterEach: (inout CellSpans) -> Void) {
        var (start, here) = (Point?.none, Point?.none)
        func line(_ one: Point?, _ other: Point?, in spans: inout CellSpans) {
            guard let one, let other else { return }
            spans.add(from: one, to: other, reach: pen.reach)
        }
        for element in path.elements {
            switch element {
            case .move(let point):
                // The inside of a subpath that is open reaches up to the line back to its start.
                line(here, start, in: &self)
                here = point.applying(pen.transform)
                start = here
                line(here, here, in: &self)
            case .line(let point):
                let to = point.applying(pen.transform)
                line(here, to, in: &self)
                here = to
            case .quadCurve(let point, let control):
                // A curve lies between its control points.
                let (middle, to) = (control.applying(pen.transform), point.applying(pen.transform))
                if let here { add([here, middle, to, to], reach: pen.reach) }
                here = to
            case .curve(let point, let control1, let control2):
                let to = point.applying(pen.transform)
                let (one, two) = (control1.applying(pen.transform), control2.applying(pen.transform))
                if let here { add([here, one, two, to], reach: pen.reach) }
                here = to
            case .closeSubpath:
                line(here, start, in: &self)
                here = start
            }
            afterEach(&self)
        }
        line(here, start, in: &self)
        afterEach(&self)
    }
}

extension StrokeStyle {
    /// How far from the path a line may be seen: cairo lets the corner of a mitre reach ten times half the width.
    var reach: Double {
        switch (join, cap) {
        case (.miter, _): 5 * width
        case (_, .square): 0.75 * width
        default: 0.5 * width
        }
    }
}

extension Text {
    /// A rectangle that holds the line, with its accents and what hangs over its ends.
    var room: Rect {
        let (em, width) = (font.size, width)
        let left =
            switch alignment {
            case .leading: point.x
            case .center: point.x - width / 2
            case .trailing: point.x - width
            }
        let base = point.y + (baseline == .middle ? font.capHeight / 2 : 0)
        return Rect(x: left - 0.5 * em, y: base - 1.4 * em, width: width + em, height: 2 * em)
    }
}
