// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A smiley that lands on every beat, and turns over in every jump.
///
/// Parts: "ground", and "bounce", a plane where the smiley's middle is (0, 0) and its radius 40.
struct BounceFace: Face {
    let name = "bounce"
    let summary = "a jumping face: it lands on every beat, and turns over in the air"
    let cycle = Cycle.beats(2)

    static let design = Rect(x: -100, y: Jumper.reach.top - 12, width: 200, height: 200)

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        drawing.group(transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            Jumper.drawGround(in: &plane, from: -88, to: 88, theme)
            Jumper(voice: "bounce", expression: .laugh).draw(in: &plane, moment, theme)
        }
        return drawing
    }
}
