// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct JumperTests {
    /// How far a smiley is above the ground, in points of the plane where its radius is 40.
    private func height(_ face: some Face, _ voice: String, beats: Double, isPlaying: Bool = true) throws -> Double {
        let moment = Moment(beats: beats, tempo: try Tempo(90), isPlaying: isPlaying)
        let drawing = face.drawing(at: moment, size: Size(width: 640, height: 400), theme: .light)
        let (ground, smiley) = (try #require(drawing.frame(of: "ground")), try #require(drawing.frame(of: voice)))
        // Either design is 200 high.
        return (ground.minY - smiley.maxY) / 2
    }

    @Test func `the jumping face touches the ground on every beat`() throws {
        for beats in 0...9 { #expect(abs(try height(BounceFace(), "bounce", beats: Double(beats))) < 1e-9) }
    }

    @Test func `between the beats it is in the air, and highest past the middle`() throws {
        let heights = try (1...99).map { try height(BounceFace(), "bounce", beats: 4 + Double($0) / 100) }
        #expect(heights.allSatisfy { $0 > 0 })
        #expect(try abs(height(BounceFace(), "bounce", beats: 4.6) - 80) < 1e-9)
    }

    @Test func `at rest it stands upright on the ground`() throws {
        #expect(abs(try height(BounceFace(), "bounce", beats: 4.6, isPlaying: false)) < 1e-9)
        let moment = Moment(beats: 4.6, tempo: try Tempo(90), isPlaying: false)
        let drawing = BounceFace().drawing(at: moment, size: Size(width: 200, height: 200), theme: .light)
        let transform = try #require(drawing.transform(of: "bounce"))
        #expect(transform.a == transform.d && transform.b == 0 && transform.c == 0)
    }

    @Test func `it turns over once in every jump, forth and back`() throws {
        func turn(_ beats: Double) throws -> Double {
            let moment = Moment(beats: beats, tempo: try Tempo(90))
            let drawing = BounceFace().drawing(at: moment, size: Size(width: 200, height: 200), theme: .light)
            let middle = try #require(drawing.location(of: .zero, in: "bounce"))
            return try (#require(drawing.location(of: Point(x: 1, y: 0), in: "bounce")) - middle).angle.degrees
        }
        #expect(abs(try turn(0.2)) < 1e-9)
        #expect(try turn(0.35) > 20)
        #expect(abs(try turn(0.7)) < 1e-9)
        #expect(try turn(1.35) < -20)
    }

    @Test func `each voice of the canon lands 0.3 beats after the one before`() throws {
        for voice in 1...3 {
            for beats in 2...5 {
                let landing = Double(beats) + 0.3 * Double(voice - 1)
                #expect(abs(try height(CanonFace(), "canon.\(voice)", beats: landing)) < 1e-9)
                #expect(try height(CanonFace(), "canon.\(voice)", beats: landing + 0.1) > 5)
                #expect(try height(CanonFace(), "canon.\(voice)", beats: landing - 0.1) > 5)
            }
        }
    }
}
