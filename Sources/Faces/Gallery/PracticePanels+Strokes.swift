// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeSession

extension PracticePanels {
    /// The lateness of strokes at the edge, in milliseconds; later strokes are there, too.
    private static let reachMs = 80.0
    /// The lateness up to which nobody hears it, and from which on everybody does.
    private static let (nearMs, farMs) = (10.0, 25.0)

    /// The line of the beat, early strokes above it and late ones below; the last one is the largest.
    func draw(_ strokes: [PracticePanel.Stroke], missed: [Double], in panel: inout Drawing, _ box: Rect) {
        let plot = Rect(
            x: box.minX, y: box.minY + 1.1 * rows.height, width: box.width, height: box.height - 1.2 * rows.height)
        func y(_ ms: Double) -> Double {
            plot.midY + .minimum(1, .maximum(-1, ms / Self.reachMs)) * (plot.height / 2 - radius)
        }
        let radius = self.radius
        let band = Rect(
            x: plot.minX, y: y(-Self.nearMs), width: plot.width, height: y(Self.nearMs) - y(-Self.nearMs))
        panel.fill(Path(band), theme.faint)
        panel.fill(Path(Rect(x: plot.minX, y: plot.midY - scale, width: plot.width, height: 2 * scale)), dim)
        for (word, edge) in [("early", plot.minY + 0.4 * rows.height), ("late", plot.maxY - 0.4 * rows.height)] {
            panel.draw(Text(word, font: font, at: Point(x: plot.minX, y: edge), alignment: .leading), dim)
        }
        for place in missed {
            let ring = Path(center: Point(x: plot.minX + place * plot.width, y: plot.midY), radius: 0.7 * radius)
            panel.stroke(ring, theme.unlit, width: 2 * scale)
        }
        for (index, stroke) in strokes.enumerated() {
            let isLast = index == strokes.count - 1
            let place = Point(x: plot.minX + stroke.place * plot.width, y: y(stroke.lateMs))
            let color = abs(stroke.lateMs) > Self.farMs ? theme.highlight : isLast ? theme.accent : done
            panel.fill(Path(center: place, radius: isLast ? 1.35 * radius : radius), color)
        }
    }

    private var radius: Double { 5 * scale }
}
