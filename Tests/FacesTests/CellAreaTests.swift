// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Faces

@Suite struct CellAreaTests {
    @Test func `areas hold all boxes, none of which lies over another, and do not touch each other`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            var set = CellSet(columns: 90, rows: 20)
            for _ in 0..<Int.random(in: 0...25, using: &random) {
                let begin = Int.random(in: 0..<90, using: &random)
                set.insert(begin..<min(90, begin + 6), row: Int.random(in: 0..<20, using: &random))
            }
            let areas = CellArea.areas(of: set.boxes)
            var held = CellSet(columns: 90, rows: 20)
            for (index, area) in areas.enumerated() {
                for box in area.boxes {
                    #expect(box.union(area.hull) == area.hull)
                    for row in box.rows {
                        #expect(!box.columns.contains { held.contains(column: $0, row: row) })
                        held.insert(box.columns, row: row)
                    }
                }
                #expect(areas[..<index].allSatisfy { !$0.hull.touches(area.hull) })
            }
            for box in set.boxes {
                for row in box.rows { #expect(box.columns.allSatisfy { held.contains(column: $0, row: row) }) }
            }
        }
    }

    @Test func `an area that fills half of its hull is drawn as one rectangle, a slanting line is not`() {
        let (one, other) = (CellBox(columns: 0..<4, rows: 0..<1), CellBox(columns: 0..<2, rows: 1..<2))
        #expect(CellArea.areas(of: [one, other]).map(\.boxes) == [[CellBox(columns: 0..<4, rows: 0..<2)]])
        let line = (0..<9).map { CellBox(columns: $0..<$0 + 1, rows: $0..<$0 + 1) }
        #expect(CellArea.areas(of: line).map(\.boxes.count) == [9])
        let apart = [CellBox(columns: 0..<2, rows: 0..<2), CellBox(columns: 3..<5, rows: 0..<2)]
        #expect(CellArea.areas(of: apart).map(\.boxes) == apart.map { [$0] })
    }
}
