// SPDX-License-Identifier: Apache-2.0

import Motion

/// How much of the bar is over: as a ring of dashes that closes from the top, and in percent.
///
/// Parts: "ring" is a plane with the middle of the ring at (0, 0), whose radius is 162/π; "arc" in it is the part that is
/// over, "label" the percentage.
struct RingFace: Face {
    let name = "ring"
    let summary = "how much of the bar is over, as a ring and in percent"

    static let design = Rect(x: -76, y: -76, width: 152, height: 152)
    /// Dash and gap.
    static let dash = [6.0, 3]
    /// 36 dashes go round, which most meters divide.
    static let radius = 36 * (dash[0] + dash[1]) / (2 * .pi)
    static let width = 10.0

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let ring = ProgressRing(moment.value("ring.progress"))
        drawing.group("ring", transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            // Half a gap before the first dash, so that beats lie between dashes.
            let style = StrokeStyle(width: Self.width, dash: Self.dash, dashPhase: Self.dash[0] + Self.dash[1] / 2)
            let circle = ProgressRing(1).path(center: .zero, radius: Self.radius, from: .degrees(-90))
            plane.stroke(circle, .color(theme.faint), style)
            plane.group("arc") { arc in
                guard ring.progress > 0 else { return }
                let path = ring.path(center: .zero, radius: Self.radius, from: .degrees(-90))
                arc.stroke(path, .color(theme.accent), style)
            }
            drawBeats(in: &plane, moment, theme)
            plane.group("label") { label in
                label.draw(
                    Text("\(ring.percent) %", font: Font(size: 24, weight: .bold), at: Point(x: 0, y: -3)), theme.ink)
            }
            let tempo = Text("\(moment.tempo.shown) bpm", font: Font(size: 9), at: Point(x: 0, y: 18))
            plane.draw(tempo, theme.ink.opacity(0.65))
        }
        return drawing
    }

    /// A light outside of the ring where every beat begins.
    private func drawBeats(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let count = moment.beatsPerBar
        for beat in 1...count {
            let angle = Angle.degrees(Double(beat - 1) / Double(count) * 360 - 90)
            let isLit = moment.isPlaying && beat == moment.beatInBar
            let lit = moment.ringsBell ? theme.highlight : theme.accent
            let dot = Path(center: .polar(radius: Self.radius + 13, angle: angle), radius: isLit ? 4 : 2.5)
            plane.fill(dot, isLit ? lit : theme.ink.mix(with: theme.faint, by: 0.5))
        }
    }
}
