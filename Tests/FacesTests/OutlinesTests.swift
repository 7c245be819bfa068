// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@testable import Faces

@Suite struct OutlinesTests {
    @Test func `letters are as wide as in the font`() {
        // DejaVu Sans 2.37: advances of the hmtx table over 2048 units to the em.
        let font = Font(size: 2048)
        #expect(font.advance(of: "A") == 1401)
        #expect(font.advance(of: " ") == 651)
        #expect(Font(size: 2048, weight: .bold).advance(of: "A") == 1585)
    }

    @Test(arguments: Font.Weight.allCases) func `digits are all of one width`(weight: Font.Weight) {
        let font = Font(size: 10, weight: weight)
        #expect(Set("0123456789".map { font.advance(of: $0) }).count == 1)
    }

    @Test func `capital letters stand on the baseline and are as high as said`() {
        let box = Font(size: 100).path(of: "H").boundingRect
        #expect(box.maxY == 0)
        #expect(abs(box.height - Font(size: 100).capHeight) < 1e-9)
    }

    @Test func `an o has two closed contours without a gap`() {
        let path = Font(size: 1).path(of: "o")
        #expect(path.elements.filter { $0 == .closeSubpath }.count == 2)
        #expect(path.boundingRect.width > 0.5)
    }

    @Test func `a letter and its accent are one letter, however they are written`() {
        let font = Font(size: 12)
        #expect(font.has("e\u{301}"))
        #expect(font.path(of: "e\u{301}") == font.path(of: "\u{E9}"))
    }

    @Test func `a letter that there is not is drawn as the sign for that`() {
        let font = Font(size: 12)
        #expect(!font.has("漢"))
        #expect(font.path(of: "漢") == font.path(of: "\u{FFFD}"))
    }

    @Test func `text is centred where it should be`() {
        let text = Text("HH", font: Font(size: 20), at: Point(x: 50, y: 30))
        let box = text.path.boundingRect
        #expect(abs(box.center.y - 30) < 1e-9)
        #expect(abs(box.center.x - 50) < 0.01)
    }

    @Test func `words are broken into lines that fit`() {
        let font = Font(size: 10)
        let lines = Text.lines(of: "The beat is the bass of all there is", font: font, width: 80)
        #expect(lines.count > 1)
        #expect(lines.joined(separator: " ") == "The beat is the bass of all there is")
        #expect(lines.allSatisfy { Text($0, font: font, at: .zero).width <= 80 })
    }
}
