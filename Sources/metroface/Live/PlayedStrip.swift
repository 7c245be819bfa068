// SPDX-License-Identifier: Apache-2.0

import MetronomeBounds
import MetronomeControl
import MetronomeSession

/// The strokes of the last beats, as the status tells them one after the other.
struct PlayedStrip {
    private struct Stroke {
        let beat: Double
        let ms: Double
        /// How many had been missed by then.
        let missed: Int
    }

    /// How many beats are shown, and how many strokes at most.
    private static let (beats, most) = (16.0, 64)

    private var run: Int?
    private var count = 0
    private var strokes: [Stroke] = []

    /// Takes in a status. Strokes of a former run or score are forgotten.
    mutating func take(_ status: Status) {
        guard let score = status.score else { return self = PlayedStrip() }
        let count = score.total.taps &+ score.strays
        if status.run != run || count < self.count { strokes = [] }
        defer { (run, self.count) = (status.run, count) }
        guard let last = score.last, count > (strokes.isEmpty ? 0 : self.count) else { return }
        strokes.append(Stroke(beat: Double(last.beatIndex) + last.part, ms: last.asynchronyMs, missed: score.missed))
        strokes.removeFirst(max(0, strokes.count - Self.most))
    }

    /// What a face shows of it; nil where nothing is compared.
    func panel(_ status: Status) -> PracticePanel? {
        guard let score = status.score else { return nil }
        let end = strokes.last?.beat.rounded(.down) ?? 0
        let begin = max(0, end - Self.beats + 1)
        func place(_ beat: Double) -> Double { (beat - begin + 0.5) / Self.beats }
        let shown = strokes.filter { $0.beat >= begin }
        var missed: [Double] = []
        for (before, stroke) in zip(shown, shown.dropFirst()) where stroke.missed > before.missed {
            // Where lanes say what is to be played, beats without a stroke need not be missed.
            missed += stride(from: before.beat.rounded(.down) + 1, to: stroke.beat, by: 1).map(place)
        }
        return PracticePanel(
            "score", title: Self.mean(score.total), Self.spread(score.total),
            .strokes(shown.map { .init(place: place($0.beat), lateMs: $0.ms) }, missed: missed))
    }

    private static func mean(_ figures: ScoreState.Figures) -> String {
        guard let mean = figures.meanMs else { return "play along" }
        let ms = Int(clamping: abs(mean).rounded())
        return ms == 0 ? "on the beat" : "\(ms) ms \(mean < 0 ? "early" : "late")"
    }

    private static func spread(_ figures: ScoreState.Figures) -> String {
        let scatter = figures.scatterMs.map { "±\(Int(clamping: $0.rounded())) ms" }
        return [figures.tendency, scatter].compactMap { $0 }.joined(separator: ", ")
    }
}
