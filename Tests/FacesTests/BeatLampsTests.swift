// SPDX-License-Identifier: Apache-2.0

import Motion
import Rhythm
import Testing

@testable import Faces

@Suite struct BeatLampsTests {
    /// The colours of the lamps, from the left.
    private func colors(beats: Double, isPlaying: Bool = true) throws -> [Color] {
        var drawing = Drawing(size: Size(width: 100, height: 20))
        let lamps = BeatLamps(
            center: Point(x: 50, y: 10), width: 80, radius: 4, unlit: .black, lit: .white, bell: Color(hex: 0xFF0000))
        lamps.draw(in: &drawing, Moment(beats: beats, tempo: try Tempo(90), isPlaying: isPlaying))
        return drawing.elements.flatMap { element -> [Color] in
            guard case .group(let lamp) = element, case .fill(_, .color(let color)) = lamp.elements[0] else {
                return []
            }
            return [color]
        }
    }

    @Test func `the lamp of the beat is lit, in the colour of the bell where it rings`() throws {
        let bell = Color(hex: 0xFF0000)
        #expect(try colors(beats: 0.5) == [bell, .black, .black, .black])
        #expect(try colors(beats: 2.9) == [.black, .black, .white, .black])
        #expect(try colors(beats: 4) == [bell, .black, .black, .black])
    }

    @Test func `at rest no lamp is lit`() throws {
        #expect(try colors(beats: 2, isPlaying: false) == Array(repeating: .black, count: 4))
    }
}
