// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A soft shape that breathes in three beats, sways in six, and turns forth and back in twenty.
///
/// Part: "blob" is a plane where the shape fits into 400 by 414, its middle at (0, 0).
struct BlobFace: Face {
    let name = "blob"
    let summary = "a soft shape that breathes and turns, with the tempo on it"
    /// The least that three, six and twenty divide.
    let cycle = Cycle.beats(60)

    /// As large as the shape is wide in any direction.
    static let design = Rect(x: -240, y: -240, width: 480, height: 480)
    static let size = Size(width: 400, height: 414)

    /// The outline: breathing in lifts its top and fills its lower left, 0...1; swaying pulls its right side.
    static func outline(breath: Double, sway: Double) -> Path {
        // The second wave goes from cos 30° to 1.
        let wave = 0.866_025_403_784_438_6 + 0.133_974_596_215_561_4 * sway
        func point(_ x: Double, _ y: Double) -> Point { Point(x: (x - 0.5) * size.width, y: (y - 0.5) * size.height) }
        let right = point(0.9923, 0.42593)
        let above = point(1.05906, 0.07436 * wave)
        return Path { path in
            path.move(to: right)
            // What leads to a joint and away from it lies on one line, whatever the waves do: no corner ever shows.
            path.addCurve(to: point(0.6355, 1), control1: right + (right - above), control2: point(0.91864 * wave, 1))
            path.addCurve(
                to: point(0.08995, 0.60171), control1: point(0.35237 * breath, 1), control2: point(0.2695, 0.77304))
            path.addCurve(
                to: point(0.34086, 0.06324 * breath), control1: point(-0.0896, 0.43038),
                control2: point(0.00248, 0.23012 * breath))
            path.addCurve(to: right, control1: point(0.67924, -0.10364 * breath), control2: above)
            path.closeSubpath()
        }
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let fit = Fit(Self.design, in: drawing.bounds).transform
        let outline = Self.outline(breath: moment.value("blob.phase"), sway: moment.value("blob.sway"))
        drawing.group(transform: fit) { plane in
            plane.group("blob", effects: [RotationEffect(.degrees(moment.value("blob.rotation")))]) { blob in
                let colors = Gradient(theme.color(0xFF2D55), theme.color(0x0A6CFF))
                blob.fill(outline, .linear(colors, from: Point(x: -200, y: -207), to: Point(x: 200, y: 193)))
                blob.stroke(outline, theme.edge, width: 4)
            }
            plane.draw(Text(moment.tempo.shown, font: Font(size: 72, weight: .bold), at: .zero), Color.white)
        }
        return drawing
    }
}
