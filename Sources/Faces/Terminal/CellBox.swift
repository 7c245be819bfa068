// SPDX-License-Identifier: Apache-2.0

/// A rectangle of cells.
struct CellBox: Hashable {
    var columns: Range<Int>
    var rows: Range<Int>

    /// How many cells it has.
    var count: Int { columns.count * rows.count }

    /// Whether the two share a cell, an edge or a corner.
    func touches(_ other: CellBox) -> Bool {
        columns.lowerBound <= other.columns.upperBound && other.columns.lowerBound <= columns.upperBound
            && rows.lowerBound <= other.rows.upperBound && other.rows.lowerBound <= rows.upperBound
    }

    /// The least rectangle that holds both.
    func union(_ other: CellBox) -> CellBox {
        CellBox(
            columns: min(
                columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
            rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
    }
}
