// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession

/// The panels of the practice face, one below the other: count-in and trainers, those that run.
struct PracticePanels {
    /// The most bars or beats that have a box each.
    private static let mostBoxes = 24

    let theme: Theme
    private let panels: [PracticePanel]
    /// How many points of the picture make one of the design.
    let scale: Double
    /// The height that there is for them, in points.
    private let room: Double
    /// A panel has one for its words, and one for its shape; the course of a tempo has more.
    let rows: TextRows

    /// The panels that a moment has.
    init(_ moment: Moment, _ theme: Theme, scale: Double, room: Double) {
        (self.theme, self.scale, self.room) = (theme, scale, room)
        // A run begins with beat 0, and what is counted in comes before bar 1.
        let first = moment.grid.beat(ofBar: 1, 1)
        let left = first &- moment.beat
        let count = PracticePanel(
            "count-in", "\(left) left", .boxes(heard: Int(first), silent: 0, now: Int(moment.beat), part: 1))
        panels = (moment.isPlaying && left > 0 ? [count] : []) + moment.practice
        rows = TextRows(height: 20 * scale, count: panels.reduce(0) { $0 + ($1.grows ? 3 : $1.rows) }, room: room)
    }

    /// Whether there is none.
    var isEmpty: Bool { panels.isEmpty }

    /// How much of the room one of them takes.
    private func height(of panel: PracticePanel) -> Double {
        guard panel.grows else { return Double(panel.rows) * rows.height }
        let ways = panels.count(where: \.grows)
        let others = panels.reduce(0) { $0 + ($1.grows ? 0 : $1.rows) }
        let left = (room - Double(others) * rows.height) / Double(ways)
        let wanted = Double.minimum(left, (panels.count == 1 ? 160 : 124) * scale)
        return .maximum(3, (wanted / rows.height).rounded(.down)) * rows.height
    }

    /// How much of the room they take.
    var height: Double { panels.reduce(0) { $0 + height(of: $1) } }

    /// Draws them in the middle of a box.
    func draw(in plane: inout Drawing, _ box: Rect) {
        var top = rows.top(.maximum(box.minY, box.midY - height / 2))
        for panel in panels {
            let height = height(of: panel)
            plane.group(panel.name) {
                draw(panel, in: &$0, Rect(x: box.minX, y: top, width: box.width, height: height))
            }
            top += height
        }
    }

    // MARK: - Colours

    var dim: Color { theme.ink.opacity(0.7) }
    /// What is over.
    var done: Color { theme.hasColors ? theme.primary : theme.highlight }
    /// What is still to come.
    private var ahead: Color { theme.hasColors ? theme.primary.opacity(0.4) : theme.faint }

    /// What it is, and where it is in it.
    private func write(
        _ left: String, _ right: String, in panel: inout Drawing, _ box: Rect, isStrong: Bool = false,
        isLarge: Bool = false
    ) {
        let y = box.minY + rows.height * (isLarge ? 1 : 0.5)
        let title = isLarge ? Font(size: 25 * scale) : font
        panel.draw(
            Text(left, font: title, at: Point(x: box.minX, y: y), alignment: .leading), isLarge ? theme.ink : dim)
        panel.draw(
            Text(right, font: font, at: Point(x: box.maxX, y: y), alignment: .trailing),
            isStrong ? theme.highlight : theme.ink)
    }

    var font: Font { Font(size: 12.5 * scale) }

    /// The room for the shape below the words of a panel.
    private func bar(_ panel: PracticePanel, _ box: Rect) -> Rect {
        let top = box.minY + (Double(panel.rows) - 0.92) * rows.height
        return Rect(x: box.minX, y: top, width: box.width, height: 0.6 * rows.height)
    }

    /// A level bar that is filled from the left up to a part of it.
    private func draw(_ part: Double, _ color: Color, in panel: inout Drawing, _ bar: Rect) {
        let corner = bar.height / 3
        let outline = Path(roundedRect: bar, cornerRadius: corner)
        panel.fill(outline, theme.faint)
        let width = bar.width * .minimum(1, .maximum(0, part))
        guard width > 0 else { return }
        // The filled part has the bar's own round ends.
        panel.group(clip: outline) {
            $0.fill(Path(Rect(x: bar.minX, y: bar.minY, width: width, height: bar.height)), color)
        }
    }

    // MARK: - Panels

    private func draw(_ panel: PracticePanel, in plane: inout Drawing, _ box: Rect) {
        write(panel.title, panel.words, in: &plane, box, isStrong: panel.isSilent, isLarge: panel.isLarge)
        switch panel.shape {
        case .level(let part, let mark):
            let bar = bar(panel, box)
            draw(part, panel.isSilent ? theme.highlight : done, in: &plane, bar)
            guard let mark else { return }
            let x = bar.minX + mark * bar.width
            plane.fill(Path(Rect(x: x - 1.5 * scale, y: bar.minY, width: 3 * scale, height: bar.height)), theme.ink)
        case .boxes(let heard, let silent, let now, let part):
            if silent == 0 || heard + silent <= Self.mostBoxes {
                drawBoxes(heard, silent, now: now, part: part, in: &plane, bar(panel, box))
            } else {
                drawStretches(heard, silent, now.map { Double($0) + part } ?? 0, in: &plane, bar(panel, box))
            }
        case .way(let tempi, let isStepped, let part, let target):
            draw(tempi, isStepped, part: part, target: target, in: &plane, box)
        case .strokes(let strokes, let missed): draw(strokes, missed: missed, in: &plane, box)
        }
    }

    /// A box for each bar or beat: those that are over are filled, silent ones are empty and have an edge.
    private func drawBoxes(
        _ heard: Int, _ silent: Int, now: Int?, part: Double, in panel: inout Drawing, _ bar: Rect
    ) {
        let count = heard + silent
        let space = Double.minimum(5 * scale, 0.24 * bar.width / Double(count))
        let step = (bar.width + space) / Double(count)
        for index in 0..<count {
            let box = Rect(
                x: bar.minX + Double(index) * step, y: bar.minY, width: step - space, height: bar.height)
            let outline = Path(roundedRect: box, cornerRadius: .minimum(3.5 * scale, box.width / 3))
            let passed = now.map { index < $0 ? 1 : index == $0 ? part : 0 } ?? 0
            let isNow = index == now
            if index >= heard {
                drawEdge(of: box, isNow ? theme.highlight : theme.unlit, in: &panel)
            } else {
                panel.fill(outline, ahead)
            }
            guard passed > 0 else { continue }
            let color = index >= heard ? theme.highlight.opacity(isNow ? 0.8 : 0.45) : isNow ? theme.accent : done
            panel.group(clip: passed < 1 ? outline : nil) {
                let width = passed * box.width
                $0.fill(
                    passed < 1 ? Path(Rect(x: box.minX, y: box.minY, width: width, height: box.height)) : outline,
                    color)
            }
        }
    }

    private func drawEdge(of box: Rect, _ color: Color, in panel: inout Drawing) {
        let width = 2.5 * scale
        let inside = Path(roundedRect: box.insetBy(dx: width / 2, dy: width / 2), cornerRadius: width)
        panel.stroke(inside, color, width: width)
    }

    /// Both stretches as one bar each, and a hand at the place.
    private func drawStretches(
        _ heard: Int, _ silent: Int, _ passed: Double, in panel: inout Drawing, _ bar: Rect
    ) {
        let unit = bar.width / Double(heard + silent)
        let (played, muted) = (unit * Double(heard), unit * Double(silent))
        let first = Rect(x: bar.minX, y: bar.minY, width: .maximum(2 * scale, played - 4 * scale), height: bar.height)
        draw(passed / Double(heard), done, in: &panel, first)
        let second = Rect(x: bar.minX + played, y: bar.minY, width: muted, height: bar.height)
        drawEdge(of: second, theme.unlit, in: &panel)
        guard passed > Double(heard) else { return }
        let width = unit * (passed - Double(heard))
        panel.fill(Path(Rect(x: second.minX, y: bar.minY, width: width, height: bar.height)), theme.highlight)
    }

    // MARK: - The way of the tempo

    private func draw(
        _ tempi: [Double], _ isStepped: Bool, part way: Double, target: Double, in panel: inout Drawing, _ box: Rect
    ) {
        let plot = Rect(
            x: box.minX, y: box.minY + 1.1 * rows.height, width: box.width, height: box.height - 2.2 * rows.height)
        let (low, high) = (tempi.min() ?? 0, tempi.max() ?? 0)
        func y(_ bpm: Double) -> Double {
            let part = high > low ? (bpm - low) / (high - low) : 1
            return plot.maxY - (0.18 + 0.82 * part) * plot.height
        }
        let line = Self.line(tempi, isStepped, in: plot, y)
        var area = line
        area.addLine(to: Point(x: plot.maxX, y: plot.maxY))
        area.addLine(to: Point(x: plot.minX, y: plot.maxY))
        area.closeSubpath()
        panel.fill(area, ahead)
        let x = plot.minX + .minimum(1, .maximum(0, way)) * plot.width
        panel.group(clip: Path(Rect(x: plot.minX, y: plot.minY, width: x - plot.minX, height: plot.height))) {
            $0.fill(area, done)
        }
        panel.stroke(line, theme.hasColors ? theme.ink.opacity(0.75) : theme.ink, width: 2 * scale)
        let place = Point(x: x, y: y(Self.tempo(of: tempi, isStepped, at: way)))
        panel.fill(Path(center: place, radius: 6.5 * scale), theme.accent)
        label(tempi.first ?? 0, at: plot.minX, .leading, in: &panel, plot)
        if let last = tempi.last, last != target, tempi.contains(target) {
            label(target, at: plot.midX, .center, in: &panel, plot)
        }
        label(tempi.last ?? 0, at: plot.maxX, .trailing, in: &panel, plot)
    }

    private func label(
        _ bpm: Double, at x: Double, _ alignment: Text.Alignment, in panel: inout Drawing, _ plot: Rect
    ) {
        let place = Point(x: x, y: plot.maxY + 0.6 * rows.height)
        panel.draw(Text(Self.text(bpm), font: font, at: place, alignment: alignment), dim)
    }

    /// The outline of the way, from the left.
    private static func line(_ tempi: [Double], _ isStepped: Bool, in plot: Rect, _ y: (Double) -> Double) -> Path {
        var path = Path()
        path.move(to: Point(x: plot.minX, y: y(tempi.first ?? 0)))
        let count = tempi.count
        if isStepped {
            for index in 1..<max(1, count) where tempi[index] != tempi[index - 1] {
                let x = plot.minX + Double(index) / Double(count) * plot.width
                path.addLine(to: Point(x: x, y: y(tempi[index - 1])))
                path.addLine(to: Point(x: x, y: y(tempi[index])))
            }
            path.addLine(to: Point(x: plot.maxX, y: y(tempi.last ?? 0)))
        } else {
            for index in 1..<max(1, count) {
                let x = plot.minX + Double(index) / Double(count - 1) * plot.width
                path.addLine(to: Point(x: x, y: y(tempi[index])))
            }
            if count < 2 { path.addLine(to: Point(x: plot.maxX, y: y(tempi.first ?? 0))) }
        }
        return path
    }

    /// The tempo of the way at its place.
    private static func tempo(of tempi: [Double], _ isStepped: Bool, at part: Double) -> Double {
        let (count, part) = (tempi.count, Double.minimum(1, .maximum(0, part)))
        guard count > 1 else { return tempi.first ?? 0 }
        if isStepped { return tempi[min(count - 1, Int(clamping: part * Double(count)))] }
        let place = part * Double(count - 1)
        let index = min(count - 2, Int(clamping: place))
        let between = place - Double(index)
        return tempi[index] + (tempi[index + 1] - tempi[index]) * between
    }

    private static func text(_ bpm: Double) -> String {
        (try? Tempo(beatsPerMinute: bpm))?.shown ?? "\(Int(clamping: bpm))"
    }
}

extension PracticePanel {
    /// Whether it takes what room is left.
    fileprivate var grows: Bool {
        switch shape {
        case .way, .strokes: true
        case .level, .boxes: false
        }
    }
    /// The rows of one that does not grow: those of the words, and one for the shape.
    fileprivate var rows: Int { isLarge ? 3 : 2 }
}
