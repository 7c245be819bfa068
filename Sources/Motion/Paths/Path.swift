// SPDX-License-Identifier: Apache-2.0

/// An outline: lines and curves with a direction, in one or more subpaths, open or closed.
///
/// A plain value with the names of SwiftUI. Filling and stroking are not part of it.
public struct Path: Sendable, Hashable {
    /// A step of an outline.
    public enum Element: Sendable, Hashable {
        /// A new subpath starts here.
        case move(to: Point)
        /// A straight line.
        case line(to: Point)
        /// A quadratic Bézier.
        case quadCurve(to: Point, control: Point)
        /// A cubic Bézier.
        case curve(to: Point, control1: Point, control2: Point)
        /// A straight line back to where the subpath started, joined to it.
        case closeSubpath
    }

    /// The steps, in order; the first is a move, unless there are none.
    public private(set) var elements: [Element] = []
    /// Where the next step starts; nil before the first one.
    public private(set) var currentPoint: Point?
    private var start = Point.zero

    /// An empty outline.
    public init() {}

    /// An outline that a closure draws.
    public init(_ draw: (inout Path) -> Void) {
        draw(&self)
    }

    /// Whether there are no steps.
    public var isEmpty: Bool { elements.isEmpty }

    /// Starts a new subpath.
    public mutating func move(to point: Point) {
        elements.append(.move(to: point))
        (currentPoint, start) = (point, point)
    }

    /// Goes straight to a point; an empty outline starts there instead.
    public mutating func addLine(to point: Point) {
        guard begun(at: point) else { return }
        elements.append(.line(to: point))
        currentPoint = point
    }

    /// Goes to a point by a quadratic Bézier; an empty outline starts at the control point.
    public mutating func addQuadCurve(to point: Point, control: Point) {
        if !begun(at: control) { return addQuadCurve(to: point, control: control) }
        elements.append(.quadCurve(to: point, control: control))
        currentPoint = point
    }

    /// Goes to a point by a cubic Bézier; an empty outline starts at the first control point.
    public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        if !begun(at: control1) { return addCurve(to: point, control1: control1, control2: control2) }
        elements.append(.curve(to: point, control1: control1, control2: control2))
        currentPoint = point
    }

    /// Goes straight back to where the subpath started and joins it; does nothing to an empty outline.
    public mutating func closeSubpath() {
        guard currentPoint != nil, elements.last != .closeSubpath else { return }
        elements.append(.closeSubpath)
        currentPoint = start
    }

    /// Appends a step.
    public mutating func append(_ element: Element) {
        switch element {
        case .move(let point): move(to: point)
        case .line(let point): addLine(to: point)
        case .quadCurve(let point, let control): addQuadCurve(to: point, control: control)
        case .curve(let point, let control1, let control2):
            addCurve(to: point, control1: control1, control2: control2)
        case .closeSubpath: closeSubpath()
        }
    }

    /// Appends the subpaths of another outline, mapped.
    public mutating func addPath(_ other: Path, transform: AffineTransform = .identity) {
        for element in other.elements { append(element.applying(transform)) }
    }

    /// The outline mapped, exactly.
    public func applying(_ transform: AffineTransform) -> Path {
        var mapped = Path()
        mapped.elements.reserveCapacity(elements.count)
        mapped.addPath(self, transform: transform)
        return mapped
    }

    /// The outline moved.
    public func offsetBy(dx: Double, dy: Double) -> Path { applying(AffineTransform(translationX: dx, y: dy)) }

    /// The least upright rectangle that holds the outline, exactly, not only its control points; zero if empty.
    public var boundingRect: Rect {
        var box: Rect?
        func include(_ rect: Rect) { box = box?.union(rect) ?? rect }
        if case .move(let point)? = elements.first, elements.count == 1 { include(Rect(point, point)) }
        forEachCurve { curve, _, _ in include(curve.boundingRect) }
        return box ?? .zero
    }

    /// Calls with every line and curve, as cubics, in order; `starts` where it does not go on from the one before.
    func forEachCurve(_ body: (_ curve: CubicBezier, _ isLine: Bool, _ starts: Bool) -> Void) {
        var (here, first, starts) = (Point.zero, Point.zero, true)
        func go(_ curve: CubicBezier, isLine: Bool) {
            body(curve, isLine, starts)
            (here, starts) = (curve.p3, false)
        }
        for element in elements {
            switch element {
            case .move(let point): (here, first, starts) = (point, point, true)
            case .line(let point): go(CubicBezier(line: here, point), isLine: true)
            case .quadCurve(let point, let control):
                go(CubicBezier(quadratic: here, control, point), isLine: false)
            case .curve(let point, let control1, let control2):
                go(CubicBezier(here, control1, control2, point), isLine: false)
            case .closeSubpath: if here != first { go(CubicBezier(line: here, first), isLine: true) }
            }
        }
    }

    /// Whether there is a current point; if not, the outline starts at this one.
    private mutating func begun(at point: Point) -> Bool {
        if currentPoint != nil { return true }
        move(to: point)
        return false
    }
}

extension Path.Element {
    /// The step with its points mapped.
    func applying(_ transform: AffineTransform) -> Path.Element {
        switch self {
        case .move(let point): .move(to: point.applying(transform))
        case .line(let point): .line(to: point.applying(transform))
        case .quadCurve(let point, let control):
            .quadCurve(to: point.applying(transform), control: control.applying(transform))
        case .curve(let point, let control1, let control2):
            .curve(
                to: point.applying(transform), control1: control1.applying(transform),
                control2: control2.applying(transform))
        case .closeSubpath: .closeSubpath
        }
    }
}
