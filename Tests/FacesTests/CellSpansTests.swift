// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import SeededRandom
import Testing

@testable import Faces

@Suite struct CellSpansTests {
    @Test func `a line takes the cells that it touches, in every row from the first to the last`() {
        var spans = CellSpans(columns: 10, rows: 5)
        spans.add(from: Point(x: 1.5, y: 0.5), to: Point(x: 7.5, y: 3.5))
        #expect(spans.spans == [1..<3, 2..<5, 4..<7, 6..<8, 0..<0])
        #expect(spans.touched == 0..<4)
        spans.removeAll()
        #expect(spans == CellSpans(columns: 10, rows: 5))
    }

    @Test func `a reach widens it, and the screen's edges end it`() {
        var spans = CellSpans(columns: 4, rows: 4)
        spans.add(from: Point(x: -3, y: 1.5), to: Point(x: 1.5, y: 1.5), reach: Size(width: 1, height: 1))
        #expect(spans.spans == [0..<3, 0..<3, 0..<3, 0..<0])
        for away in [Point(x: 1, y: -9), Point(x: 1, y: 9)] {
            var none = CellSpans(columns: 4, rows: 4)
            none.add(from: away, to: away, reach: Size(width: 1, height: 1))
            #expect(none.touched.isEmpty)
        }
    }

    @Test func `the cells between two edges of which one lies beside the screen are taken`() {
        var spans = CellSpans(columns: 4, rows: 2)
        spans.add(from: Point(x: -5, y: 0), to: Point(x: -5, y: 2))
        spans.add(from: Point(x: 1.5, y: 0.2), to: Point(x: 1.5, y: 0.8))
        spans.add(from: Point(x: 2.5, y: 1.2), to: Point(x: 9, y: 1.8))
        #expect(spans.spans == [0..<2, 0..<4])
    }

    @Test func `what is no number takes all cells`() {
        var spans = CellSpans(columns: 4, rows: 4)
        spans.add(from: Point(x: .nan, y: 1), to: .zero)
        #expect(spans.spans.allSatisfy { $0 == 0..<4 })
    }

    @Test func `a curve lies in the cells of its control points' hull, however small`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let size: Double = [0.1, 0.4, 1.0, 3.0, 30.0].randomElement(using: &random) ?? 1.0
            let at = Point(x: .random(in: 0...20, using: &random), y: .random(in: 0...20, using: &random))
            func corner() -> Point {
                Point(x: at.x + .random(in: 0...size, using: &random), y: at.y + .random(in: 0...size, using: &random))
            }
            let curve = CubicBezier(corner(), corner(), corner(), corner())
            var spans = CellSpans(columns: 60, rows: 60)
            spans.add([curve.p0, curve.p1, curve.p2, curve.p3], reach: .zero)
            for step in 0...50 {
                let point = curve.point(at: Double(step) / 50)
                #expect(spans.spans[Int(point.y)].contains(Int(point.x)))
            }
        }
    }

    @Test func `the same picture has no changes, one of another size has all`() throws {
        let moment = Moment(beats: 1.5, tempo: try Tempo(120))
        for face in FaceTable.all {
            let one = face.picture(at: moment, size: Size(width: 400, height: 300), theme: .dark)
            let again = face.picture(at: moment, size: Size(width: 400, height: 300), theme: .dark)
            let other = face.picture(at: moment, size: Size(width: 401, height: 300), theme: .dark)
            #expect(again.changes(since: one, columns: 40, rows: 15).isEmpty, "\(face.name)")
            #expect(other.changes(since: one, columns: 40, rows: 15).count == 600)
        }
    }

    @Test(arguments: FaceTable.names) func `outside of their changes two pictures look the same`(name: String) throws {
        let face = try #require(FaceTable.face(named: name))
        let (columns, rows) = (48, 20)
        let canvas = try Canvas(width: 8 * columns, height: 8 * rows)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            let begin = Double.random(in: 0...40, using: &random)
            let bpm = Int64.random(in: 40...200, using: &random)
            let pictures = try [begin, begin + .random(in: 0...0.3, using: &random)].map {
                face.picture(
                    at: Moment(beats: $0, tempo: try Tempo(bpm)), size: Size(width: 480, height: 400), theme: .dark)
            }
            let changes = pictures[1].changes(since: pictures[0], columns: columns, rows: rows)
            let pixels = try pictures.map {
                try canvas.draw($0)
                return canvas.pixels.bgra
            }
            var worst = 0
            for row in 0..<rows {
                for column in 0..<columns where !changes.contains(column: column, row: row) {
                    for line in 0..<8 {
                        let at = 4 * ((8 * row + line) * canvas.width + 8 * column)
                        for byte in at..<at + 32 {
                            worst = max(worst, abs(Int(pixels[0][byte]) - Int(pixels[1][byte])))
                        }
                    }
                }
            }
            #expect(worst <= 2, "\(name) at \(begin)")
        }
    }
}
