// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// The place of the tables in a document: between two markers.
enum Report {
    private static let begin = "<!-- bench: written by `make bench`, do not edit -->\n"
    private static let end = "<!-- bench: end -->\n"

    /// Replaces what is between the markers of a file.
    static func put(_ text: String, into path: String) throws {
        let old = try String(contentsOfFile: path, encoding: .utf8)
        guard let first = old.firstRange(of: begin),
            let last = old[first.upperBound...].firstRange(of: end)
        else { throw BenchError("\(path) has no line \(begin.dropLast()) before \(end.dropLast())") }
        let new = old[..<first.upperBound] + "\n" + text + "\n" + old[last.lowerBound...]
        try String(new).write(toFile: path, atomically: true, encoding: .utf8)
    }
}

extension Play {
    /// What was measured, and the same as multiples of the first.
    static func tables(_ plays: [Play], bpm: Int) -> String {
        var table = Table([
            "\(bpm) bpm", "jitter σ, µs", "jitter max, µs", "drift, ppm", "missed", "xruns", "CPU, %", "wake-ups/s",
            "RSS, MiB", "PSS, MiB", "first click, ms", "program, KiB",
        ])
        for play in plays {
            table.add([
                play.name, play.line.jitter.text(1), play.line.worst.text(1), play.line.drift.text(1),
                "\(play.line.missed)", "\(play.xruns)", play.usage.cpu.text(2), play.usage.wakeups.text(),
                play.usage.rss.text(1), play.usage.pss.text(1), play.firstMs.text(), play.size.text(),
            ])
        }
        guard let base = plays.first, plays.count > 1 else { return table.text }
        let costs: [(name: String, value: (Play) -> Double)] = [
            ("CPU", \.usage.cpu), ("wake-ups", \.usage.wakeups), ("RSS", \.usage.rss), ("PSS", \.usage.pss),
            ("first click", \.firstMs), ("program", \.size),
        ]
        var ratios = Table(["times \(base.name)"] + costs.map(\.name))
        for play in plays.dropFirst() {
            ratios.add([play.name] + costs.map { (($0.value(play) / $0.value(base))).text(1) })
        }
        return table.text + "\n" + ratios.text
    }
}
