// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct RingFaceTests {
    /// The plane's own size, so that a point of the picture is one of the plane.
    private func drawing(_ moment: Moment) -> Drawing {
        RingFace(span: 1).drawing(at: moment, size: RingFace.design.size, theme: .light)
    }

    @Test(arguments: [
        // motion.json, ring.label: part, rounded label.
        (0.0, 0), (0.07, 7), (0.14, 14), (0.28, 28), (0.29, 29), (0.5, 50), (0.57, 57), (0.58, 58), (0.999, 100),
        (1.0, 100),
    ])
    func `the label is rounded`(part: Double, percent: Int) throws {
        let moment = Moment(beats: 0, tempo: try Tempo(90), values: ["ring.progress": part])
        #expect(drawing(moment).strings(in: "label") == ["\(percent) %"])
    }

    @Test func `unless percent are asked for it shows the beat, and a dash at rest`() throws {
        for (beats, isPlaying, label) in [(0.4, true, "1"), (5.99, true, "2"), (7.5, true, "4"), (2, false, "–")] {
            let moment = Moment(beats: beats, tempo: try Tempo(90), isPlaying: isPlaying)
            let drawing = RingFace().drawing(at: moment, size: RingFace.design.size, theme: .light)
            #expect(drawing.strings(in: "label") == [label])
        }
    }

    @Test func `in three quarters the second beat begins at a third`() throws {
        let moment = Moment(beats: 4, tempo: try Tempo(90), meter: try Meter(parsing: "3/4"))
        #expect(drawing(moment).strings(in: "label") == ["33 %"])
    }

    @Test(arguments: [
        // Beats in four quarters; the corners of the arc, as parts of the radius.
        (1.0, Point(x: 0, y: -1), Point(x: 1, y: 0)), (2.0, Point(x: 0, y: -1), Point(x: 1, y: 1)),
        (3.0, Point(x: -1, y: -1), Point(x: 1, y: 1)),
    ])
    func `the arc goes clockwise from the top`(beats: Double, from: Point, to: Point) throws {
        let drawing = drawing(Moment(beats: beats, tempo: try Tempo(90)))
        let middle = try #require(drawing.location(of: .zero, in: "ring"))
        let arc = try #require(drawing.frame(of: "arc")).insetBy(dx: RingFace.width / 2, dy: RingFace.width / 2)
        #expect(arc.origin.distance(to: middle + from * RingFace.radius) < 1e-3)
        #expect(Point(x: arc.maxX, y: arc.maxY).distance(to: middle + to * RingFace.radius) < 1e-3)
    }

    @Test(arguments: [
        // Bars, beats in four quarters, percent; the beat of 64 bars.
        (2, 4.0, 50), (2, 8, 0), (4, 6, 38), (8, 31.9, 100), (8, 33, 3), (64, 128, 50),
    ])
    func `over several bars the ring closes once`(bars: Int, beats: Double, percent: Int) throws {
        let ring = RingFace(span: bars)
        let moment = Moment(beats: beats, tempo: try Tempo(90))
        let drawing = ring.drawing(at: moment, size: RingFace.design.size, theme: .light)
        #expect(drawing.strings(in: "label") == ["\(percent) %"])
        #expect(ring.barsPerCycle(beatsPerBar: 4) == bars)
        let next = Moment(beats: beats + Double(4 * bars), tempo: try Tempo(90))
        #expect(ring.drawing(at: next, size: RingFace.design.size, theme: .light) == drawing)
    }

    @Test func `at rest the ring is open, whichever of its bars the beat is in`() throws {
        let moment = Moment(beats: 9, tempo: try Tempo(90), isPlaying: false)
        let drawing = RingFace(span: 4).drawing(at: moment, size: RingFace.design.size, theme: .light)
        #expect(drawing.strings(in: "label") == ["0 %"])
    }

    @Test func `after a stop within a bar the ring goes back to open without a jump`() throws {
        // In the middle of the second of four bars.
        for (progress, percent) in [(0.5, 38), (0.25, 19), (0, 0)] {
            let moment = Moment(
                beats: 6, tempo: try Tempo(90), isPlaying: false, values: ["ring.progress": progress])
            let drawing = RingFace(span: 4).drawing(at: moment, size: RingFace.design.size, theme: .light)
            #expect(drawing.strings(in: "label") == ["\(percent) %"])
        }
    }

    @Test(arguments: [8, 8.02])
    func `after a stop on a bar line the ring goes back to open without a jump`(beats: Double) throws {
        // The progress of a bar that has just begun rises before it goes back.
        for (angle, progress, percent) in [(-30.0, 0.005, 50), (15, 0.0, 25), (6, 0, 10), (0, 0, 0)] {
            let moment = Moment(
                beats: beats, tempo: try Tempo(90), isPlaying: false,
                values: ["pendulum.angle": angle, "ring.progress": progress])
            let drawing = RingFace(span: 4).drawing(at: moment, size: RingFace.design.size, theme: .light)
            #expect(drawing.strings(in: "label") == ["\(percent) %"])
        }
    }

    @Test func `before the bar there is no arc`() throws {
        #expect(drawing(Moment(beats: 0, tempo: try Tempo(90))).frame(of: "arc") == nil)
        #expect(drawing(Moment(beats: 2, tempo: try Tempo(90), isPlaying: false)).frame(of: "arc") == nil)
    }
}
