// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct FacesFaceTests {
    private func drawing(beats: Double, size: Double = 200, values: [String: Double] = [:]) throws -> Drawing {
        let moment = Moment(beats: beats, tempo: try Tempo(90), values: values)
        return FacesFace().drawing(at: moment, size: Size(width: size, height: size), theme: .light)
    }

    private func smiley(beats: Double, size: Double = 200) throws -> Smiley {
        let names = try drawing(beats: beats, size: size).partNames
        return try #require(names.compactMap(Smiley.init(rawValue:)).first)
    }

    @Test func `all viewers see the same face through the beat, whatever they saw before`() throws {
        let forward = try (0..<60).map { try smiley(beats: Double($0)) }
        let backward = try (0..<60).reversed().map { try smiley(beats: Double($0) + 0.97, size: 77) }
        #expect(forward == backward.reversed())
        let index = Choreography.property(named: "faces.index")
        for (beat, smiley) in forward.enumerated() {
            let number = try #require(index?.value(in: Beat(Int64(beat)), phase: 0))
            #expect(Smiley.allCases[Int(number)] == smiley)
        }
    }

    @Test func `all thirteen come, and none comes twice in a row`() throws {
        let smileys = try (0..<500).map { try smiley(beats: Double($0)) }
        #expect(Smiley.allCases.count == Int(MotionProperty.faceCount))
        #expect(Set(smileys) == Set(Smiley.allCases))
        #expect(zip(smileys, smileys.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `thirteen faces are thirteen pictures, without letters`() throws {
        let drawings = try (0..<13).map { try drawing(beats: 0, values: ["faces.index": Double($0)]) }
        #expect(Set(drawings).count == 13)
        #expect(drawings.allSatisfy { $0.strings.isEmpty })
        let pictures = try drawings.map { try CairoRenderer.pixels($0).bgra }
        #expect(Set(pictures).count == 13)
    }

    @Test func `every face pops up on its beat, and is as large as it was long before the next`() throws {
        func scale(_ beats: Double) throws -> Double {
            let drawing = try drawing(beats: beats)
            let name = try #require(drawing.partNames.first { Smiley(rawValue: $0) != nil })
            return try #require(drawing.transform(of: name)).a / (200.0 / 248)
        }
        for beat in 0..<20 {
            let beat = Double(beat)
            let (now, late) = (try scale(beat), try scale(beat + 0.9))
            #expect(abs(now - 1) < 1e-9 && abs(late - 1) < 1e-9)
            let (small, large) = (try scale(beat + 0.08), try scale(beat + 0.26))
            #expect(abs(small - 0.86) < 1e-3 && large > 1.015)
        }
    }

    @Test func `a given value may be any number`() throws {
        for number in [-1, 12.4, 99, 1e300, .infinity, .nan] {
            #expect(try !drawing(beats: 0, values: ["faces.index": number]).elements.isEmpty)
        }
    }

    @Test func `smileys have no colour where the theme has none`() throws {
        for smiley in Smiley.allCases {
            var picture = Drawing(size: Size(width: 200, height: 200))
            picture.fill(Path(picture.bounds), .white)
            picture.group(transform: AffineTransform(translationX: 100, y: 100)) { smiley.draw(in: &$0, .plain) }
            let pixels = try CairoRenderer.pixels(picture).bgra
            let colored = stride(from: 0, to: pixels.count, by: 4).contains { index in
                let (blue, green, red) = (Int(pixels[index]), Int(pixels[index + 1]), Int(pixels[index + 2]))
                return max(blue, green, red) - min(blue, green, red) > 2
            }
            #expect(!colored, "\(smiley)")
        }
    }
}
