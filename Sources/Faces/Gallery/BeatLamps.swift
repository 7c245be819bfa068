// SPDX-License-Identifier: Apache-2.0

import Motion

/// A row of lamps, one for every beat of the bar; the one that sounds is lit.
struct BeatLamps {
    /// The middle of the row.
    let center: Point
    /// The row is no wider.
    let width: Double
    /// From a lamp to the next, where there is room.
    let gap: Double
    /// Half of a lamp, where there is room.
    let radius: Double
    /// What is lit, what is lit while the bell rings, and what is not.
    let colors: (lit: Color, bell: Color, unlit: Color)

    func draw(in drawing: inout Drawing, _ moment: Moment) {
        let count = moment.beatsPerBar
        let gap = Double.minimum(gap, width / Double(count))
        let radius = Double.minimum(radius, gap * 0.36)
        for beat in 1...count {
            let x = center.x + (Double(beat) - Double(count + 1) / 2) * gap
            let isLit = moment.isPlaying && beat == moment.beatInBar
            let color = isLit ? (moment.ringsBell ? colors.bell : colors.lit) : colors.unlit
            drawing.fill(Path(center: Point(x: x, y: center.y), radius: radius), color)
        }
    }
}

extension Path {
    /// A circle, clockwise on screen from its rightmost point.
    init(center: Point, radius: Double) {
        self.init(ellipseIn: Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }
}
