// SPDX-License-Identifier: Apache-2.0

/// Rows that hold a line of text each, all of one height: where a row is about as high as one of a terminal, it is one, so that no
/// line is written over what is drawn beside it. All in points.
struct TextRows {
    /// The height of a row of a terminal in the pictures for one.
    private static let cell = 20.0

    /// The height of a row.
    let height: Double

    /// Rows, `count` of a height, or of a smaller one where `room` does not hold them.
    init(height: Double, count: Int, room: Double) {
        let fitting = Double.minimum(height, room / Double(count))
        let isRow = (0.8 * Self.cell..<1.2 * Self.cell).contains(fitting) && Double(count) * Self.cell < room + 0.1
        self.height = isRow ? Self.cell : fitting
    }

    /// The top of the first row, near to a place.
    func top(_ y: Double) -> Double {
        height == Self.cell ? (y / Self.cell).rounded(.down) * Self.cell : y
    }
}
