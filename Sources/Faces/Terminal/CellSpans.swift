// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

/// The cells that one outline and its inside may touch: in each row of a screen those from one column to another, or none.
struct CellSpans: Hashable {
    /// How many columns and rows the screen has.
    let columns: Int
    let rows: Int
    /// The columns of each row; an empty range where the row has none.
    private(set) var spans: [Range<Int>]
    /// The rows that may have any.
    private(set) var touched = 0..<0

    /// No cells of a screen.
    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        spans = Array(repeating: 0..<0, count: rows)
    }

    /// Takes all cells out.
    mutating func removeAll() {
        for row in touched { spans[row] = 0..<0 }
        touched = 0..<0
    }

    /// Adds the cells that a line touches, in coordinates of a cell for each unit, and those nearer to it than a reach.
    mutating func add(from one: Point, to other: Point, reach: Size = .zero) {
        let (upper, lower) = one.y <= other.y ? (one, other) : (other, one)
        guard upper.x.isFinite, upper.y.isFinite, lower.x.isFinite, lower.y.isFinite else { return addAll() }
        let first = Self.cell(upper.y - reach.height, below: rows),
            last = Self.cell(lower.y + reach.height, below: rows)
        guard lower.y + reach.height >= 0, upper.y - reach.height < Double(rows) else { return }
        let slope = lower.y > upper.y ? (lower.x - upper.x) / (lower.y - upper.y) : 0
        touched = Self.hull(touched, first..<last + 1)
        let isLevel = lower.y == upper.y
        for row in first...last {
            // The part of the line that is near enough to the row.
            let top = max(upper.y, Double(row) - reach.height)
            let bottom = min(lower.y, Double(row + 1) + reach.height)
            let left = isLevel ? upper.x : upper.x + (top - upper.y) * slope
            let right = isLevel ? lower.x : upper.x + (bottom - upper.y) * slope
            add(from: min(left, right) - reach.width, to: max(left, right) + reach.width, row: row)
        }
    }

    /// Adds the cells of a convex outline with these corners, and those nearer to it than a reach.
    mutating func add(_ corners: InlineArray<4, Point>, reach: Size) {
        var (least, most) = (corners[0], corners[0])
        for index in 1..<4 {
            least = Point(x: min(least.x, corners[index].x), y: min(least.y, corners[index].y))
            most = Point(x: max(most.x, corners[index].x), y: max(most.y, corners[index].y))
        }
        if most.y - least.y + 2 * reach.height < 1, least.x.isFinite, most.x.isFinite {
            // It is in two rows at most, where its whole width makes little difference.
            add(from: least, to: Point(x: most.x, y: least.y), reach: reach)
            add(from: Point(x: least.x, y: most.y), to: most, reach: reach)
            return
        }
        for first in 0..<3 {
            for second in first + 1..<4 { add(from: corners[first], to: corners[second], reach: reach) }
        }
    }

    /// Adds the cells that an upright rectangle touches.
    mutating func add(_ rect: Rect) {
        guard rect.maxY >= 0, rect.minY < Double(rows) else { return }
        let (first, last) = (Self.cell(rect.minY, below: rows), Self.cell(rect.maxY, below: rows))
        touched = Self.hull(touched, first..<last + 1)
        for row in first...last { add(from: rect.minX, to: rect.maxX, row: row) }
    }

    private mutating func addAll() {
        for row in 0..<rows { spans[row] = 0..<columns }
        touched = 0..<rows
    }

    /// Adds the cells of a row that is touched.
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
        // Towards zero is down here, and takes one instruction.
        place < Double(count) ? (place > 0 ? Int(clamping: place) : 0) : count - 1
    }
}
