// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm

/// A row of lamps, one for every beat of the bar, with a gap between its groups; the one that sounds is lit, in another colour
/// when the bell rings. An accent is larger, a soft beat smaller, a silent one a ring; dots between them are the parts of a
/// beat.
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
        // Places in gaps between two lamps: half of one more before each further group.
        var places: [Double] = []
        for beat in 1...count {
            places.append((places.last ?? -1) + (beat > 1 && moment.beginsGroup(beat) ? 1.5 : 1))
        }
        let length = places[count - 1]
        let gap = Double.minimum(4 * radius, width / (length + 1))
        let radius = Double.minimum(radius, gap * 0.4)
        func x(_ place: Double) -> Double { center.x + (place - length / 2) * gap }
        for beat in 1...count {
            let isNow = moment.isPlaying && beat == moment.beatInBar
            let part = isNow ? moment.subdivisions.lastIndex { $0 <= moment.phase } : nil
            for (index, place) in moment.subdivisions.enumerated() {
                let dot = Path(center: Point(x: x(places[beat - 1] + place), y: center.y), radius: 0.25 * radius)
                drawing.fill(dot, index == part ? lit : unlit)
            }
            let isLit = isNow && part == nil
            let place = Point(x: x(places[beat - 1]), y: center.y)
            drawing.group(isNow ? "lamp" : nil) { group in
                let color = isLit ? (moment.ringsBell ? bell : lit) : unlit
                switch moment.accent(ofBeat: beat) {
                case .bell, .normal: group.fill(Path(center: place, radius: radius), color)
                case .accent: group.fill(Path(center: place, radius: 1.3 * radius), color)
                case .ghost: group.fill(Path(center: place, radius: 0.6 * radius), color)
                case .mute: group.stroke(Path(center: place, radius: 0.85 * radius), color, width: 0.3 * radius)
                }
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
