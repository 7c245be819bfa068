// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl

/// The timing as a page: figures, side by side where there is room, and two histograms. It has less columns than the terminal.
struct TimingPage: Sendable, Hashable {
    /// Whether characters beyond ASCII may be used.
    var isUnicode: Bool
    /// The columns of the page: 79, or less.
    private let columns: Int

    /// A page for a terminal of `columns` columns that can, or cannot, show characters beyond ASCII.
    init(isUnicode: Bool, columns: Int = 80) {
        self.isUnicode = isUnicode
        self.columns = min(79, max(20, columns - 1))
    }

    /// The page, without a line break at its end.
    func text(_ timing: Timing) -> String {
        var lines = figures(timing)
        lines += histogram("beats off by, since start", timing.sinceStart.errorUs)
        lines += histogram("woken late by, since start", timing.sinceStart.wakeLatenessUs)
        return lines.joined(separator: "\n")
    }

    /// The columns of a name, of a figure, and of a bar; 0 where there is no room for bars.
    private var nameWidth: Int { 17 }
    private var isWide: Bool { columns >= 65 }
    private var figureWidth: Int { isWide ? 24 : max(12, columns - nameWidth) }
    private var barWidth: Int { columns < 46 ? 0 : min(40, columns - 38) }

    // MARK: figures

    private func figures(_ timing: Timing) -> [String] {
        let ranges = isWide ? [timing.lastMinute, timing.sinceStart] : [timing.sinceStart]
        func row(_ name: String, _ value: (TimingRange) -> String) -> String { line(of: name, ranges.map(value)) }
        func rows(_ name: String, _ count: String, _ spread: (TimingRange) -> TimingSpread) -> [String] {
            [
                row(name) { "\(spread($0).count) \(count)" },
                row("  half within") { time(spread($0).p50) },
                row("  99 % within") { time(spread($0).p99) },
                row("  all within") { time(spread($0).max) },
            ]
        }
        let titles = isWide ? ["last minute", "since start"] : ["since start"]
        var lines = [line(of: "", titles), row("over") { span($0.seconds) }]
        lines.append(row("beats") { "\($0.beats)" })
        lines += rows("beats off by", "compared") { $0.errorUs }
        lines += rows("woken late by", "wake-ups") { $0.wakeLatenessUs }
        lines.append(row("xruns") { $0.xruns.count == 0 ? "0" : "\($0.xruns.count), \($0.xruns.missedFrames) frames" })
        lines.append(row("devices lost") { "\($0.losses)" })
        lines.append(
            row("card's rate, ppm") { range in
                guard let lowest = range.lowestRatePPM, let highest = range.highestRatePPM else { return nothing }
                return "\(signed(lowest)) to \(signed(highest))"
            })
        lines.append(row("clock loop, rms") { time($0.residualUs) })
        if timing.sinceStart.errorUs.count == 0, timing.sinceStart.beats > 0 {
            lines += folded("no device has told what it played: nothing to compare", after: "")
        }
        lines += lastXruns(timing)
        return lines + present(timing)
    }

    private func present(_ timing: Timing) -> [String] {
        let audio = timing.audio
        var parts = [[audio.output, audio.device].compactMap { $0 }.joined(separator: " "), audio.state]
        if let fill = audio.fillMs { parts.append("fill \(decimal(fill, 1)) ms") }
        if let latency = audio.latencyMs { parts.append("latency \(decimal(latency, 1)) ms") }
        if let ppm = timing.ratePPM { parts.append("\(signed(ppm)) ppm") }
        parts.append("scheduling \(audio.realtime)")
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, last.count + part.count <= columns - 3 {
                lines[lines.count - 1] += ", " + part
            } else {
                lines.append((lines.isEmpty ? "now  " : "     ") + part)
            }
        }
        return lines
    }

    /// The words of a sentence, on as many lines as they need.
    private func folded(_ text: String, after indent: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(indent + word)
            }
        }
    }

    private func lastXruns(_ timing: Timing) -> [String] {
        timing.sinceStart.xruns.recent.suffix(3).reversed().flatMap { xrun in
            let seconds = Double(timing.nowNs - xrun.atNs) / 1e9
            return folded("ran dry \(span(max(0, seconds))) ago: \(xrun.missedFrames) frames missed", after: "  ")
        }
    }

    // MARK: histogram

    private func histogram(_ title: String, _ spread: TimingSpread) -> [String] {
        guard spread.count > 0 else { return [] }
        let octaves = octaves(spread)
        let most = octaves.map(\.count).max() ?? 1
        return ["", title]
            + octaves.map { octave in
                let label = "\(time(octave.uptoUs / 2)) \(isUnicode ? "–" : "-") \(time(octave.uptoUs))"
                let percent = Double(octave.count) / Double(spread.count) * 100
                let share = percent < 0.05 ? "<0.1" : decimal(percent, 1)
                let bar =
                    barWidth > 0 ? "  " + bar(Double(octave.count) / Double(most)).padded(to: barWidth) : ""
                return padded(label, 18) + bar + padded("\(share) %", 9)
                    + (barWidth > 0 ? padded("\(octave.count)", 9) : "")
            }
    }

    /// The buckets, joined to octaves from half a microsecond on.
    private func octaves(_ spread: TimingSpread) -> [TimingSpread.Bucket] {
        var octaves: [TimingSpread.Bucket] = []
        var end = 0.512
        for bucket in spread.histogram {
            while bucket.uptoUs > end { end *= 2 }
            if octaves.last?.uptoUs != end { octaves.append(TimingSpread.Bucket { $0.uptoUs = end }) }
            octaves[octaves.count - 1].count += bucket.count
        }
        return octaves
    }

    /// A bar that fills a part of the width; the smallest part is still visible.
    private func bar(_ part: Double) -> String {
        guard isUnicode else {
            return String(repeating: "#", count: max(1, Int(clamping: (part * Double(barWidth)).rounded())))
        }
        let eighths = max(1, Int(clamping: (part * Double(barWidth) * 8).rounded()))
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    // MARK: words

    private var nothing: String { isUnicode ? "–" : "-" }

    /// A name and its figures; on a line below it where they have no room beside it.
    private func line(of name: String, _ values: [String]) -> String {
        let line = name.padded(to: nameWidth) + values.map { padded($0, figureWidth) }.joined()
        return line.count <= columns ? line : name + "\n" + padded(values.joined(separator: ", "), columns)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private func decimal(_ value: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let text = JSONValue((value * scale).rounded() / scale).text
        guard decimals > 0, !text.contains("e") else { return text }
        let dot = text.firstIndex(of: ".") ?? text.endIndex
        let fraction = text[dot...].dropFirst()
        return text[..<dot] + "." + String(fraction).padded(to: decimals).map { $0 == " " ? "0" : $0 }
    }

    private func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + decimal(value, 1) }

    private func time(_ us: Double?) -> String {
        guard let us else { return nothing }
        let micro = isUnicode ? "µs" : "us"
        if us < 10 { return "\(decimal(us, 1)) \(micro)" }
        if us < 1000 { return "\(decimal(us, 0)) \(micro)" }
        if us < 1e6 { return "\(decimal(us / 1000, us < 1e4 ? 2 : us < 1e5 ? 1 : 0)) ms" }
        return "\(decimal(us / 1e6, 1)) s"
    }

    private func span(_ seconds: Double) -> String {
        let minutes = Int(clamping: min(seconds, 1e15) / 60)
        if minutes < 1 { return "\(decimal(seconds, 0)) s" }
        if minutes < 60 { return "\(minutes) min" }
        return minutes < 1440 ? "\(minutes / 60) h \(minutes % 60) min" : "\(minutes / 1440) d \(minutes / 60 % 24) h"
    }
}
