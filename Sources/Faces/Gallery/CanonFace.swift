// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// Three jumping smileys: the first lands on the beat, each further one 0.3 beats after the one before.
///
/// Parts: "ground", and "canon.1" to "canon.3", planes where a smiley's middle is (0, 0) and its radius 40.
struct CanonFace: Face {
    let name = "canon"
    let summary = "three jumping faces, each 0.3 beats after the one before"
    let cycle = Cycle.beats(2)
    let defaultSize = Size(width: 600, height: 400)

    /// From a face to the next.
    static let spacing = 100.0
    static let design = Rect(x: -160, y: Jumper.reach.top - 12, width: 320, height: 200)
    static let voices: [Smiley] = [.grin, .cool, .tongue]

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        drawing.group(transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            Jumper.drawGround(in: &plane, from: -150, to: 150, theme)
            for (index, expression) in Self.voices.enumerated() {
                let x = (Double(index) - Double(Self.voices.count - 1) / 2) * Self.spacing
                plane.group(effects: [OffsetEffect(Size(width: x, height: 0))]) { place in
                    Jumper(voice: "canon.\(index + 1)", expression: expression).draw(in: &place, moment, theme)
                }
            }
        }
        return drawing
    }
}
