// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct BlobFaceTests {
    @Test func `the outline has no corner, however it breathes and sways`() {
        for breath in stride(from: 0.0, through: 1, by: 0.125) {
            for sway in stride(from: 0.0, through: 1, by: 0.25) {
                let curves = curves(of: BlobFace.outline(breath: breath, sway: sway))
                #expect(curves.count == 4)
                for (one, next) in zip(curves, curves.dropFirst() + curves.prefix(1)) {
                    let turn = (next.1 - next.0).angle - (one.3 - one.2).angle
                    #expect(abs(turn.wrapped.degrees) < 0.1)
                }
            }
        }
    }

    private func curves(of path: Path) -> [(Point, Point, Point, Point)] {
        var (here, curves) = (Point.zero, [(Point, Point, Point, Point)]())
        for element in path.elements {
            switch element {
            case .move(let point): here = point
            case .curve(let point, let control1, let control2):
                curves.append((here, control1, control2, point))
                here = point
            default: break
            }
        }
        return curves
    }

    @Test func `full and unmoved it is the article's shape`() {
        let box = BlobFace.outline(breath: 1, sway: 1).boundingRect
        #expect(abs(box.width - 400) < 1 && abs(box.height - 414) < 1)
    }

    @Test func `where a breath ends it neither jumps nor jerks`() throws {
        let tempo = try Tempo(60)
        func place(_ beats: Double) throws -> Point {
            let drawing = BlobFace().drawing(
                at: Moment(beats: beats, tempo: tempo), size: BlobFace.design.size, theme: .light)
            return try #require(drawing.frame(of: "blob")).origin
        }
        // A kink of the breath at 1.5 or 3 would show as a jump of the velocity.
        for turn in [1.5, 3, 4.5, 6] {
            let step = 0.002
            let before = try (place(turn) - place(turn - step)) * (1 / step)
            let after = try (place(turn + step) - place(turn)) * (1 / step)
            #expect(before.distance(to: after) < 10, "at \(turn)")
        }
    }
}
