// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A heart that beats twice in every beat and rests, pulled by a spring from size to size.
///
/// Part: "heart" is a plane where the heart is 140 wide, with its middle at (0, 0).
struct HeartFace: Face {
    let name = "heart"
    let summary = "a heart that beats: large, larger and back in every beat, by a spring"
    let cycle = Cycle.beats(1)

    /// Room for the heart at 2.4 times its size, which it never exceeds.
    static let design = Rect(x: -180, y: -180, width: 360, height: 360)
    static let heart = Rect(x: -70, y: -63, width: 140, height: 126)

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        drawing.group(transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            plane.group("heart", effects: [ScaleEffect(moment.value("heart.scale"))]) { layer in
                let outline = Path.heart(in: Self.heart)
                let glow = Gradient(
                    theme.accent.mix(with: .white, by: 0.22), theme.accent, theme.accent.mix(with: .black, by: 0.28))
                layer.fill(outline, .radial(glow, center: Point(x: -28, y: -34), radius: 120))
                layer.group(transform: AffineTransform(translationX: -39, y: -36).rotated(by: .degrees(-38))) { shine in
                    shine.fill(
                        Path(ellipseIn: Rect(x: -17, y: -8, width: 34, height: 16)), Color(white: 1, opacity: 0.34))
                }
                layer.draw(
                    Text(moment.tempo.shown, font: Font(size: 34, weight: .bold), at: Point(x: 0, y: -2)), Color.white)
            }
        }
        return drawing
    }
}

extension Path {
    /// A heart that fills a rectangle, from its notch, clockwise on screen.
    static func heart(in rect: Rect) -> Path {
        // In a square of 200, the lobes' tops at 0 and the tip at 200; each lobe is widest a third of the way down.
        let square = AffineTransform(translationX: rect.minX, y: rect.minY)
            .scaledBy(x: rect.width / 200, y: rect.height / 200)
        let half: [(to: Point, control1: Point, control2: Point)] = [
            (Point(x: 148, y: 0), Point(x: 106, y: 14), Point(x: 124, y: 0)),
            (Point(x: 200, y: 58), Point(x: 178, y: 0), Point(x: 200, y: 26)),
            (Point(x: 100, y: 200), Point(x: 200, y: 114), Point(x: 138, y: 152)),
        ]
        func mirrored(_ point: Point) -> Point { Point(x: 200 - point.x, y: point.y) }
        let heart = Path { path in
            let notch = Point(x: 100, y: 42)
            path.move(to: notch)
            for curve in half { path.addCurve(to: curve.to, control1: curve.control1, control2: curve.control2) }
            for (index, curve) in half.enumerated().reversed() {
                let end = index == 0 ? notch : half[index - 1].to
                path.addCurve(
                    to: mirrored(end), control1: mirrored(curve.control2), control2: mirrored(curve.control1))
            }
            path.closeSubpath()
        }
        return heart.applying(square)
    }
}
