// SPDX-License-Identifier: Apache-2.0

import MetronomeBounds

/// Rows of cells that stand below each other.
struct TextTable {
    /// A line for each row, without blanks at its end.
    let text: String

    /// Rows of equally many cells. The first columns are numbers, which end below each other.
    init(_ rows: [[String]], numberColumns: Int) {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        text = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - cell.columns)
                line += column < numberColumns ? blanks + cell : cell + blanks
                line += "  "
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
