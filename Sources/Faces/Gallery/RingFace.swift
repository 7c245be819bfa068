// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm

/// The beat of the bar in a ring of dashes that closes from the top; where a span is chosen, how much of that is over in percent.
///
/// Parts: "ring" is a plane with the middle of the ring at (0, 0), whose radius is 162/π; "arc" in it is the part that is
/// over, "label" the beat or the percentage.
struct RingFace: SpanFace {
    let name = "ring"
    let summary = "the beat in a ring that closes with the bar; --over 8 is for 8 bars, and in percent"
    static let spanUnit = SpanUnit.bars
    /// The bars that it takes to close.
    var span: Int { didSet { showsPercent = true } }
    /// Whether it says how much is over.
    private var showsPercent: Bool

    /// With the beat, and closing with each bar; with a span in percent.
    init(span: Int? = nil) { (self.span, showsPercent) = (span ?? 1, span != nil) }

    var cycle: Cycle { .bars(span) }

    static let design = Rect(x: -76, y: -76, width: 152, height: 152)
    /// 36 steps of 9 go round, which most meters divide.
    static let radius = 36 * 9 / (2 * Double.pi)
    /// The most lights that have room round the ring.
    static let mostLights = 36
    static let width = 10.0

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let ring = ProgressRing(part(at: moment))
        drawing.group("ring", transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            // Half a gap before the first dash, so that beats lie between dashes.
            let step = 2 * .pi * Self.radius / Double(dashes)
            let style = StrokeStyle(width: Self.width, dash: [step * 2 / 3, step / 3], dashPhase: step * 5 / 6)
            let circle = ProgressRing(1).path(center: .zero, radius: Self.radius, from: .degrees(-90))
            plane.stroke(circle, .color(theme.faint), style)
            plane.group("arc") { arc in
                guard ring.progress > 0 else { return }
                let path = ring.path(center: .zero, radius: Self.radius, from: .degrees(-90))
                arc.stroke(path, .color(theme.accent), style)
            }
            drawLights(in: &plane, moment, theme)
            plane.group("label") { label in
                let word = showsPercent ? "\(ring.percent) %" : moment.isPlaying ? "\(moment.beatInBar)" : "–"
                let font = Font(size: showsPercent ? 24 : 38, weight: .bold)
                label.draw(Text(word, font: font, at: Point(x: 0, y: -3)), theme.ink)
            }
            let tempo = Text(
                "\(moment.tempo.shown) bpm", font: Font(size: 9), at: Point(x: 0, y: showsPercent ? 18 : 26))
            plane.draw(tempo, theme.ink.opacity(0.65))
        }
        return drawing
    }

    /// As near to 36 as whole dashes for each bar allow.
    private var dashes: Int { max(1, Int(clamping: (36 / Double(span)).rounded())) * span }

    /// Which bar of those that the ring shows it is, from 0.
    private func barInTurn(_ moment: Moment) -> Int {
        Int((moment.bar - 1).flooredDivision(by: Int64(span)).remainder)
    }

    /// The part of all the bars that is over, 0...1; "ring.progress" is that of one.
    private func part(at moment: Moment) -> Double {
        let progress = moment.value("ring.progress")
        return (Double(barInTurn(moment)) * left(at: moment, progress) + progress) / Double(span)
    }

    /// How much of the bars before is left after a stop, 1...0: they go back with their bar. Where that has just begun, it has no way
    /// back, and they go with the rod, which leans far there.
    private func left(at moment: Moment, _ progress: Double) -> Double {
        if moment.isPlaying { return 1 }
        guard moment.beatInBar == 1, moment.phase < 0.25 else { return min(1, progress / moment.barPhase) }
        let stopped = Pendulum().swing(beat: 0, begin: 0, duration: 1).value(at: moment.phase)
        return min(1, abs(moment.value("pendulum.angle")) / stopped)
    }

    /// A light outside of the ring where every beat begins; every bar, where the beats are too many.
    private func drawLights(in plane: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let isForBeats = span == 1 || span * moment.beatsPerBar <= Self.mostLights
        let perBar = isForBeats ? moment.beatsPerBar : 1
        let count = span * perBar
        let current = barInTurn(moment) * perBar + (isForBeats ? moment.beatInBar - 1 : 0)
        for light in 0..<count {
            let angle = Angle.degrees(Double(light) / Double(count) * 360 - 90)
            let isLit = moment.isPlaying && light == current
            let lit = moment.ringsBell ? theme.highlight : theme.accent
            let dot = Path(center: .polar(radius: Self.radius + 13, angle: angle), radius: isLit ? 4 : 2.5)
            plane.fill(dot, isLit ? lit : theme.unlit)
        }
    }
}
