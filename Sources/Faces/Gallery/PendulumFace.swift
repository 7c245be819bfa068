// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm

/// The metronome itself: a rod that is at an extreme on every beat, with a weight as high as the tempo is slow.
///
/// Parts: "metronome" is a plane where the body is 200 wide and 350 high; in it "rod" has its pivot at (0, 0) and its
/// tip at (0, −320), and "weight" has its centre at (0, 0).
struct PendulumFace: Face {
    let name = "pendulum"
    let summary = "the metronome: a rod at ±30° on every beat, its weight set to the tempo"
    let cycle = Cycle.beats(2)

    /// What of the plane the picture shows: the tip goes from −60 to 260, its round end 5 beyond, and feet stand below.
    static let design = Rect(x: -80, y: -4, width: 360, height: 376)
    static let body = Rect(x: 0, y: 0, width: 200, height: 350)
    static let plate = Rect(x: 10, y: 240, width: 180, height: 100)
    static let pivot = Point(x: 100, y: 335)
    /// The case, the brighter field inside its edges, and the plate in front.
    static let outline = RoundedTrapezoid(
        topFraction: 0.5, topCorners: Size(width: 15, height: 15), bottomCorners: Size(width: 15, height: 15))
    static let inside = RoundedTrapezoid(
        topFraction: 0.47, topCorners: Size(width: 8, height: 8), bottomCorners: Size(width: 8, height: 8))
    static let front = RoundedTrapezoid(topFraction: 0.85, bottomCorners: Size(width: 10, height: 10))
    static let rodLength = 320.0
    /// The tempi with a mark on the scale, as on wooden metronomes; those that are named have a number.
    static let marks: [(bpm: Double, isNamed: Bool)] = [
        (44, false), (48, false), (52, false), (56, false), (60, true), (66, false), (72, false), (80, true),
        (88, false),
        (96, false), (108, true), (120, false), (132, false), (144, true), (160, false), (176, false), (192, true),
    ]

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let fit = Fit(Self.design, in: drawing.bounds)
        drawing.group("metronome", transform: fit.transform) { plane in
            drawBody(in: &plane, theme)
            drawRod(in: &plane, moment, theme)
            drawPlate(in: &plane, moment, theme)
        }
        return drawing
    }

    private func drawBody(in plane: inout Drawing, _ theme: Theme) {
        let body = Self.body
        for x in [32.0, 142] {
            let foot = Rect(x: x, y: body.maxY - 6, width: 26, height: 16)
            plane.fill(Path(roundedRect: foot, cornerRadius: 5), theme.shade.mix(with: .black, by: 0.35))
        }
        plane.group("body") { layer in
            let wood = Gradient(theme.shade, theme.primary)
            let outline = Self.outline.path(in: body)
            layer.fill(outline, .linear(wood, from: body.origin, to: Point(x: body.maxX, y: body.maxY)))
            // The face of the case, a little brighter, lies inside of its edges.
            let face = Rect(x: 13, y: 12, width: 174, height: 326)
            let inner = Self.inside.path(in: face)
            let shine = Gradient(Color(white: 1, opacity: 0.16), Color(white: 1, opacity: 0.03))
            layer.fill(inner, .linear(shine, from: face.origin, to: Point(x: face.minX, y: face.maxY)))
            layer.stroke(outline, theme.edge, width: 3)
        }
        drawScale(in: &plane, theme)
    }

    private func drawScale(in plane: inout Drawing, _ theme: Theme) {
        let color = theme.onPrimary.opacity(0.75)
        let strip = Rect(x: Self.pivot.x - 11, y: 26, width: 22, height: 216)
        plane.fill(Path(roundedRect: strip, cornerRadius: 3), theme.shade.mix(with: .black, by: 0.2).opacity(0.6))
        for mark in Self.marks {
            let y = Self.pivot.y - Pendulum.weightHeight(bpm: mark.bpm)
            var line = Path()
            let reach = mark.isNamed ? 16.0 : 10
            line.addLines([Point(x: Self.pivot.x - reach, y: y), Point(x: Self.pivot.x + reach, y: y)])
            plane.stroke(line, color, width: mark.isNamed ? 1.6 : 1)
            if mark.isNamed {
                let number = Text(
                    "\(Int(clamping: mark.bpm))", font: Font(size: 9.5, weight: .bold),
                    at: Point(x: Self.pivot.x + 20, y: y),
                    alignment: .leading)
                plane.draw(number, color)
            }
        }
    }

    private func drawRod(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let effects: [any GeometryEffect] = [
            RotationEffect(.degrees(moment.value("pendulum.angle"))),
            OffsetEffect(Size(width: Self.pivot.x, height: Self.pivot.y)),
        ]
        plane.group("rod", effects: effects) { rod in
            let box = Rect(x: -5, y: -Self.rodLength, width: 10, height: Self.rodLength)
            rod.fill(Path(roundedRect: box, cornerRadius: 5), theme.accent)
            let height = moment.value("pendulum.weight")
            rod.group("weight", effects: [OffsetEffect(Size(width: 0, height: -height))]) { weight in
                let box = Rect(x: -17.5, y: -17.5, width: 35, height: 35)
                weight.fill(Path(roundedRect: box, cornerRadius: 10), theme.highlight)
                var edge = Path()
                edge.addLines([Point(x: -9, y: 0), Point(x: 9, y: 0)])
                weight.stroke(edge, theme.background.mix(with: .black, by: 0.6).opacity(0.5), width: 2.5, cap: .round)
            }
        }
    }

    private func drawPlate(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let box = Self.plate
        let outline = Self.front.path(in: box)
        plane.group("plate") { plate in
            plate.fill(outline, theme.primary)
            plate.stroke(outline, theme.edge, width: 2)
            let lid = Rect(x: box.minX + 13.5, y: box.minY, width: box.width - 27, height: 2)
            plate.fill(Path(lid), Color(white: 1, opacity: 0.28))
            let number = Text(moment.tempo.shown, font: Font(size: 34, weight: .bold), at: Point(x: 100, y: 270))
            plate.draw(number, theme.onPrimary)
            let words = moment.section?.line ?? moment.tempoName
            let font = Font.fitting(words, width: 152, height: Font(size: 14).capHeight, weight: .regular)
            plate.draw(Text(words, font: font, at: Point(x: 100, y: 299)), theme.onPrimary.opacity(0.85))
            let lamps = BeatLamps(
                center: Point(x: 100, y: 321), width: 140, radius: 4.5, unlit: theme.onPrimary.opacity(0.28),
                lit: theme.onPrimary, bell: theme.highlight)
            lamps.draw(in: &plate, moment)
        }
    }
}
