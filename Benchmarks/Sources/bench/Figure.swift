// SPDX-License-Identifier: Apache-2.0

/// A figure of metronomed alone, and its limit.
struct Figure {
    /// What is promised.
    enum Limit {
        case atMost(Double)
        case atLeast(Double)
        case none
    }

    let name: String
    let value: Double
    let unit: String
    var decimals = 1
    var limit = Limit.none

    /// Whether it is within its limit; `nil` where there is none.
    var isMet: Bool? {
        switch limit {
        case .atMost(let most): value <= most
        case .atLeast(let least): value >= least
        case .none: nil
        }
    }

    /// The row of the table.
    var cells: [String] {
        let promise =
            switch limit {
            case .atMost(0): "none"
            case .atMost(let most): "≤ \(Self.short(most))"
            case .atLeast(let least): "≥ \(Self.short(least))"
            case .none: ""
            }
        let verdict = isMet.map { $0 ? "yes" : "**no**" } ?? ""
        return [name, value.text(decimals) + (unit.isEmpty ? "" : " " + unit), promise, verdict]
    }

    /// The table of them all.
    static func table(_ figures: [Figure]) -> String {
        var table = Table(["metronomed", "measured", "promised", "kept"])
        for figure in figures { table.add(figure.cells) }
        return table.text
    }

    private static func short(_ value: Double) -> String { value == value.rounded() ? value.text() : value.text(1) }
}
