// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct CardsFaceTests {
    private let face = CardsFace()

    private func moment(_ beats: Double, isPlaying: Bool = true) throws -> Moment {
        Moment(beats: beats, tempo: try Tempo(60), isPlaying: isPlaying)
    }

    private func parts(_ beats: Double) throws -> [String] {
        face.drawing(at: try moment(beats), size: face.defaultSize, theme: .light).partNames
    }

    @Test(arguments: [
        // motion.json, flip: time at 60 bpm, whether the back shows, how often it was turned.
        (0.0, false, 0), (0.999, false, 0), (1.5, true, 1), (2.999, true, 1), (3.5, false, 1), (5.0, true, 2),
        (9.0, true, 3),
    ])
    func `its back shows in the middle of the bar, and the picture changes on the turn`(
        beats: Double, isFlipped: Bool, turns: Int
    ) throws {
        #expect(try parts(beats) == [isFlipped ? "back" : "front"])
        #expect(face.front(try moment(beats), .light).strings == ["\(turns + 1)", "bar"])
    }

    @Test func `bar and suit never change while the front is seen`() throws {
        var seen: Drawing?
        for step in 0..<640 {
            let now = try moment(Double(step) / 40)
            guard try parts(now.position.beats) == ["front"] else {
                seen = nil
                continue
            }
            let front = face.front(now, .light)
            #expect(seen == nil || seen == front, "at beat \(now.position.beats)")
            seen = front
        }
    }

    @Test func `on the first beat of a bar its number is seen from straight ahead`() throws {
        for bar in 1...6 {
            let now = try moment(Double(bar - 1) * 4)
            #expect(try parts(now.position.beats) == ["front"])
            #expect(face.front(now, .light).strings == ["\(bar)", "bar"])
            let frame = face.drawing(at: now, size: Size(width: 600, height: 600), theme: .light).frame(of: "front")
            let card = try #require(frame)
            #expect(abs(card.width - 265) < 1e-6 && abs(card.height - 400) < 1e-6)
        }
    }

    @Test func `four suits follow each other`() throws {
        let fronts = try (0..<5).map { face.front(try moment(Double($0) * 4), .light).elements(of: "front")[2] }
        #expect(Set(fronts.prefix(4)).count == 4)
        #expect(fronts[4] == fronts[0])
    }

    @Test func `the back says the tempo`() throws {
        let now = Moment(beats: 2, tempo: try Tempo(parsing: "137.25"))
        #expect(face.back(now, .dark).strings == ["137.3", "bpm"])
    }

    @Test func `what is written stays level, and is never seen in a mirror`() throws {
        for step in 0..<160 {
            let view = CardsFace.view(try moment(Double(step) / 20 + 0.013), face.defaultSize)
            let level = CardsFace.level(in: view)
            let middle = CardsFace.middle
            let place = middle.applying(view)
            let right = (middle + Point(x: 1, y: 0).applying(level)).applying(view) - place
            let down = (middle + Point(x: 0, y: 1).applying(level)).applying(view) - place
            #expect(right.x > 0 && abs(right.y) < 1e-6 * right.x)
            #expect(down.y > 0)
        }
    }

    @Test func `the card never leaves the picture`() throws {
        for size in [Size(width: 400, height: 400), Size(width: 900, height: 200)] {
            for step in 0..<200 {
                let drawing = face.drawing(at: try moment(Double(step) / 25), size: size, theme: .light)
                let frame = try #require(drawing.frame(of: "front") ?? drawing.frame(of: "back"))
                #expect(drawing.bounds.holds(frame))
            }
        }
    }

    @Test func `at rest it lies with the front up`() throws {
        let drawing = face.drawing(at: try moment(2, isPlaying: false), size: face.defaultSize, theme: .light)
        #expect(drawing.partNames == ["front"])
    }
}
