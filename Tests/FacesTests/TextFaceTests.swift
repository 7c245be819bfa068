// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct WaveFaceTests {
    private func drawing(_ beats: Double, bpm: Int64, size: Size = Size(width: 400, height: 400)) throws -> Drawing {
        WaveFace().drawing(at: Moment(beats: beats, tempo: try Tempo(bpm)), size: size, theme: .light)
    }

    private func scales(_ drawing: Drawing, count: Int) throws -> [Double] {
        try (0..<count).map { try #require(drawing.transform(of: "letter \($0)")).a }
    }

    @Test func `in the middle of the bar the wave is in the middle of the word`() throws {
        // motion.json, wave: the scales within a wave six letters wide.
        let scales = try scales(drawing(2, bpm: 120), count: 7)
        let expected = [1, 1.25, 1.75, 2, 1.75, 1.25, 1]
        #expect(zip(scales, expected).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test func `the wave comes in on the left, goes out on the right, and is gone on the bar`() throws {
        #expect(try scales(drawing(0, bpm: 120), count: 7) == Array(repeating: 1, count: 7))
        let early = try scales(drawing(0.7, bpm: 120), count: 7), late = try scales(drawing(3.5, bpm: 120), count: 7)
        #expect(early[0] > 1.2 && early[6] == 1)
        #expect(late[0] == 1 && late[6] > 1.2)
    }

    @Test func `the word is whole, in the middle and inside of the picture, at every tempo`() throws {
        for bpm in [10, 30, 50, 63, 70, 90, 110, 130, 170, 180, 220] as [Int64] {
            let name = try Tempo(bpm).name
            for size in [Size(width: 400, height: 400), Size(width: 900, height: 200)] {
                for beats in stride(from: 0.0, to: 4, by: 0.25) {
                    let drawing = try drawing(beats, bpm: bpm, size: size)
                    #expect(drawing.strings.prefix(name.count).joined() == name)
                    let frames = (0..<name.count).compactMap { drawing.frame(of: "letter \($0)") }
                    let word = try #require(frames.dropFirst().reduce(frames.first) { $0?.union($1) })
                    #expect(drawing.bounds.holds(word))
                    // Letters have more room on one side than on the other.
                    #expect(abs(word.midX - size.width / 2) < 0.03 * size.width)
                }
            }
        }
    }
}

@Suite struct GradientFaceTests {
    private func drawing(_ bpm: Int64, values: [String: Double] = [:], theme: Theme = .light) throws -> Drawing {
        let moment = Moment(beats: 1, tempo: try Tempo(bpm), values: values)
        return GradientFace().drawing(at: moment, size: Size(width: 260, height: 260), theme: theme)
    }

    private func colors(_ drawing: Drawing) throws -> [Color] {
        guard case .fill(_, .linear(let gradient, _, _))? = drawing.elements(of: "tile").first else { return [] }
        return gradient.stops.map(\.color)
    }

    @Test func `slow is cold, fast is warm, and between them the components are mixed one by one`() throws {
        // motion.json, gradient: the colours at 0 and at 1 of the article are the slow end here.
        let slow = try colors(drawing(40)), fast = try colors(drawing(208)), middle = try colors(drawing(124))
        #expect(slow == [Color(red: 0, green: 0.3, blue: 0.5), Color(red: 0, green: 0.46, blue: 0.73)])
        #expect(fast[1] == Theme.light.accent)
        for index in 0..<2 {
            #expect(abs(middle[index].red - (slow[index].red + fast[index].red) / 2) < 1e-9)
            #expect(abs(middle[index].green - (slow[index].green + fast[index].green) / 2) < 1e-9)
            #expect(abs(middle[index].blue - (slow[index].blue + fast[index].blue) / 2) < 1e-9)
        }
        #expect(try colors(drawing(20)) == slow && colors(drawing(400)) == fast)
    }

    @Test func `the marker stands at the tempo, or at a given place`() throws {
        func x(_ drawing: Drawing) throws -> Double { try #require(drawing.location(of: .zero, in: "marker")).x }
        let (slow, fast) = (try x(drawing(40)), try x(drawing(208)))
        #expect(abs(slow - 38) < 1e-9 && abs(fast - 222) < 1e-9)
        #expect(abs(try x(drawing(40, values: ["gradient.mix": 0.25])) - 84) < 1e-9)
    }

    @Test func `what is written can be read on it at any tempo`() throws {
        func luminance(_ color: Color) -> Double { 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue }
        for theme in Theme.all {
            for bpm in stride(from: 40, through: 208, by: 12) as StrideThrough<Int64> {
                let drawing = try drawing(bpm, theme: theme)
                guard
                    case .text(_, .color(let ink))? = drawing.elements(of: "tile").first(where: {
                        if case .text = $0 { true } else { false }
                    })
                else {
                    Issue.record("nothing is written")
                    continue
                }
                for color in try colors(drawing) { #expect(abs(luminance(color) - luminance(ink)) > 0.35) }
            }
        }
    }
}

@Suite struct ColourFaceTests {
    private func color(_ beats: Double, isPlaying: Bool = true, theme: Theme = .light) throws -> Color? {
        let moment = Moment(beats: beats, tempo: try Tempo(60), isPlaying: isPlaying)
        let drawing = ColourFace().drawing(at: moment, size: Size(width: 100, height: 100), theme: theme)
        guard case .text(_, .color(let color))? = drawing.elements(of: "number").first else { return nil }
        return color
    }

    @Test func `a tenth of a beat after the bell it has the accent's colour, after others half of it`() throws {
        for theme in Theme.all {
            let dark = ColourFace.dark(theme)
            let bell = try #require(try color(4.1, theme: theme)), beat = try #require(try color(5.1, theme: theme))
            #expect((bell - theme.accent).magnitudeSquared < 1e-12)
            #expect((beat - dark.mix(with: theme.accent, by: 0.5)).magnitudeSquared < 1e-12)
        }
    }

    @Test func `it is dark again when the next beat comes, and at rest`() throws {
        let dark = ColourFace.dark(.light)
        #expect((try #require(try color(4.999)) - dark).magnitudeSquared < 1e-4)
        #expect(try color(4.1, isPlaying: false) == dark)
    }

    @Test func `the number is that of the beat`() throws {
        for (beats, number) in [(0.0, "1"), (3.9, "4"), (4, "1"), (6.5, "3")] {
            let moment = Moment(beats: beats, tempo: try Tempo(60))
            let drawing = ColourFace().drawing(at: moment, size: Size(width: 100, height: 100), theme: .dark)
            #expect(drawing.strings == [number])
        }
    }
}
