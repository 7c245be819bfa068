// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct PlaneFaceTests {
    private func drawing(beats: Double, meter: Meter = .common) throws -> Drawing {
        let moment = Moment(beats: beats, tempo: try Tempo(90), meter: meter)
        return PlaneFace().drawing(at: moment, size: Size(width: 480, height: 360), theme: .light)
    }

    private func middle(beats: Double) throws -> Point {
        try #require(drawing(beats: beats).location(of: .zero, in: "plane"))
    }

    @Test func `the nose points along the tangent, to a degree, all round and over the bar line`() throws {
        for step in 0...400 {
            let beats = 4 + Double(step) / 80
            let nose = try #require(drawing(beats: beats).location(of: Point(x: 30, y: 0), in: "plane"))
            let heading = try (nose - middle(beats: beats)).angle.degrees
            let way = try (middle(beats: beats + 1e-4) - middle(beats: beats - 1e-4)).angle.degrees
            #expect(abs(Angle.degrees(heading - way).wrapped.degrees) < 1, "at \(beats)")
        }
    }

    @Test func `a bar begins half-way up the right lobe, and not at the crossing`() throws {
        let (first, crossing) = try (middle(beats: 0), #require(drawing(beats: 0).location(of: .zero, in: "track")))
        #expect(first.x > crossing.x + 50 && first.y < crossing.y)
    }

    @Test func `it flies evenly, and goes on where it was at the bar line`() throws {
        let middles = try (0...160).map { try middle(beats: Double($0) / 20) }
        let ways = zip(middles, middles.dropFirst()).map { $0.distance(to: $1) }
        let longest = ways.max() ?? 0
        #expect(longest > 5 && ways.allSatisfy { $0 > 0.97 * longest })
    }

    @Test(arguments: ["2/4", "3/4", "4/4", "5/4", "7/8"])
    func `on a beat it is at the beat's light`(meter: String) throws {
        let meter = try Meter(parsing: meter)
        for beat in 1...meter.beats {
            let drawing = try drawing(beats: Double(meter.beats + beat - 1), meter: meter)
            let light = try #require(drawing.location(of: .zero, in: "beat.\(beat)"))
            #expect(try #require(drawing.location(of: .zero, in: "plane")).distance(to: light) < 1e-6)
        }
    }
}
