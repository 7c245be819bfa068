// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession

/// A session of practice: the tempo in large digits, and below or beside it the way that it takes, the bars that are silent, and
/// the time that is left; without a trainer, what one can type.
///
/// Parts: "tempo" is the number; "count-in", "speed", "gap", "mute", "timer" and "score" are there where those run, and "hints" where none
/// does.
struct PracticeFace: Face {
    let name = "practice"
    let summary = "the trainers: tempo on its way to the target, silent bars, the time that is left"
    let defaultSize = Size(width: 640, height: 400)

    /// What one can type, from the usual to the rare.
    static let hints = [
        "metroctl trainer speed to 120", "metroctl trainer gap 3 1", "metroctl trainer mute 30%",
        "metroctl timer 10 minutes", "metroctl count-in 1",
    ]

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        // Tempo and trainers are beside each other in a wide picture, else below each other.
        let isWide = size.width > 1.3 * size.height
        let design = Rect(origin: .zero, size: isWide ? Size(width: 420, height: 232) : Size(width: 300, height: 320))
        let fit = Fit(design, in: drawing.bounds)
        let panels = PracticePanels(moment, theme, scale: fit.scale, room: (isWide ? 232 : 196) * fit.scale)
        func tempo(_ draw: (inout Drawing) -> Void) { drawing.group(transform: fit.transform, draw) }
        func place(_ rect: Rect) -> Rect { rect.applying(fit.transform) }
        switch (panels.isEmpty, isWide) {
        case (true, true):
            tempo { plane in
                drawNumber(in: &plane, Rect(x: 12, y: 8, width: 180, height: 100), moment, theme)
                drawSteps(in: &plane, Rect(x: 208, y: 10, width: 192, height: 92), moment, theme)
            }
            drawHints(
                Self.lines(moment), in: &drawing, place(Rect(x: 80, y: 114, width: 260, height: 112)), fit.scale, theme)
        case (true, false):
            tempo { plane in
                drawNumber(in: &plane, Rect(x: 12, y: 8, width: 276, height: 92), moment, theme)
                drawSteps(in: &plane, Rect(x: 60, y: 108, width: 180, height: 74), moment, theme)
            }
            drawHints(
                Self.lines(moment), in: &drawing, place(Rect(x: 26, y: 194, width: 250, height: 118)), fit.scale, theme)
        case (false, true):
            tempo { drawTempo(in: &$0, Rect(x: 12, y: 38, width: 146, height: 156), moment, theme) }
            panels.draw(in: &drawing, place(Rect(x: 174, y: 0, width: 238, height: 232)))
        case (false, false):
            let height = panels.height / fit.scale
            let room = Double.minimum(300 - height, 150)
            let top = (320 - height - room) / 2
            tempo { drawTempo(in: &$0, Rect(x: 12, y: top, width: 276, height: room - 12), moment, theme) }
            panels.draw(in: &drawing, place(Rect(x: 12, y: top + room, width: 276, height: height)))
        }
        return drawing
    }

    /// The number, its name or that it is silent, and the beats of the bar.
    private func drawTempo(in plane: inout Drawing, _ box: Rect, _ moment: Moment, _ theme: Theme) {
        drawNumber(
            in: &plane, Rect(x: box.minX, y: box.minY, width: box.width, height: 0.78 * box.height), moment, theme)
        var shown = moment
        if isSilent(moment) { shown.accents = Array(repeating: .mute, count: moment.beatsPerBar) }
        let lamps = BeatLamps(
            center: Point(x: box.midX, y: box.minY + 0.9 * box.height), width: .minimum(0.92 * box.width, 240),
            radius: 7, unlit: theme.unlit.mix(with: theme.faint, by: 0.6), lit: theme.accent, bell: theme.highlight)
        lamps.draw(in: &plane, shown)
    }

    private func isSilent(_ moment: Moment) -> Bool { moment.isPlaying && moment.practice.contains(where: \.isSilent) }

    private func drawNumber(in plane: inout Drawing, _ box: Rect, _ moment: Moment, _ theme: Theme) {
        let isSilent = isSilent(moment)
        // All numbers of as many digits are of one size, and a fraction of a beat is told below.
        let whole = "\(Int(clamping: moment.bpm.rounded()))"
        let font = Font.fitting(
            String(repeating: "8", count: max(2, whole.count)), width: 0.92 * box.width,
            height: .minimum(0.56 * box.height, 68),
            weight: .bold)
        plane.group("tempo") {
            let place = Point(x: box.midX, y: box.minY + 0.38 * box.height)
            $0.draw(Text(whole, font: font, at: place), isSilent ? theme.ink.opacity(0.4) : theme.ink)
        }
        let word = moment.tempo.shown == whole ? moment.tempoName : "\(moment.tempo.shown) bpm"
        let place = Point(x: box.midX, y: box.minY + 0.86 * box.height)
        plane.draw(
            Text(isSilent ? "silent" : word, font: Font(size: 13), at: place),
            isSilent ? theme.highlight : theme.ink.opacity(0.7))
    }

    /// A step up for each beat of the bar; the one that sounds is lit.
    private func drawSteps(in plane: inout Drawing, _ box: Rect, _ moment: Moment, _ theme: Theme) {
        let count = moment.beatsPerBar
        let width = box.width / Double(count)
        for beat in 1...count {
            let height = box.height * (0.25 + 0.75 * Double(beat) / Double(count))
            let step = Rect(
                x: box.minX + (Double(beat) - 0.92) * width, y: box.maxY - height, width: 0.84 * width, height: height)
            let isLit = moment.isPlaying && beat == moment.beatInBar
            plane.fill(
                Path(roundedRect: step, cornerRadius: .minimum(5, 0.2 * width)),
                isLit ? (moment.ringsBell ? theme.highlight : theme.accent) : theme.faint.opacity(0.7))
        }
    }

    /// What is written where there is no trainer, or where they wait for a song to end.
    private static func lines(_ moment: Moment) -> [String] {
        guard let section = moment.section else { return hints }
        return [section.name] + (section.next.map { ["then \($0)"] } ?? [])
    }

    private func drawHints(
        _ lines: [String], in drawing: inout Drawing, _ box: Rect, _ scale: Double, _ theme: Theme
    ) {
        let count = Double(lines.count)
        let rows = TextRows(height: 22.4 * scale, count: lines.count, room: box.height)
        let top = rows.top(box.midY - rows.height * count / 2)
        drawing.group("hints") { group in
            for (index, hint) in lines.enumerated() {
                let place = Point(x: box.minX, y: top + (Double(index) + 0.5) * rows.height)
                group.draw(
                    Text(hint, font: Font(size: 13.5 * scale), at: place, alignment: .leading),
                    theme.ink.opacity(0.85))
            }
        }
    }
}
