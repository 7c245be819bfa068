// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct HeartFaceTests {
    /// The plane's own size, so that a point of the picture is one of the plane.
    private let size = HeartFace.design.size

    private func width(_ moment: Moment) throws -> Double {
        let drawing = HeartFace().drawing(at: moment, size: size, theme: .light)
        return try #require(drawing.frame(of: "heart")).width
    }

    @Test(arguments: [
        // motion.json, heart.scale: seconds at 75 bpm, scale.
        (0.0, 1.0), (0.1, 1.47541322040282), (0.2, 1.5751705242903402), (0.3, 1.9122392575084721),
        (0.4, 1.9826166122656717), (0.5, 1.2043783609962022), (0.7, 1.0077501164713514), (0.9, 1.47563136435334),
        (1.2, 1.982615842746006),
    ])
    func `the heart is as wide as its scale says`(seconds: Double, scale: Double) throws {
        let moment = Moment(beats: seconds / 0.8, tempo: try Tempo(75))
        #expect(abs(try width(moment) - 140 * scale) < 1e-6)
    }

    @Test func `it beats as fast as the tempo`() throws {
        let (slow, fast) = (try Tempo(40), try Tempo(200))
        #expect(try width(Moment(beats: 1.3, tempo: slow)) == width(Moment(beats: 1.3, tempo: fast)))
    }

    @Test func `at rest it has its own size, and a given one holds`() throws {
        #expect(abs(try width(Moment(beats: 0.4, tempo: try Tempo(75), isPlaying: false)) - 140) < 1e-9)
        let given = Moment(beats: 0.4, tempo: try Tempo(75), values: ["heart.scale": 1.25])
        #expect(abs(try width(given) - 175) < 1e-9)
    }

    @Test func `its two sides mirror each other`() {
        let heart = Path.heart(in: Rect(x: -70, y: -63, width: 140, height: 126))
        let mirrored = heart.applying(AffineTransform(scaleX: -1, y: 1))
        for part in [0.1, 0.25, 0.4] {
            let one = heart.measured().point(at: part) ?? .zero
            let other = mirrored.measured().point(at: 1 - part) ?? .zero
            #expect(one.distance(to: other) < 1e-9)
        }
        let box = heart.boundingRect
        #expect(abs(box.minX + 70) < 1e-9 && abs(box.maxX - 70) < 1e-9)
        #expect(abs(box.minY + 63) < 1e-9 && abs(box.maxY - 63) < 1e-9)
    }
}
