// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm

/// A row for each lane: its name, and a lamp for each of its strokes, of which the last that sounded is lit.
struct LaneRows {
    /// The most lanes that have a row.
    static let most = 5

    private let moment: Moment
    private let theme: Theme
    private let lanes: [LaneSteps]
    private let rows: TextRows

    /// The rows that there is room for in a picture; size in points.
    init(_ moment: Moment, _ theme: Theme, in size: Size) {
        (self.moment, self.theme) = (moment, theme)
        let room = 0.4 * size.height
        let wanted = 0.055 * Double.minimum(size.height, size.width * 0.7) + 8
        // Up to twice a row of a terminal is one.
        let height = (16..<36).contains(wanted) ? 20 : wanted
        let count = Double.minimum((room / height).rounded(.down), Double(Self.most))
        lanes = Array(moment.lanes.prefix(Int(clamping: .maximum(0, count))))
        rows = TextRows(height: height, count: max(1, lanes.count), room: room)
    }

    /// How high all of them are, in points.
    var height: Double { lanes.isEmpty ? 0 : rows.height * (Double(lanes.count) + 0.5) }

    /// Draws them from the top of a box.
    func draw(in drawing: inout Drawing, _ box: Rect) {
        guard !lanes.isEmpty else { return }
        let top = rows.top(box.minY)
        let width = Double.minimum(box.width * 0.9, rows.height * 32)
        let left = box.midX - width / 2
        let steps = Rect(x: left + 0.26 * width, y: top, width: 0.74 * width, height: rows.height)
        drawing.group("lanes") { group in
            for (index, lane) in lanes.enumerated() {
                let y = top + (Double(index) + 0.5) * rows.height
                let font = Font(size: 0.62 * rows.height)
                let name = Text(
                    Self.shortened(lane.name, font, room: steps.minX - left), font: font, at: Point(x: left, y: y),
                    alignment: .leading)
                group.draw(name, theme.ink.opacity(lane.isHeard ? 0.8 : 0.35))
                draw(lane, in: &group, steps, y)
            }
        }
    }

    /// A name that ends before the lamps, also on a terminal, where each letter is a cell of 10 points.
    private static func shortened(_ name: String, _ font: Font, room: Double) -> String {
        func fits(_ text: String) -> Bool { Double.maximum(font.width(of: text), 10 * Double(text.count)) <= room }
        guard !fits(name) else { return name }
        var short = name.dropLast()
        while !short.isEmpty, !fits(short + "…") { short = short.dropLast() }
        return short + "…"
    }

    private func draw(_ lane: LaneSteps, in group: inout Drawing, _ box: Rect, _ y: Double) {
        // The least distance of two strokes, in parts of the bar.
        let places = lane.steps.map(\.place) + [1]
        let least = zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? 1
        let radius = Double.minimum(0.3 * rows.height, 0.42 * least * box.width)
        let sounding = moment.isPlaying && lane.isHeard ? lane.sounding(at: moment.barPhase) : nil
        for (index, step) in lane.steps.enumerated() {
            let size: Double =
                switch step.accent {
                case .bell, .accent: 1
                case .normal: 0.8
                case .ghost: 0.55
                case .mute: 0
                }
            let place = Point(x: box.minX + step.place * box.width + radius, y: y)
            let isLit = index == sounding
            let color = isLit ? theme.accent : lane.isHeard ? theme.unlit : theme.faint
            group.fill(Path(center: place, radius: size * radius), color)
        }
    }
}
