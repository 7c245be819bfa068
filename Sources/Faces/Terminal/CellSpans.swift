// SPDX-License-Identifier: Apache-2.0

import Motion

/// Cells of a screen: in each row those from one column to another, or none.
struct CellSpans: Hashable {
    /// How many columns and rows the screen has.
    let columns: Int
    let rows: Int
    /// The columns of each row; an empty range where the row has none.
    private(set) var spans: [Range<Int>]

    /// No cells of a screen, or all.
    init(columns: Int, rows: Int, all: Bool = false) {
        (self.columns, self.rows) = (columns, rows)
        spans = Array(repeating: all ? 0..<columns : 0..<0, count: rows)
    }

    /// Whether there are no cells.
    var isEmpty: Bool { spans.allSatisfy(\.isEmpty) }

    /// How many cells there are.
    var count: Int { spans.reduce(0) { $0 + $1.count } }

    /// The rows and columns as rectangles of cells, rows with the same columns as one.
    var boxes: [(columns: Range<Int>, rows: Range<Int>)] {
        var boxes: [(columns: Range<Int>, rows: Range<Int>)] = []
        for (row, span) in spans.enumerated() where !span.isEmpty {
            if let last = boxes.last, last.rows.upperBound == row, last.columns == span {
                boxes[boxes.count - 1].rows = last.rows.lowerBound..<row + 1
            } else {
                boxes.append((span, row..<row + 1))
            }
        }
        return boxes
    }

    /// Adds the cells that a line touches, in coordinates of a cell for each unit, and those nearer to it than a reach.
    mutating func add(from one: Point, to other: Point, reach: Size = .zero) {
        let (upper, lower) = one.y <= other.y ? (one, other) : (other, one)
        guard upper.x.isFinite, upper.y.isFinite, lower.x.isFinite, lower.y.isFinite else { return addAll() }
        let first = Self.cell(upper.y - reach.height, below: rows),
            last = Self.cell(lower.y + reach.height, below: rows)
        guard lower.y + reach.height >= 0, upper.y - reach.height < Double(rows) else { return }
        let slope = lower.y > upper.y ? (lower.x - upper.x) / (lower.y - upper.y) : 0
        for row in first...last {
            // The part of the line that is near enough to the row.
            let top = Double.maximum(upper.y, Double(row) - reach.height)
            let bottom = Double.minimum(lower.y, Double(row + 1) + reach.height)
            var (left, right) = (upper.x + (top - upper.y) * slope, upper.x + (bottom - upper.y) * slope)
            if lower.y == upper.y { (left, right) = (upper.x, lower.x) }
            add(
                from: Double.minimum(left, right) - reach.width, to: Double.maximum(left, right) + reach.width, row: row
            )
        }
    }

    /// Adds the cells of other spans of the same screen, and in each row what lies between.
    mutating func add(_ other: CellSpans) {
        for row in spans.indices { spans[row] = Self.hull(spans[row], other.spans[row]) }
    }

    /// Leaves only what other spans of the same screen hold, too.
    mutating func keep(in other: CellSpans) {
        for row in spans.indices { spans[row] = spans[row].clamped(to: other.spans[row]) }
    }

    private mutating func addAll() {
        self = CellSpans(columns: columns, rows: rows, all: true)
    }

    private mutating func add(from left: Double, to right: Double, row: Int) {
        // An edge beside the screen counts as one at its side: what it is the edge of may reach over.
        let first = Self.cell(left, below: columns), last = Self.cell(right, below: columns)
        spans[row] = Self.hull(spans[row], first..<last + 1)
    }

    private static func hull(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
        if one.isEmpty { return other }
        if other.isEmpty { return one }
        return min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
    }

    /// The cell that holds a coordinate, or the nearest that the screen has.
    private static func cell(_ place: Double, below count: Int) -> Int {
        Int(Double.maximum(0, .minimum(place.rounded(.down), Double(count - 1))))
    }
}
