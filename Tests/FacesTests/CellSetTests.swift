// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import SeededRandom
import Testing

@testable import Faces

@Suite struct CellSetTests {
    @Test func `its boxes hold all of its cells and lie beside each other, with few cells that it does not hold`() {
        var random = SeededGenerator(seed: 3)
        for columns in [1, 63, 64, 65, 200] {
            for _ in 0..<50 {
                var (set, cells) = (CellSet(columns: columns, rows: 6), Set<Int>())
                for _ in 0..<Int.random(in: 0...9, using: &random) {
                    let begin = Int.random(in: 0..<columns, using: &random)
                    let span = begin..<Int.random(in: begin...columns, using: &random)
                    let row = Int.random(in: 0..<6, using: &random)
                    set.insert(span, row: row)
                    cells.formUnion(span.map { row * columns + $0 })
                }
                #expect(set.count == cells.count && set.isEmpty == cells.isEmpty)
                var boxed = Set<Int>()
                for box in set.boxes {
                    for row in box.rows {
                        for column in box.columns { #expect(boxed.insert(row * columns + column).inserted) }
                    }
                }
                #expect(boxed.isSuperset(of: cells))
                // What it does not hold lies between cells of the same row that it holds, three apart at most.
                for cell in boxed.subtracting(cells) {
                    #expect(!(cell..<cell + 4).allSatisfy { !cells.contains($0) })
                    #expect(!(cell - 3...cell).allSatisfy { !cells.contains($0) })
                }
                #expect(cells.allSatisfy { set.contains(column: $0 % columns, row: $0 / columns) })
            }
        }
    }

    @Test func `rows with the same cells are one box, and two pieces of a row are two`() {
        var set = CellSet(columns: 100, rows: 4)
        for row in 1..<3 {
            set.insert(2..<5, row: row)
            set.insert(60..<70, row: row)
        }
        #expect(
            set.boxes == [
                CellBox(columns: 2..<5, rows: 1..<3), CellBox(columns: 60..<70, rows: 1..<3),
            ])
        #expect(CellSet(columns: 100, rows: 4, all: true).boxes == [CellBox(columns: 0..<100, rows: 0..<4)])
    }

    @Test func `what spans do not hold is left out, and spans are taken in`() {
        var set = CellSet(columns: 100, rows: 3, all: true)
        var spans = CellSpans(columns: 100, rows: 3)
        spans.add(from: Point(x: 50, y: 1), to: Point(x: 90, y: 1.5))
        set.keep(in: spans)
        #expect(set.count == 41 && set.contains(column: 50, row: 1) && !set.contains(column: 50, row: 0))
        var other = CellSet(columns: 100, rows: 3)
        other.insert(spans)
        #expect(other == set)
        other.insert(CellSet(columns: 100, rows: 3, all: true))
        #expect(other.count == 300)
    }

    @Test func `of a line what it goes around is not drawn anew, of a surface it is`() {
        let ring = Path(ellipseIn: Rect(x: 10, y: 10, width: 180, height: 180))
        var before = Drawing(size: Size(width: 200, height: 200))
        var (line, surface) = (before, before)
        before.fill(Path(Rect(x: 0, y: 0, width: 1, height: 1)), .color(.black))
        line.stroke(ring, .color(.black), StrokeStyle(width: 1))
        surface.fill(ring, .color(.black))
        let lined = line.changes(since: before, columns: 40, rows: 40)
        let filled = surface.changes(since: before, columns: 40, rows: 40)
        #expect(!lined.contains(column: 20, row: 20) && filled.contains(column: 20, row: 20))
        #expect(lined.contains(column: 2, row: 20))
    }
}
