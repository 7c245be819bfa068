// SPDX-License-Identifier: Apache-2.0

/// A table in Markdown: the first column is text, the others are numbers.
struct Table {
    private var lines: [String]

    init(_ head: [String]) {
        lines = [Self.line(head), "| --- |" + String(repeating: " ---: |", count: head.count - 1)]
    }

    /// Adds a row.
    mutating func add(_ cells: [String]) { lines.append(Self.line(cells)) }

    /// The table as text, with its last line feed.
    var text: String { lines.joined(separator: "\n") + "\n" }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

extension Double {
    /// The number with `decimals` decimals; "–" for NaN and infinity.
    func text(_ decimals: Int = 0) -> String {
        guard isFinite, abs(self) < 1e15 else { return "–" }
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let whole = Int64((abs(self) * Double(scale)).rounded())
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let part = String(whole % Int64(scale))
        return "\(sign)\(whole / Int64(scale)).\(String(repeating: "0", count: decimals - part.count))\(part)"
    }
}

/// Numbers of which only a few are shown.
struct Spread {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var worst: Double { sorted.last ?? .nan }
    var median: Double { part(0.5) }
    var p99: Double { part(0.99) }

    private func part(_ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}
