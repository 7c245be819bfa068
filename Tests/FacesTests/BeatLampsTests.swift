// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
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

    /// The boxes of lamps and dots, and their colours, in the order in which they are drawn.
    private func shapes(_ moment: Moment) -> [(box: Rect, color: Color, isRing: Bool)] {
        var drawing = Drawing(size: Size(width: 200, height: 20))
        let lamps = BeatLamps(
            center: Point(x: 100, y: 10), width: 200, radius: 4, unlit: .black, lit: .white, bell: Color(hex: 0xFF0000))
        lamps.draw(in: &drawing, moment)
        func shape(_ element: Drawing.Element) -> [(box: Rect, color: Color, isRing: Bool)] {
            switch element {
            case .fill(let path, .color(let color)): [(path.boundingRect, color, false)]
            case .stroke(let path, .color(let color), _): [(path.boundingRect, color, true)]
            case .group(let group): group.elements.flatMap(shape)
            default: []
            }
        }
        return drawing.elements.flatMap(shape)
    }

    @Test func `groups are apart, and their first lamps are large`() throws {
        let meter = try Meter(parsing: "2+3/8")
        let lamps = shapes(Moment(beats: 0, tempo: try Tempo(90), meter: meter))
        let places = lamps.map(\.box.midX)
        let ways = zip(places, places.dropFirst()).map { ($1 - $0).rounded() }
        #expect(ways == [16, 24, 16, 16] && abs((places[0] + places[4]) / 2 - 100) < 1e-9)
        #expect(lamps.map { $0.box.width.rounded() } == [8, 8, 10, 8, 8])
    }

    @Test func `accents have sizes, and a silent beat is a ring`() throws {
        var moment = Moment(beats: 1, tempo: try Tempo(90))
        moment.accents = try Accent.accents(signs: "XAo.")
        let lamps = shapes(moment)
        #expect(
            lamps.map { $0.box.width.rounded() } == [8, 10, 5, 7] && lamps.map(\.isRing) == [false, false, false, true])
        // The accents of another bar say nothing.
        moment.accents = try Accent.accents(signs: "oo")
        #expect(shapes(moment).map { $0.box.width.rounded() } == [8, 8, 8, 8])
    }

    @Test func `the parts of a beat are dots, and one of lamp and dots is lit at a time`() throws {
        for (beats, lit) in [(1.0, 3), (1.49, 3), (1.7, 2), (2.1, 5)] {
            var moment = Moment(beats: beats, tempo: try Tempo(90))
            moment.subdivisions = [0.5]
            let shapes = shapes(moment)
            #expect(shapes.count == 8 && shapes.indices.filter { shapes[$0].color == .white } == [lit], "at \(beats)")
            #expect(shapes[2].box.midX - shapes[3].box.midX == 8)
        }
    }

    @Test func `at rest no lamp is lit`() throws {
        #expect(try colors(beats: 2, isPlaying: false) == Array(repeating: .black, count: 4))
    }
}
