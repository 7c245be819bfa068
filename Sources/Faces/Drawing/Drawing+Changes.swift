// SPDX-License-Identifier: Apache-2.0

import Motion

extension Drawing {
    /// The cells in which the picture may look otherwise than another of the same size, when both fill a screen of so
    /// many columns and rows.
    func changes(since before: Drawing, columns: Int, rows: Int) -> CellSpans {
        guard size == before.size, size.width > 0, size.height > 0 else {
            return CellSpans(columns: columns, rows: rows, all: true)
        }
        let scale = AffineTransform(scaleX: Double(columns) / size.width, y: Double(rows) / size.height)
        var spans = CellSpans(columns: columns, rows: rows)
        Self.compare(before.elements[...], elements[...], scale, into: &spans)
        return spans
    }

    private static func compare(
        _ old: ArraySlice<Element>, _ new: ArraySlice<Element>, _ transform: AffineTransform,
        into spans: inout CellSpans
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
            for element in old { element.add(to: &spans, transform) }
            for element in new { element.add(to: &spans, transform) }
            return
        }
        for (one, other) in zip(old, new) { compare(one, other, transform, into: &spans) }
    }

    private static func compare(
        _ old: Element, _ new: Element, _ transform: AffineTransform, into spans: inout CellSpans
    ) {
        if case .group(let one) = old, case .group(let other) = new, one.transform == other.transform,
            one.opacity == other.opacity, one.clip == other.clip
        {
            let inner = one.transform.concatenating(transform)
            guard let clip = one.clip else {
                return compare(one.elements[...], other.elements[...], inner, into: &spans)
            }
            var within = CellSpans(columns: spans.columns, rows: spans.rows)
            compare(one.elements[...], other.elements[...], inner, into: &within)
            guard !within.isEmpty else { return }
            within.keep(in: .holding(clip, inner, like: within))
            spans.add(within)
        } else if old != new {
            old.add(to: &spans, transform)
            new.add(to: &spans, transform)
        }
    }
}

extension Drawing.Element {
    /// Adds the cells that the element may change.
    fileprivate func add(to spans: inout CellSpans, _ transform: AffineTransform) {
        switch self {
        case .fill(let path, _): spans.add(path, transform)
        case .stroke(let path, _, let style): spans.add(path, transform, reach: style.reach)
        case .text(let text, _): spans.add(Path(text.room), transform)
        case .image(_, let rect): spans.add(Path(rect), transform)
        case .group(let group):
            let inner = group.transform.concatenating(transform)
            guard let clip = group.clip else {
                for element in group.elements { element.add(to: &spans, inner) }
                return
            }
            var within = CellSpans(columns: spans.columns, rows: spans.rows)
            for element in group.elements { element.add(to: &within, inner) }
            within.keep(in: .holding(clip, inner, like: within))
            spans.add(within)
        }
    }
}

extension CellSpans {
    /// The cells that a path may touch, on a screen of the same size as another.
    fileprivate static func holding(_ path: Path, _ transform: AffineTransform, like other: CellSpans) -> CellSpans {
        var spans = CellSpans(columns: other.columns, rows: other.rows)
        spans.add(path, transform)
        return spans
    }

    /// Adds the cells that a path, its inside, or a pen with a reach along it may touch; the reach is in its own units.
    fileprivate mutating func add(_ path: Path, _ transform: AffineTransform, reach: Double = 0) {
        // A pixel at an edge is mixed with its neighbour: an eighth of a cell.
        let (right, down) = (Point(x: transform.a, y: transform.c), Point(x: transform.b, y: transform.d))
        let pen = Size(width: reach * right.length + 0.125, height: reach * down.length + 0.125)
        var (start, here) = (Point?.none, Point?.none)
        func line(_ one: Point?, _ other: Point?) {
            guard let one, let other else { return }
            add(from: one, to: other, reach: pen)
        }
        for element in path.elements {
            switch element {
            case .move(let point):
                // The inside of a subpath that is open reaches up to the line back to its start.
                line(here, start)
                here = point.applying(transform)
                start = here
                line(here, here)
            case .line(let point):
                let to = point.applying(transform)
                line(here, to)
                here = to
            case .quadCurve(let point, let control):
                // A curve lies between its control points.
                let (middle, to) = (control.applying(transform), point.applying(transform))
                line(here, middle)
                line(middle, to)
                line(here, to)
                here = to
            case .curve(let point, let control1, let control2):
                let (one, two) = (control1.applying(transform), control2.applying(transform))
                let to = point.applying(transform)
                line(here, one)
                line(here, two)
                line(here, to)
                line(one, two)
                line(one, to)
                line(two, to)
                here = to
            case .closeSubpath:
                line(here, start)
                here = start
            }
        }
        line(here, start)
    }
}

extension StrokeStyle {
    /// How far from the path a line may be seen: cairo lets the corner of a mitre reach ten times half the width.
    fileprivate var reach: Double {
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
