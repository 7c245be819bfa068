// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension Path {
    /// A rectangle, clockwise on screen from its top left corner.
    public init(_ rect: Rect) {
        addRect(rect)
    }

    /// The ellipse that fills a rectangle, clockwise on screen from its rightmost point.
    public init(ellipseIn rect: Rect) {
        addEllipse(in: rect)
    }

    /// A rectangle with round corners, clockwise on screen.
    public init(roundedRect rect: Rect, cornerRadius: Double) {
        addRoundedRect(in: rect, cornerSize: Size(width: cornerRadius, height: cornerRadius))
    }

    /// Adds a rectangle, clockwise on screen from its top left corner.
    public mutating func addRect(_ rect: Rect) {
        move(to: rect.origin)
        addLine(to: Point(x: rect.maxX, y: rect.minY))
        addLine(to: Point(x: rect.maxX, y: rect.maxY))
        addLine(to: Point(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }

    /// Adds lines through points, as a subpath of their own.
    public mutating func addLines(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Adds the ellipse that fills a rectangle, clockwise on screen from its rightmost point.
    public mutating func addEllipse(in rect: Rect) {
        let radii = Size(width: rect.width / 2, height: rect.height / 2)
        move(to: Point(x: rect.maxX, y: rect.midY))
        addArcs(center: rect.center, radii: radii, start: .zero, delta: .degrees(360))
        closeSubpath()
    }

    /// Adds a rectangle whose corners are quarters of ellipses, no larger than half its sides; clockwise on screen.
    public mutating func addRoundedRect(in rect: Rect, cornerSize: Size) {
        let radii = Size(
            width: .minimum(rect.width / 2, .maximum(0, cornerSize.width)),
            height: .minimum(rect.height / 2, .maximum(0, cornerSize.height)))
        if radii.width == 0 || radii.height == 0 { return addRect(rect) }
        let inner = rect.insetBy(dx: radii.width, dy: radii.height)
        let corners = [
            Point(x: inner.maxX, y: inner.minY), Point(x: inner.maxX, y: inner.maxY),
            Point(x: inner.minX, y: inner.maxY), inner.origin,
        ]
        move(to: Point(x: inner.minX, y: rect.minY))
        for (index, corner) in corners.enumerated() {
            let start = Angle(degrees: Double(index) * 90 - 90)
            let from = Point(x: corner.x + radii.width * start.cosine, y: corner.y + radii.height * start.sine)
            if from != currentPoint { addLine(to: from) }
            addArcs(center: corner, radii: radii, start: start, delta: .degrees(90))
        }
        closeSubpath()
    }

    /// Adds a part of a circle: from an angle, 0° at the right, by a turn, + clockwise on screen; at most once round.
    ///
    /// A straight line leads there from the current point. By cubics of at most 45°, which leave the circle by at most
    /// 5e-6 of its radius.
    public mutating func addRelativeArc(center: Point, radius: Double, startAngle: Angle, delta: Angle) {
        let turn = Angle(degrees: .maximum(-360, .minimum(360, delta.degrees)))
        let from = center + .polar(radius: radius, angle: startAngle)
        if currentPoint == nil { move(to: from) } else if from != currentPoint { addLine(to: from) }
        addArcs(center: center, radii: Size(width: radius, height: radius), start: startAngle, delta: turn)
    }

    /// Adds the part of a circle from an angle to an angle: clockwise on screen where the second is the larger one.
    ///
    /// This differs from SwiftUI, whose `clockwise` is meant for a y that grows upwards.
    public mutating func addArc(center: Point, radius: Double, startAngle: Angle, endAngle: Angle) {
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: endAngle - startAngle)
    }

    /// Arcs of an ellipse from the current point, which is its start. A cubic with control points 4/3·tan(δ/4) radii
    /// along the tangents touches the arc of δ in its ends and its middle.
    private mutating func addArcs(center: Point, radii: Size, start: Angle, delta: Angle) {
        let count = Swift.max(1, (abs(delta.degrees) / 45).rounded(.up))
        let step = delta.scaled(by: 1 / count)
        let reach = 4 / 3 * Elementary.tan(step.radians / 4)
        func direction(_ index: Int) -> (sine: Double, cosine: Double) {
            let angle = start + step.scaled(by: Double(index))
            return (angle.sine, angle.cosine)
        }
        func point(_ direction: (sine: Double, cosine: Double), _ along: Double) -> Point {
            Point(
                x: center.x + radii.width * (direction.cosine - along * direction.sine),
                y: center.y + radii.height * (direction.sine + along * direction.cosine))
        }
        var from = direction(0)
        for index in 0..<Int(clamping: count) {
            let to = direction(index + 1)
            addCurve(to: point(to, 0), control1: point(from, reach), control2: point(to, -reach))
            from = to
        }
    }
}
