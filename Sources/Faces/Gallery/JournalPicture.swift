// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeMotion

/// What was played on each of some days, as a picture: bars for the time, and above them a line from the slowest tempo to the
/// fastest; below, how far was reached of what was practised.
///
/// No face: it shows days, and no moment. Parts: "days", with "day.0" for the first, "tempi", "total" and "practised".
public struct JournalPicture: Sendable, Hashable {
    /// What was played on a day.
    public struct Day: Sendable, Hashable {
        /// The day of the month, such as `22`.
        public var label: String
        /// The month in words, for the first shown day of the month: `Nov`.
        public var month: String?
        /// How long, in minutes.
        public var minutes: Double
        /// From the slowest to the fastest tempo, in beats per minute; nil where nothing was played.
        public var tempi: ClosedRange<Double>?

        /// All of its parts.
        public init(label: String, month: String? = nil, minutes: Double, tempi: ClosedRange<Double>?) {
            self.label = label
            self.month = month
            self.minutes = minutes
            self.tempi = tempi
        }
    }

    /// What was practised towards a tempo.
    public struct Passage: Sendable, Hashable {
        /// Such as `Etude, bars 9 to 10`.
        public var name: String
        /// The fastest tempo that was reached, in beats per minute.
        public var bpm: Double
        /// The tempo to which it is to lead.
        public var goalBpm: Double

        /// All of its parts.
        public init(name: String, bpm: Double, goalBpm: Double) {
            self.name = name
            self.bpm = bpm
            self.goalBpm = goalBpm
        }

        /// `96 of 120 bpm`.
        fileprivate var tempi: String { "\(Self.text(bpm)) of \(Self.text(goalBpm)) bpm" }

        private static func text(_ bpm: Double) -> String {
            let tenths = Int(clamping: (bpm * 10).rounded())
            let rest = tenths.remainder(by: 10)
            return "\(tenths.quotient(by: 10))" + (rest == 0 ? "" : ".\(rest)")
        }
    }

    /// The usual size of it, in points.
    public static let defaultSize = Size(width: 960, height: 540)

    /// In their order, at least one.
    public var days: [Day]
    /// The line at the top.
    public var total: String
    /// What was practised, the last passage at the end: the last four passages are drawn.
    public var practised: [Passage]

    /// A picture of some days.
    public init(days: [Day], total: String, practised: [Passage] = []) {
        self.days = days
        self.total = total
        self.practised = practised
    }

    private static let design = Rect(x: 0, y: 0, width: 960, height: 540)
    private static let rowHeight = 32.0
    private static let mostRows = 4

    /// The practised passages that are drawn, and the height that the charts leave for their rows.
    private var rows: ArraySlice<Passage> { practised.suffix(Self.mostRows) }
    private var rowsHeight: Double { rows.isEmpty ? 0 : Double(rows.count) * Self.rowHeight + 12 }
    private var course: Rect { Rect(x: 76, y: 96, width: 848, height: 130 - rowsHeight * 0.4) }
    private var bars: Rect { Rect(x: 76, y: course.maxY + 44, width: 848, height: 200 - rowsHeight * 0.6) }

    /// The picture.
    public func drawing(size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        drawing.fill(Path(drawing.bounds), theme.background)
        drawing.group(transform: Fit(Self.design, in: drawing.bounds).transform) { page in
            page.group("total") {
                $0.draw(
                    Text(total, font: Font(size: 24, weight: .bold), at: Point(x: 76, y: 44), alignment: .leading),
                    theme.ink)
            }
            drawTempi(in: &page, theme)
            drawDays(in: &page, theme)
            drawPractised(in: &page, theme)
        }
        return drawing
    }

    /// From one day to the next, in points.
    private var step: Double { bars.width / Double(max(1, days.count)) }

    private func middle(_ day: Int) -> Double { bars.minX + (Double(day) + 0.5) * step }

    /// The days at which their month is named: each that has room up to the next, as the last days of a month have not.
    private var monthDays: Set<Int> {
        var named: Set<Int> = []
        var next = Double.infinity
        for index in days.indices.reversed() where days[index].month != nil && next - middle(index) >= 40 {
            named.insert(index)
            next = middle(index)
        }
        return named
    }

    private func drawDays(in page: inout Drawing, _ theme: Theme) {
        let box = bars
        let top = Self.top(days.map(\.minutes).max() ?? 0, steps: [1, 2, 5, 10, 20, 30, 60, 90, 120, 180, 240, 360])
        rule(0, "0", box, in: &page, theme)
        rule(0.5, Self.time(top / 2), box, in: &page, theme)
        rule(1, Self.time(top), box, in: &page, theme)
        // As many days are named as have room.
        let every = max(1, Int(clamping: (34 / step).rounded(.up)))
        let monthDays = self.monthDays
        page.group("days") { all in
            for (index, day) in days.enumerated() {
                let height = day.minutes / top * box.height
                if height > 0 {
                    let width = max(1, min(step * 0.7, 56))
                    let bar = Rect(x: middle(index) - width / 2, y: box.maxY - height, width: width, height: height)
                    let corner = min(5, width / 4, height / 2)
                    all.group("day.\(index)") { $0.fill(Path(roundedRect: bar, cornerRadius: corner), theme.accent) }
                }
                if (days.count - 1 - index).remainder(by: every) == 0 {
                    let place = Point(x: middle(index), y: box.maxY + 20)
                    all.draw(Text(day.label, font: Font(size: 16), at: place), theme.ink)
                }
                if let month = day.month, monthDays.contains(index) {
                    let place = Point(x: middle(index), y: box.maxY + 44)
                    all.draw(Text(month, font: Font(size: 16, weight: .bold), at: place), theme.ink)
                }
            }
        }
    }

    private func drawTempi(in page: inout Drawing, _ theme: Theme) {
        let box = course
        let ranges = days.compactMap(\.tempi)
        guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else { return }
        let bottom = (max(0, low - 10) / 20).rounded(.down) * 20
        let span = max(40, ((high + 10 - bottom) / 20).rounded(.up) * 20)
        for part in [0, 0.5, 1] { rule(part, "\(Int(clamping: bottom + part * span))", box, in: &page, theme) }
        page.draw(
            Text("bpm", font: Font(size: 16), at: Point(x: box.minX, y: box.minY - 18), alignment: .leading), theme.ink)
        page.group("tempi") { part in
            for (index, day) in days.enumerated() {
                guard let tempi = day.tempi else { continue }
                func place(_ bpm: Double) -> Point {
                    Point(x: middle(index), y: box.maxY - (bpm - bottom) / span * box.height)
                }
                let width = max(3, min(step * 0.3, 14))
                var line = Path()
                line.move(to: place(tempi.lowerBound))
                // A single tempo is a dot.
                line.addLine(to: place(max(tempi.upperBound, tempi.lowerBound + 0.01)))
                part.stroke(line, theme.hasColors ? theme.primary : theme.ink, width: width, cap: .round)
            }
        }
    }

    /// A line for each passage: its name, its tempi, and a bar for how far it has come.
    private func drawPractised(in page: inout Drawing, _ theme: Theme) {
        let top = Self.design.maxY - rowsHeight
        page.group("practised") { part in
            for (index, passage) in rows.enumerated() {
                let y = top + (Double(index) + 0.5) * Self.rowHeight
                let font = Font(size: 16)
                part.draw(
                    Text(Self.fitting(passage.name), font: font, at: Point(x: 76, y: y), alignment: .leading),
                    theme.ink)
                let track = Rect(x: 424, y: y - 6, width: 330, height: 12)
                part.fill(Path(roundedRect: track, cornerRadius: 6), theme.faint)
                let reached = min(max(passage.bpm / max(passage.goalBpm, 1), 0), 1)
                let bar = Rect(x: track.minX, y: track.minY, width: max(12, track.width * reached), height: 12)
                part.fill(Path(roundedRect: bar, cornerRadius: 6), theme.hasColors ? theme.primary : theme.ink)
                part.draw(
                    Text(passage.tempi, font: font, at: Point(x: 924, y: y), alignment: .trailing), theme.ink)
            }
        }
    }

    /// A name, cut where it is too long for its column.
    private static func fitting(_ name: String) -> String {
        name.count > 38 ? name.prefix(37) + "…" : name
    }

    /// A level line through a part of a box, and what it stands for.
    private func rule(_ part: Double, _ label: String, _ box: Rect, in page: inout Drawing, _ theme: Theme) {
        let y = box.maxY - part * box.height
        var line = Path()
        line.move(to: Point(x: box.minX, y: y))
        line.addLine(to: Point(x: box.maxX, y: y))
        page.stroke(line, theme.faint, width: 1.5)
        page.draw(
            Text(label, font: Font(size: 16), at: Point(x: box.minX - 10, y: y), alignment: .trailing), theme.ink)
    }

    /// The least of some round numbers that is not below a value; beyond them, whole times the last.
    private static func top(_ value: Double, steps: [Double]) -> Double {
        steps.first { $0 >= value } ?? (value / (steps.last ?? 1)).rounded(.up) * (steps.last ?? 1)
    }

    private static func time(_ minutes: Double) -> String {
        if minutes < 1 { return "30 s" }
        let whole = Int(clamping: minutes)
        if minutes < 60 || whole % 30 != 0 { return minutes == Double(whole) ? "\(whole) min" : "\(minutes) min" }
        return whole % 60 == 0 ? "\(whole / 60) h" : "\(whole / 60).5 h"
    }
}
