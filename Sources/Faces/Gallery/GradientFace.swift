// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm

/// The tempo as a colour: cold where it is slow, 40 bpm, warm where it is fast, 208 bpm.
///
/// Parts: "tile" is the square, whose gradient is mixed of two; "marker" stands at the tempo on the scale below.
struct GradientFace: Face {
    let name = "gradient"
    let summary = "the tempo as a colour, from cold and slow to warm and fast"

    /// The two gradients between which the tempo chooses, each from the top left to the bottom right.
    static func ends(_ theme: Theme) -> (slow: [Color], fast: [Color]) {
        // Without colours all of them are light, so that black can be read on each, and where there is no grey either.
        guard theme.hasColors else { return ([.white, .white], [Color(white: 0.72), Color(white: 0.8)]) }
        return ([theme.shade, theme.primary], [theme.accent.mix(with: .black, by: 0.25), theme.accent])
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let fit = Fit(Rect(x: 0, y: 0, width: 260, height: 260), in: drawing.bounds)
        drawing.group("plane", transform: fit.transform) { plane in
            drawTile(in: &plane, moment, theme)
            drawScale(in: &plane, moment, theme)
        }
        return drawing
    }

    private func colors(_ mix: Double, _ theme: Theme) -> Gradient {
        let (slow, fast) = Self.ends(theme)
        return Gradient(slow[0].mix(with: fast[0], by: mix), slow[1].mix(with: fast[1], by: mix))
    }

    private func drawTile(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let box = Rect(x: 30, y: 12, width: 200, height: 200)
        let gradient = colors(moment.value("gradient.mix"), theme)
        let outline = Path(roundedRect: box, cornerRadius: 15)
        plane.group("tile") { tile in
            tile.fill(outline, .linear(gradient, from: box.origin, to: Point(x: box.maxX, y: box.maxY)))
            tile.stroke(outline, theme.edge, width: 2)
            let number = moment.tempo.shown
            let font = Font.fitting(number, width: 170, height: 52, weight: .bold)
            let color = Self.inkColor(on: gradient)
            tile.draw(Text(number, font: font, at: Point(x: 130, y: 98)), color)
            tile.draw(Text(moment.tempoName, font: Font(size: 20), at: Point(x: 130, y: 152)), color.opacity(0.85))
            let lamps = BeatLamps(
                center: Point(x: 130, y: 186), width: 170, radius: 4,
                unlit: theme.hasColors ? color.opacity(0.3) : theme.faint, lit: color, bell: color)
            lamps.draw(in: &tile, moment)
        }
    }

    private func drawScale(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let mix = moment.value("gradient.mix")
        let bar = Rect(x: 38, y: 230, width: 184, height: 8)
        let steps = (0...4).map { colors(Double($0) / 4, theme).stops[1].color }
        let scale = Gradient(steps[0], steps[1], steps[2], steps[3], steps[4])
        let outline = Path(roundedRect: bar, cornerRadius: 4)
        plane.fill(outline, .linear(scale, from: bar.origin, to: Point(x: bar.maxX, y: bar.minY)))
        plane.stroke(outline, theme.edge, width: 1)
        plane.group("marker", transform: AffineTransform(translationX: bar.minX + mix * bar.width, y: bar.midY)) {
            mark in
            let disc = Path(ellipseIn: Rect(x: -8, y: -8, width: 16, height: 16))
            mark.fill(disc, steps[0].mix(with: steps[4], by: mix))
            mark.stroke(disc, theme.ink, width: 2.5)
        }
    }

    /// White or black, whichever is read more easily in the middle of the gradient.
    static func inkColor(on gradient: Gradient) -> Color {
        let middle = gradient.stops[0].color.mix(with: gradient.stops[1].color, by: 0.5)
        return middle.luma < 0.6 ? .white : .black
    }
}
