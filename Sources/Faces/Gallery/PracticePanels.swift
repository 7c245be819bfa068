// SPDX-License-Identifier: Apache-2.0

internal import Bounds
import Motion
import Rhythm

/// The panels of the practice face, one below the other: count-in, speed trainer, gap trainer, random mute and timer, those that
/// run.
struct PracticePanels {
    /// The most bars or beats of a gap trainer that have a box each.
    private static let mostBoxes = 24

    private let moment: Moment
    private let theme: Theme
    private let practice: PracticePlace
    /// Beats of the count-in, and those that are left of it, the present one included; nil where it is over.
    private let countIn: (beats: Int, left: Int)?
    /// How many points of the picture make one of the design.
    private let scale: Double
    /// The height that there is for them, in points.
    private let room: Double
    /// How many have the same height.
    private let others: Int
    /// A panel has one for its words, and one for its shape; that of the speed trainer has more.
    private let rows: TextRows

    /// The panels that a moment has.
    init(_ moment: Moment, _ theme: Theme, scale: Double, room: Double) {
        (self.moment, self.theme, self.scale, self.room) = (moment, theme, scale, room)
        practice = moment.practice ?? PracticePlace()
        // A run begins with beat 0, and what is counted in comes before bar 1.
        let first = moment.grid.beat(ofBar: 1, 1)
        countIn = moment.isPlaying && moment.beat < first ? (Int(first), Int(first - moment.beat)) : nil
        others = [countIn != nil, practice.gap != nil, practice.mute != nil, practice.timer != nil].count { $0 }
        rows = TextRows(height: 20 * scale, count: 2 * others + (practice.speed == nil ? 0 : 3), room: room)
    }

    /// Whether there is none.
    var isEmpty: Bool { countIn == nil && practice == PracticePlace() }

    private var speedHeight: Double {
        guard practice.speed != nil else { return 0 }
        let left = room - Double(others) * 2 * rows.height
        let wanted = Double.minimum(left, (others == 0 ? 160 : 124) * scale)
        return .maximum(3, (wanted / rows.height).rounded(.down)) * rows.height
    }

    /// How much of the room they take.
    var height: Double { speedHeight + Double(others) * 2 * rows.height }

    /// Draws them in the middle of a box.
    func draw(in plane: inout Drawing, _ box: Rect) {
        var top = rows.top(.maximum(box.minY, box.midY - height / 2))
        func next(_ height: Double) -> Rect {
            defer { top += height }
            return Rect(x: box.minX, y: top, width: box.width, height: height)
        }
        if let countIn { draw(countIn, in: &plane, next(2 * rows.height)) }
        if let speed = practice.speed { draw(speed, in: &plane, next(speedHeight)) }
        if let gap = practice.gap { draw(gap, in: &plane, next(2 * rows.height)) }
        if let mute = practice.mute { draw(mute, in: &plane, next(2 * rows.height)) }
        if let timer = practice.timer { draw(timer, in: &plane, next(2 * rows.height)) }
    }

    // MARK: - Colours

    private var dim: Color { theme.ink.opacity(0.7) }
    /// What is over.
    private var done: Color { theme.hasColors ? theme.primary : theme.highlight }
    /// What is still to come.
    private var ahead: Color { theme.hasColors ? theme.primary.opacity(0.4) : theme.faint }

    /// What it is, and where it is in it.
    private func write(_ left: String, _ right: String, in panel: inout Drawing, _ box: Rect, isStrong: Bool = false) {
        let y = box.minY + rows.height / 2
        panel.draw(Text(left, font: font, at: Point(x: box.minX, y: y), alignment: .leading), dim)
        panel.draw(
            Text(right, font: font, at: Point(x: box.maxX, y: y), alignment: .trailing),
            isStrong ? theme.highlight : theme.ink)
    }

    private var font: Font { Font(size: 12.5 * scale) }

    /// The room for the shape below the words.
    private func bar(_ box: Rect) -> Rect {
        Rect(x: box.minX, y: box.minY + 1.08 * rows.height, width: box.width, height: 0.6 * rows.height)
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

    private func draw(_ countIn: (beats: Int, left: Int), in plane: inout Drawing, _ box: Rect) {
        plane.group("count-in") { panel in
            write("count-in", "\(countIn.left) left", in: &panel, box)
            drawBoxes(
                countIn.beats, now: countIn.beats - countIn.left, part: 1, isSilent: { _ in false }, in: &panel,
                bar(box))
        }
    }

    private func draw(_ gap: PracticePlace.Gap, in plane: inout Drawing, _ box: Rect) {
        let isSilent = gap.passed >= gap.played
        let (now, all) = isSilent ? (gap.passed - gap.played, gap.muted) : (gap.passed, gap.played)
        plane.group("gap") { panel in
            let place = moment.isPlaying ? "\(isSilent ? "silent" : "heard") \(now + 1)/\(all)" : gap.unit.rawValue
            write(
                moment.isPlaying ? "round \(gap.round)" : "gap", place, in: &panel, box,
                isStrong: isSilent && moment.isPlaying)
            let part = gap.unit == .bars ? moment.barPhase : moment.phase
            let count = gap.played + gap.muted
            if count <= Self.mostBoxes {
                drawBoxes(
                    count, now: moment.isPlaying ? gap.passed : nil, part: part, isSilent: { $0 >= gap.played },
                    in: &panel, bar(box))
            } else {
                drawStretches(gap, (Double(gap.passed) + (moment.isPlaying ? part : 0)), in: &panel, bar(box))
            }
        }
    }

    /// A box for each bar or beat: those that are over are filled, silent ones are empty and have an edge.
    private func drawBoxes(
        _ count: Int, now: Int?, part: Double, isSilent: (Int) -> Bool, in panel: inout Drawing, _ bar: Rect
    ) {
        let space = Double.minimum(5 * scale, 0.24 * bar.width / Double(count))
        let step = (bar.width + space) / Double(count)
        for index in 0..<count {
            let box = Rect(
                x: bar.minX + Double(index) * step, y: bar.minY, width: step - space, height: bar.height)
            let outline = Path(roundedRect: box, cornerRadius: .minimum(3.5 * scale, box.width / 3))
            let passed = now.map { index < $0 ? 1 : index == $0 ? part : 0 } ?? 0
            let isNow = index == now
            if isSilent(index) {
                drawEdge(of: box, isNow ? theme.highlight : theme.unlit, in: &panel)
            } else {
                panel.fill(outline, ahead)
            }
            guard passed > 0 else { continue }
            let color = isSilent(index) ? theme.highlight.opacity(isNow ? 0.8 : 0.45) : isNow ? theme.accent : done
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
    private func drawStretches(_ gap: PracticePlace.Gap, _ passed: Double, in panel: inout Drawing, _ bar: Rect) {
        let unit = bar.width / Double(gap.played + gap.muted)
        let heard = Rect(
            x: bar.minX, y: bar.minY, width: .maximum(2 * scale, unit * Double(gap.played) - 4 * scale),
            height: bar.height)
        let silent = Rect(
            x: bar.minX + unit * Double(gap.played), y: bar.minY, width: unit * Double(gap.muted), height: bar.height)
        draw(passed / Double(gap.played), done, in: &panel, heard)
        drawEdge(of: silent, theme.unlit, in: &panel)
        guard passed > Double(gap.played) else { return }
        let width = unit * (passed - Double(gap.played))
        panel.fill(Path(Rect(x: silent.minX, y: bar.minY, width: width, height: bar.height)), theme.highlight)
    }

    private func draw(_ mute: PracticePlace.Mute, in plane: inout Drawing, _ box: Rect) {
        plane.group("mute") { panel in
            let isSilent = mute.isSilent && moment.isPlaying
            let percent = Int(clamping: mute.percent.rounded())
            write("mute", "\(percent)% of \(mute.unit.rawValue)", in: &panel, box, isStrong: isSilent)
            let bar = bar(box)
            draw(mute.percent / 100, isSilent ? theme.highlight : done, in: &panel, bar)
            guard mute.greatest > mute.percent else { return }
            // Where it rises to.
            let x = bar.minX + mute.greatest / 100 * bar.width
            panel.fill(Path(Rect(x: x - 1.5 * scale, y: bar.minY, width: 3 * scale, height: bar.height)), theme.ink)
        }
    }

    private func draw(_ timer: PracticePlace.Timer, in plane: inout Drawing, _ box: Rect) {
        plane.group("timer") { panel in
            let count = timer.count.map { count in
                count == 1 ? "1 \(timer.unit.rawValue.dropLast())" : "\(count) \(timer.unit.rawValue)"
            }
            let parts = [count, timer.seconds.map(Self.time)].compactMap { $0 }
            write("timer", parts.joined(separator: ", "), in: &panel, box)
            draw(timer.part, done, in: &panel, bar(box))
        }
    }

    // MARK: - The way of the tempo

    private func draw(_ speed: PracticePlace.Speed, in plane: inout Drawing, _ box: Rect) {
        let plot = Rect(
            x: box.minX, y: box.minY + 1.1 * rows.height, width: box.width, height: box.height - 2.2 * rows.height)
        let (low, high) = (speed.course.min() ?? 0, speed.course.max() ?? 0)
        func y(_ bpm: Double) -> Double {
            let part = high > low ? (bpm - low) / (high - low) : 1
            return plot.maxY - (0.18 + 0.82 * part) * plot.height
        }
        let line = Self.line(speed, in: plot, y)
        var area = line
        area.addLine(to: Point(x: plot.maxX, y: plot.maxY))
        area.addLine(to: Point(x: plot.minX, y: plot.maxY))
        area.closeSubpath()
        plane.group("speed") { panel in
            write("speed", Self.words(speed, at: moment), in: &panel, box)
            panel.fill(area, ahead)
            let x = plot.minX + .minimum(1, .maximum(0, speed.part)) * plot.width
            panel.group(clip: Path(Rect(x: plot.minX, y: plot.minY, width: x - plot.minX, height: plot.height))) {
                $0.fill(area, done)
            }
            panel.stroke(line, theme.hasColors ? theme.ink.opacity(0.75) : theme.ink, width: 2 * scale)
            let place = Point(x: x, y: y(Self.tempo(of: speed)))
            panel.fill(Path(center: place, radius: 6.5 * scale), theme.accent)
            label(speed.course.first ?? 0, at: plot.minX, .leading, in: &panel, plot)
            if let last = speed.course.last, last != speed.target, speed.course.contains(speed.target) {
                label(speed.target, at: plot.midX, .center, in: &panel, plot)
            }
            label(speed.course.last ?? 0, at: plot.maxX, .trailing, in: &panel, plot)
        }
    }

    private func label(
        _ bpm: Double, at x: Double, _ alignment: Text.Alignment, in panel: inout Drawing, _ plot: Rect
    ) {
        let place = Point(x: x, y: plot.maxY + 0.6 * rows.height)
        panel.draw(Text(Self.number(bpm), font: font, at: place, alignment: alignment), dim)
    }

    /// The outline of the way, from the left.
    private static func line(_ speed: PracticePlace.Speed, in plot: Rect, _ y: (Double) -> Double) -> Path {
        var path = Path()
        path.move(to: Point(x: plot.minX, y: y(speed.course.first ?? 0)))
        let count = speed.course.count
        if speed.isStepped {
            for index in 1..<max(1, count) where speed.course[index] != speed.course[index - 1] {
                let x = plot.minX + Double(index) / Double(count) * plot.width
                path.addLine(to: Point(x: x, y: y(speed.course[index - 1])))
                path.addLine(to: Point(x: x, y: y(speed.course[index])))
            }
            path.addLine(to: Point(x: plot.maxX, y: y(speed.course.last ?? 0)))
        } else {
            for index in 1..<max(1, count) {
                let x = plot.minX + Double(index) / Double(count - 1) * plot.width
                path.addLine(to: Point(x: x, y: y(speed.course[index])))
            }
            if count < 2 { path.addLine(to: Point(x: plot.maxX, y: y(speed.course.first ?? 0))) }
        }
        return path
    }

    /// The tempo of the way at its place.
    private static func tempo(of speed: PracticePlace.Speed) -> Double {
        let (count, part) = (speed.course.count, Double.minimum(1, .maximum(0, speed.part)))
        guard count > 1 else { return speed.course.first ?? 0 }
        if speed.isStepped { return speed.course[min(count - 1, Int(clamping: part * Double(count)))] }
        let place = part * Double(count - 1)
        let index = min(count - 2, Int(clamping: place))
        let between = place - Double(index)
        return speed.course[index] + (speed.course[index + 1] - speed.course[index]) * between
    }
}
