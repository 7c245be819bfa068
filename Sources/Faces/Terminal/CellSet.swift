// SPDX-License-Identifier: Apache-2.0

/// Some cells of a screen.
struct CellSet: Hashable {
    /// How many columns and rows the screen has.
    let columns: Int
    let rows: Int
    /// A bit for each cell, row by row; a row begins with a word of its own.
    private var words: [UInt64]
    private var wordsPerRow: Int { (columns + 63) / 64 }

    /// Runs of cells in a row that are no further apart are drawn as one: a rectangle more costs more than some cells.
    private static let gap = 3

    /// No cells of a screen, or all.
    init(columns: Int, rows: Int, all: Bool = false) {
        (self.columns, self.rows) = (columns, rows)
        words = Array(repeating: 0, count: (columns + 63) / 64 * rows)
        if all { for row in 0..<rows { insert(0..<columns, row: row) } }
    }

    /// Whether there are no cells.
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// How many cells there are.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether it holds a cell.
    func contains(column: Int, row: Int) -> Bool {
        (words[row * wordsPerRow + column / 64] >> UInt64(column % 64)) & 1 == 1
    }

    /// Adds the cells of some columns of a row.
    mutating func insert(_ span: Range<Int>, row: Int) {
        guard !span.isEmpty else { return }
        let first = row * wordsPerRow
        for word in span.lowerBound / 64...(span.upperBound - 1) / 64 {
            words[first + word] |= Self.mask(span, word: word)
        }
    }

    /// Adds the cells of spans of the same screen.
    mutating func insert(_ spans: CellSpans) {
        for row in spans.touched { insert(spans.spans[row], row: row) }
    }

    /// Adds the cells of another set of the same screen.
    mutating func insert(_ other: CellSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Leaves only what spans of the same screen hold, too.
    mutating func keep(in spans: CellSpans) {
        for row in 0..<rows {
            for word in 0..<wordsPerRow { words[row * wordsPerRow + word] &= Self.mask(spans.spans[row], word: word) }
        }
    }

    /// Rectangles that hold all of its cells, and few others; none lies over another.
    var boxes: [CellBox] {
        var boxes: [CellBox] = []
        // Rows with the same runs are one band.
        var band: (runs: [Range<Int>], first: Int) = ([], 0)
        for row in 0...rows {
            let runs = row < rows ? runs(ofRow: row) : []
            guard runs != band.runs else { continue }
            boxes += band.runs.map { CellBox(columns: $0, rows: band.first..<row) }
            band = (runs, row)
        }
        return boxes
    }

    private func runs(ofRow row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for word in 0..<wordsPerRow {
            var left = words[row * wordsPerRow + word]
            while left != 0 {
                let begin = left.trailingZeroBitCount
                let length = (~(left >> UInt64(begin))).trailingZeroBitCount
                left &= Self.mask(begin + length..<64, word: 0)
                let run = 64 * word + begin..<64 * word + begin + length
                if let last = runs.last, run.lowerBound - last.upperBound <= Self.gap {
                    runs[runs.count - 1] = last.lowerBound..<run.upperBound
                } else {
                    runs.append(run)
                }
            }
        }
        return runs
    }

    /// The bits of a word of a row that stand for some columns.
    private static func mask(_ span: Range<Int>, word: Int) -> UInt64 {
        let first = max(0, span.lowerBound - 64 * word), end = min(64, span.upperBound - 64 * word)
        guard first < end else { return 0 }
        return (UInt64.max >> UInt64(64 - (end - first))) << UInt64(first)
    }
}
