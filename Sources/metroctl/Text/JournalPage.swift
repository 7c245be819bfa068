// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux

/// The journal as a chart: a bar for each day, and the totals.
struct JournalPage: Sendable, Hashable {
    /// The columns of the terminal, from 20 on.
    var columns: Int
    /// Whether characters beyond ASCII may be used.
    var isUnicode: Bool
    /// Whether escape sequences for colour may be used.
    var isColoured: Bool

    /// All of its parts.
    init(columns: Int, isUnicode: Bool, isColoured: Bool) {
        // One column stays free, so that no terminal wraps a line.
        self.columns = min(max(columns, 20), 100) - 1
        self.isUnicode = isUnicode
        self.isColoured = isColoured
    }

    /// The page, with what plays now below, and without a line break at its end.
    func text(_ journal: Journal, playing: String? = nil) -> String {
        let days = journal.days.count == 1 ? "today" : "in the last \(journal.days.count) days"
        // What plays is no line of the journal yet.
        let nothing = playing == nil ? ["nothing was played \(days)"] : []
        var lines = journal.total.runs > 0 ? chart(journal) : nothing
        if let playing {
            lines.append("now: \(playing)")
            lines.append("(added to the journal when it stops)")
        }
        if journal.broken > 0 { lines.append("\(count(journal.broken, "broken line")) left out") }
        return lines.joined(separator: "\n")
    }

    private func chart(_ journal: Journal) -> [String] {
        let most = journal.days.map(\.sum.seconds).max() ?? 1
        let names = journal.days.map { name($0.day) }
        // As many facts as leave room for the bars.
        let sums = journal.days.map(\.sum)
        func width(_ facts: [String]) -> Int {
            columns - (names.first?.count ?? 0) - 2 - (facts.map(\.count).max() ?? 0)
        }
        let pages = (0...3).reversed().map { facts(sums, $0) }
        let told = pages.first { width($0) >= 12 } ?? pages.last ?? []
        let room = max(4, width(told))
        var lines = journal.days.indices.map { index -> String in
            let sum = journal.days[index].sum
            guard sum.runs > 0 else { return names[index] }
            let bar: String = bar(sum.seconds / max(most, 1), room)
            let line: String = names[index] + " " + coloured(bar)
            guard !told[index].isEmpty else { return line }
            let gap = String(repeating: " ", count: room + 1 - bar.count)
            return line + gap + told[index]
        }
        lines.append("")
        let days = journal.days.count { $0.sum.runs > 0 }
        let total = journal.total
        let figures = [
            time(total.seconds), journal.days.count > 1 ? "\(days) of \(count(journal.days.count, "day"))" : "",
            count(total.runs, "session"), count(total.bars, "bar"), tempi(total), asynchrony(total),
        ]
        return lines + wrapped(figures.filter { !$0.isEmpty }) + journal.practised.flatMap(practised)
    }

    /// `Etude, bars 9 to 10: 96 of 120 bpm` or `scales: 96 of 120 bpm`, and how it was played from run to run: `  12 ms early to
    /// 3 ms early, spread 24, 18, 14 ms`.
    private func practised(_ passage: Practised) -> [String] {
        let tempi = "\(passage.bpm.text(decimals: 1)) of \(passage.goalBpm.text(decimals: 1)) bpm"
        let line = String("\(passage.name): \(tempi)".printable.suffix(columns))
        return [line] + [trend((passage.scored ?? []).map(\.score))].filter { !$0.isEmpty }
    }

    /// The mean of the first and of the last run, and the spreads of as many of the last runs as have room.
    private func trend(_ scores: [ScoreState.Figures]) -> String {
        let means = scores.compactMap(\.meanMs)
        guard let first = means.first, let last = means.last else { return "" }
        let sides = means.count > 1 ? "\(ScoreState.side(first)) to \(ScoreState.side(last))" : ScoreState.side(last)
        let spreads = scores.compactMap { $0.scatterMs?.text(decimals: 0) }
        let lines = (1...max(1, min(12, spreads.count))).reversed().map { count in
            "  \(sides)" + (spreads.isEmpty ? "" : ", spread \(spreads.suffix(count).joined(separator: ", ")) ms")
        }
        return String((lines.first { $0.count <= columns } ?? "  \(sides)").prefix(columns))
    }

    /// Time, tempi and asynchrony of each day in columns, as many of these as are asked for.
    private func facts(_ sums: [Journal.Sum], _ count: Int) -> [String] {
        let all = [time, tempi, asynchrony] as [(Journal.Sum) -> String]
        let columns = all.prefix(count).map { fact in sums.map { $0.runs > 0 ? fact($0) : "" } }
        let widths = columns.map { $0.map(\.count).max() ?? 0 }
        return sums.indices.map { index in
            let cells = zip(columns, widths).enumerated().map { number, column in
                let text = column.0[index]
                let pad = String(repeating: " ", count: column.1 - text.count)
                return number == 0 ? pad + text : "  " + text + pad
            }
            let line = cells.joined()
            return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
    }

    private var isNarrow: Bool { columns < 56 }

    private func time(_ sum: Journal.Sum) -> String { time(sum.seconds) }

    private func tempi(_ sum: Journal.Sum) -> String {
        guard let low = sum.minBpm, let high = sum.maxBpm else { return "" }
        let (from, to) = (low.text(decimals: 1), high.text(decimals: 1))
        return from == to ? "\(from) bpm" : "\(from)\(isUnicode ? "–" : "-")\(to) bpm"
    }

    private func asynchrony(_ sum: Journal.Sum) -> String { sum.meanMs.map { "taps " + ScoreState.side($0) } ?? "" }

    private func name(_ day: CalendarDay) -> String {
        (isNarrow ? "" : day.weekday + " ") + day.description.suffix(5)
    }

    private func time(_ seconds: Double) -> String {
        let minutes = Int(clamping: (min(seconds, 1e12) / 60).rounded())
        if seconds < 60 { return "\(Int(clamping: seconds.rounded())) s" }
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// A bar that fills a part of the width; the smallest part is still visible, and nothing is nothing.
    private func bar(_ part: Double, _ width: Int) -> String {
        guard part > 0 else { return "" }
        guard isUnicode else {
            return String(repeating: "#", count: max(1, Int(clamping: (part * Double(width)).rounded())))
        }
        let eighths = max(1, Int(clamping: (part * Double(width) * 8).rounded()))
        return String(repeating: "█", count: eighths / 8) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    }

    private func coloured(_ bar: String) -> String {
        isColoured && !bar.isEmpty ? "\u{1B}[36m\(bar)\u{1B}[0m" : bar
    }

    /// The parts side by side, as many as have room in a line.
    private func wrapped(_ parts: [String]) -> [String] {
        parts.reduce(into: []) { lines, part in
            if let last = lines.last, last.columns + part.columns + 2 <= columns {
                lines[lines.count - 1] += ", " + part
            } else {
                lines.append(part)
            }
        }
    }
}
