// SPDX-License-Identifier: Apache-2.0

import Motion

/// A row of lamps, one for every beat of the bar; the one that sounds is lit, in another colour when the bell rings.
struct BeatLamps {
    var center: Point
    /// From the first lamp to the last, at most, in points.
    var width: Double
    /// The radius of a lamp where there is room for it, in points.
    var radius: Double
    var unlit: Color
    var lit: Color
    var bell: Color

    /// The lamps, from the left.
    func draw(in drawing: inout Drawing, _ moment: Moment) {
        let count = moment.beatsPerBar
        let gap = Double.minimum(4 * radius, width / Double(count))
        let radius = Double.minimum(radius, gap * 0.4)
        for beat in 1...count {
            let x = center.x + (Double(beat) - Double(count + 1) / 2) * gap
            let isLit = moment.isPlaying && beat == moment.beatInBar
            let lamp = Path(center: Point(x: x, y: center.y), radius: radius)
            drawing.group(isLit ? "lamp" : nil) { group in
                group.fill(lamp, isLit ? (moment.ringsBell ? bell : lit) : unlit)
            }
        }
    }
}

extension Path {
    /// A circle, clockwise on screen from its rightmost point.
    init(center: Point, radius: Double) {
        self.init(ellipseIn: Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }
}
