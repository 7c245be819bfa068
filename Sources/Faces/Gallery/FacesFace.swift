// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

/// Another smiley pops up on every beat: pseudorandom, the same for every program, and never the same twice in a row.
///
/// The part is named after the smiley that it shows, such as "smirk": a plane where its middle is (0, 0) and its radius 100.
struct FacesFace: Face {
    let name = "faces"
    let summary = "thirteen faces: another one on every beat, the same for every viewer"
    let cycle = Cycle.endless

    static let design = Rect(x: -124, y: -124, width: 248, height: 248)

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let all = Smiley.allCases
        // A given value may be any number.
        let index = Int(
            clamping: Double.maximum(0, .minimum(Double(all.count - 1), moment.value("faces.index").rounded())))
        let transform = Fit(Self.design, in: drawing.bounds).transform
        drawing.group(transform: transform) { plane in
            plane.group(all[index].rawValue, effects: [ScaleEffect(moment.value("faces.scale"))]) {
                all[index].draw(in: &$0, theme)
            }
        }
        return drawing
    }
}
