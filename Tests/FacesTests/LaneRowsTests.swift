// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct LaneRowsTests {
    private func moment(_ beats: Double, lanes: Int = 2) throws -> Moment {
        var moment = Moment(beats: beats, tempo: try Tempo(90))
        moment.lanes = (0..<lanes).map { index in
            LaneSteps(
                name: "lane \(index)", steps: [0, 0.375, 0.75].map { LaneSteps.Step($0, .normal) }, isHeard: index != 1)
        }
        return moment
    }

    @Test func `each lane has its name and a lamp for each stroke, and the last that sounded is lit`() throws {
        for (beats, lit) in [(0.0, 0), (1.4, 0), (1.5, 1), (3.9, 2), (4.1, 0)] {
            let size = Size(width: 400, height: 400)
            let drawing = ColourFace().drawing(at: try moment(beats), size: size, theme: .light)
            #expect(drawing.strings(in: "lanes") == ["lane 0", "lane 1"])
            let lamps = drawing.elements(of: "lanes").compactMap { element -> (Rect, Color)? in
                if case .fill(let path, .color(let color)) = element { (path.boundingRect, color) } else { nil }
            }
            #expect(lamps.count == 6)
            // What is not heard is not lit.
            #expect(lamps.indices.filter { lamps[$0].1 == Theme.light.accent } == [lit])
            let ways = [lamps[1].0.midX - lamps[0].0.midX, lamps[2].0.midX - lamps[1].0.midX]
            #expect(abs(ways[0] - ways[1]) < 1e-9)
        }
    }

    @Test func `a long name is cut before the lamps, whose cells on a terminal are wider than its letters`() throws {
        var moment = try moment(0)
        moment.lanes[0].name = "a-lane-with-a-long-name"
        for (columns, rows) in [(40, 14), (80, 24), (200, 60)] {
            let size = TerminalFormat(columns: columns, rows: rows).drawingSize
            let drawing = ColourFace().drawing(at: moment, size: size, theme: .light)
            let name = try #require(drawing.strings(in: "lanes").first)
            #expect(name.hasPrefix("a-lan") && name.hasSuffix("…"))
            let texts = drawing.elements(of: "lanes").compactMap {
                if case .text(let text, _) = $0 { text } else { nil }
            }
            let left = try #require(texts.first?.point.x)
            let lamps = drawing.elements(of: "lanes").compactMap { element -> Double? in
                if case .fill(let path, _) = element { path.boundingRect.minX } else { nil }
            }
            #expect(left + 10 * Double(name.count) <= lamps.min() ?? 0, "\(columns) x \(rows): \(name)")
        }
    }

    @Test func `as many lanes are shown as there is room for, and nothing is cut off`() throws {
        for (size, most) in [
            (Size(width: 400, height: 400), 5), (Size(width: 800, height: 460), 5), (Size(width: 120, height: 120), 3),
            (Size(width: 200, height: 40), 1), (Size(width: 16, height: 16), 0),
        ] {
            for lanes in [0, 1, 9] {
                var picture = Drawing(size: size)
                let moment = try moment(2.5, lanes: lanes)
                picture.group("face") { $0.append(ColourFace().drawing(at: moment, size: size, theme: .dark)) }
                #expect(picture.strings(in: "lanes").count == min(lanes, most), "\(size)")
                let frame = try #require(picture.frame(of: "face"))
                #expect(picture.bounds.union(frame) == picture.bounds, "\(size), \(lanes) lanes: \(frame)")
            }
        }
    }
}
