// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeLinux

extension Change {
    /// What a tap has led to: `119.8 bpm, 8 taps, exact to 1 %`, or how it lies to the beat.
    var tapSentence: String {
        if let score = values["score"] { return Self.sentence(ofScore: score).printable }
        guard let tap = values["tap"] else { return sentence }
        let count = tap["taps"]?.integer ?? 0
        let taps = "\(count) \(count == 1 ? "tap" : "taps")"
        guard let bpm = tap["bpm"]?.number else { return "\(taps): tap again" }
        var parts = ["\(bpm.text(decimals: 2)) bpm", taps]
        if let leftOut = tap["left_out"]?.integer, leftOut > 0 { parts.append("\(leftOut) left out") }
        if let more = tap["more_taps"]?.integer {
            parts.append(more > 0 ? "\(more) more make it exact to 1 %" : "exact to 1 %")
        }
        if values["pending"] != nil { parts.append("waits for its place") }
        if values["playing"]?.bool == true { parts.append("playing") }
        return parts.joined(separator: ", ").printable
    }

    /// How a tap lies to the beat, and how they lie on average.
    private static func sentence(ofScore score: JSONValue) -> String {
        let last = score["last"]?["asynchrony_ms"]?.number ?? 0
        if score["last"]?["stray"]?.bool == true {
            return "\(ScoreState.side(last)): astray, too far from its beat, or a second one for it; not counted"
        }
        var parts = [ScoreState.side(last)]
        if let mean = score["total"]?["mean_ms"]?.number { parts.append("mean \(ScoreState.side(mean))") }
        if let scatter = score["total"]?["scatter_ms"]?.number { parts.append("±\(scatter.text(decimals: 0)) ms") }
        if let tendency = ScoreState.tendency(
            score["total"]?["tendency"]?.string, scatterMs: score["total"]?["scatter_ms"]?.number)
        {
            parts.append(tendency)
        }
        return parts.joined(separator: ", ")
    }
}

extension ScoreState {
    /// How far from the beat: `12 ms early`, `8 ms late`, `on the beat`.
    static func side(_ milliseconds: Double) -> String {
        let rounded = milliseconds.rounded()
        return rounded == 0 ? "on the beat" : "\(abs(rounded).text(decimals: 0)) ms \(rounded < 0 ? "early" : "late")"
    }

    /// How wide the strokes of a player may lie whom one calls steady.
    private static let steadyMs = 20.0

    /// `rushing`, `dragging` or `steady`; no drift is nothing to be told of where the strokes lie wide.
    static func tendency(_ word: String?, scatterMs: Double?) -> String? {
        word == "steady" && scatterMs ?? 0 > steadyMs ? nil : word
    }

    /// What stands behind the mean.
    var tendencyText: String {
        Self.tendency(total.tendency, scatterMs: total.scatterMs).map { ", \($0)" } ?? ""
    }

    /// The score in one line; nil without taps.
    var line: String? {
        guard let last, let mean = total.meanMs else { return nil }
        if last.stray == true { return "\(Self.side(last.asynchronyMs)), astray; mean \(Self.side(mean))" }
        let tendency = tendencyText
        return "\(Self.side(last.asynchronyMs)); mean \(Self.side(mean))\(tendency)"
    }

    /// The score as lines for people: the total, then the last bars.
    func report(isUnicode: Bool) -> String {
        var lines = ["scoring \(on ? "on" : "off; the last score:")"]
        guard let mean = total.meanMs else {
            return "scoring \(on ? "on" : "off")"
                + (on
                    ? ": tap along with metroctl tap --follow while it plays, or play to a microphone with metroear"
                    : " (metroctl score on compares your taps with the beats)")
        }
        lines.append(
            "strokes   \(total.taps)" + (missed > 0 ? ", \(missed) missed" : "")
                + (strays > 0 ? ", \(strays) astray" : ""))
        lines.append("mean      \(Self.side(mean))" + tendencyText)
        if let scatter = total.scatterMs {
            lines.append("scatter   \(isUnicode ? "±" : "+-")\(scatter.text(decimals: 0)) ms")
        }
        if let drift = driftMsPerBeat {
            let way = drift < 0 ? "runs ahead" : "falls behind"
            lines.append("unheard   \(way) by \(abs(drift).text(decimals: 1)) ms a beat")
        }
        if let swing = swingRatio { lines.append("swing     \(swing.text(decimals: 2)):1") }
        func add(_ name: String, _ figures: Figures, _ more: [String?]) {
            let scatter = figures.scatterMs.map { "\(isUnicode ? "±" : "+-")\($0.text(decimals: 0)) ms" }
            let parts = [figures.meanMs.map(Self.side) ?? "no stroke", scatter] + more
            lines.append(
                name + String(repeating: " ", count: max(1, 10 - name.count))
                    + parts.compactMap { $0 }.joined(separator: ", "))
        }
        for lane in lanes ?? [] { add(lane.name.printable, lane.figures, [Self.missed(lane.missed)]) }
        for place in places ?? [] {
            add(
                "beat \((Double(place.beat) + place.part).text(decimals: 2))", place.figures,
                [Self.missed(place.missed)])
        }
        for bar in (bars ?? []).suffix(8) {
            add("bar \(bar.bar)", bar.figures, [bar.silent > 0 ? "not heard" : nil])
        }
        return lines.joined(separator: "\n")
    }

    private static func missed(_ count: Int) -> String? { count > 0 ? "\(count) missed" : nil }
}
