// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct PendulumFaceTests {
    private let face = PendulumFace()

    private func drawing(
        beats: Double, bpm: Int64 = 60, isPlaying: Bool = true, values: [String: Double] = [:],
        size: Size = Size(width: 720, height: 752)
    ) throws -> Drawing {
        let moment = Moment(beats: beats, tempo: try Tempo(bpm), isPlaying: isPlaying, values: values)
        return face.drawing(at: moment, size: size, theme: .light)
    }

    /// Where a point of a part lies in the plane where the body is 200 wide.
    private func place(_ point: Point, in part: String, of drawing: Drawing) throws -> Point {
        let plane = try #require(drawing.transform(of: "metronome")?.inverted())
        return try #require(drawing.location(of: point, in: part)).applying(plane)
    }

    @Test(arguments: [
        // motion.json, pendulum.geometry: angle at a beat, tip, weight.
        (0.0, Point(x: 260, y: 57.871870788979635), Point(x: 230, y: 109.83339501604596)),
        (0.5, Point(x: 100, y: 15), Point(x: 100, y: 75)),
        (1.0, Point(x: -60, y: 57.871870788979635), Point(x: -30, y: 109.83339501604596)),
    ])
    func `at 60 bpm tip and weight are where the article has them`(beats: Double, tip: Point, weight: Point) throws {
        let drawing = try drawing(beats: beats)
        #expect(try place(Point(x: 0, y: -320), in: "rod", of: drawing).distance(to: tip) < 1e-9)
        #expect(try place(.zero, in: "weight", of: drawing).distance(to: weight) < 1e-9)
        #expect(try place(.zero, in: "rod", of: drawing).distance(to: Point(x: 100, y: 335)) < 1e-9)
    }

    @Test func `the rod never leaves the picture, whatever its shape`() throws {
        for size in [Size(width: 400, height: 400), Size(width: 800, height: 300), Size(width: 200, height: 600)] {
            for beat in [0.0, 0.25, 1] {
                let drawing = try drawing(beats: beat, size: size)
                let frame = try #require(drawing.frame(of: "metronome"))
                #expect(drawing.bounds.union(frame) == drawing.bounds)
            }
        }
    }

    @Test func `the weight sinks as the tempo rises, and stays on the rod`() throws {
        let heights = stride(from: 1.0, through: 1000, by: 1).map { Pendulum.weightHeight(bpm: $0) }
        #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(heights.allSatisfy { $0 <= 320 - 17.5 && $0 >= 95 + 17.5 })
        #expect(Pendulum.weightHeight(bpm: 60) == 260)
    }

    @Test func `the weight lies on the mark of its tempo`() throws {
        for mark in PendulumFace.marks {
            #expect(Pendulum.weightHeight(bpm: mark.bpm) > 120)
            #expect(Pendulum.weightHeight(bpm: mark.bpm) < 298)
        }
    }

    @Test func `at rest the rod is upright, and no lamp is lit`() throws {
        let drawing = try drawing(beats: 0, isPlaying: false)
        #expect(try place(Point(x: 0, y: -320), in: "rod", of: drawing).distance(to: Point(x: 100, y: 15)) < 1e-9)
        #expect(!drawing.partNames.contains("lamp"))
        #expect(try self.drawing(beats: 0).partNames.contains("lamp"))
    }

    @Test func `a given angle holds, also at rest`() throws {
        let drawing = try drawing(beats: 0, isPlaying: false, values: ["pendulum.angle": 30])
        let tip = Point(x: 260, y: 57.871870788979635)
        #expect(try place(Point(x: 0, y: -320), in: "rod", of: drawing).distance(to: tip) < 1e-9)
    }

    @Test func `the plate says tempo and name`() throws {
        #expect(try drawing(beats: 0, bpm: 137).strings(in: "plate") == ["137", "Allegro"])
        let moment = Moment(beats: 0, tempo: try Tempo(parsing: "137.25"))
        let drawing = face.drawing(at: moment, size: face.defaultSize, theme: .light)
        #expect(drawing.strings(in: "plate") == ["137.3", "Allegro"])
    }

    @Test func `the body's corners lie on its edges`() {
        // motion.json, trapezoid, with the corrected corner: the back and the front plate.
        let back = PendulumFace.outline.path(in: PendulumFace.body)
        let ends = back.elements.compactMap { element -> Point? in
            switch element {
            case .line(let point), .quadCurve(let point, _): point
            default: nil
            }
        }
        let expected = [
            Point(x: 135, y: 0), Point(x: 152.14285714285714, y: 15), Point(x: 197.85714285714286, y: 335),
            Point(x: 185, y: 350), Point(x: 15, y: 350), Point(x: 200 - 197.85714285714286, y: 335),
            Point(x: 47.857142857142854, y: 15), Point(x: 65, y: 0),
        ]
        #expect(ends.count == expected.count)
        #expect(zip(ends, expected).allSatisfy { $0.distance(to: $1) < 1e-9 })

        let plate = PendulumFace.front.path(in: Rect(x: 0, y: 0, width: 180, height: 100))
        #expect(
            plate.elements.contains { element in
                guard case .line(let point) = element else { return false }
                return point.distance(to: Point(x: 178.65, y: 90)) < 1e-9
            })
    }
}
