// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct QuotesFaceTests {
    private func face(_ text: String) throws -> QuotesFace { try QuotesFace().showing(file: Array(text.utf8)) }

    private func drawing(_ face: QuotesFace, _ beats: Double, size: Size = Size(width: 600, height: 400)) throws
        -> Drawing
    {
        face.drawing(at: Moment(beats: beats, tempo: try Tempo(90)), size: size, theme: .light)
    }

    private func words(_ face: QuotesFace, _ beats: Double) throws -> String {
        try drawing(face, beats).strings(in: "quote").joined(separator: " ")
    }

    @Test func `the next one comes on every eighth beat, and after the last the first`() throws {
        let face = try face("one\ntwo\nthree\n")
        for (beats, word) in [(0.0, "one"), (7.999, "one"), (8, "two"), (15.999, "two"), (16, "three"), (24, "one")] {
            #expect(try words(face, beats) == word)
        }
        #expect(face.cycle == .beats(24))
    }

    @Test func `a given quotes.index holds, whatever number it is`() throws {
        let face = try face("one\ntwo\nthree\n")
        for (index, word) in [(0.0, "one"), (1, "two"), (5.9, "three"), (-1, "three"), (.nan, "one"), (1e300, "one")] {
            let moment = Moment(beats: 3, tempo: try Tempo(90), values: ["quotes.index": index])
            let drawing = face.drawing(at: moment, size: Size(width: 600, height: 400), theme: .light)
            #expect(drawing.strings(in: "quote") == [word], "\(index)")
        }
    }

    @Test(arguments: [1, 3, 64]) func `over so many beats, one stays for as many, a lamp each`(span: Int) throws {
        var face = QuotesFace()
        face.span = span
        face = try face.showing(file: Array("one\ntwo\nthree\n".utf8))
        let words = try [0, span - 1, span, 2 * span, 3 * span].map { try self.words(face, Double($0) + 0.9) }
        #expect(words == ["one", "one", "two", "three", "one"])
        #expect(face.cycle == .beats(3 * span))
        let drawing = try drawing(face, Double(2 * span) - 0.5)
        let (first, last) = try (
            #require(try self.drawing(face, 0.5).frame(of: "lamp")), #require(drawing.frame(of: "lamp"))
        )
        #expect(drawing.bounds.holds(first) && drawing.bounds.holds(last))
        #expect(abs(first.midX + last.midX - drawing.bounds.width) < 1e-9 && (span == 1 || first.maxX < last.minX))
    }

    @Test func `a file holds one on each line, and after a dash who said it`() throws {
        let quotes = try Quotation.all(
            in: Array(
                "\u{FEFF}# mine\r\n\r\n  Time   flies. — Anon.\r\nA -- b -- Somebody, Somewhere\nno - body\n — \n".utf8)
        )
        #expect(quotes.map(\.text) == ["Time flies.", "A -- b", "no - body", "—"])
        #expect(quotes.map(\.author) == ["Anon.", "Somebody, Somewhere", nil, nil])
    }

    @Test(
        arguments: [
            ([], "no quotation"), (Array("\n \n# nothing\n".utf8), "no quotation"), ([0xFF, 0xFE, 0x41], "UTF-8"),
            (Array("fine\n\u{1}\u{2}".utf8), "line 2"),
            (Array(String(repeating: "a", count: 401).utf8), "401 characters"),
            (Array(("a" + String(repeating: "\u{301}", count: 20_000)).utf8), "20001 characters"),
        ] as [([UInt8], String)])
    func `an empty or damaged file is refused with a sentence`(bytes: [UInt8], words: String) {
        do {
            _ = try QuotesFace().showing(file: bytes)
            Issue.record("it was accepted")
        } catch {
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    @Test func `a quotation of 400 characters is taken`() throws {
        #expect(try Quotation.all(in: Array(repeating: UInt8(ascii: "a"), count: 400)).count == 1)
    }

    @Test func `there are some without a file, each with who said it`() {
        #expect(Quotation.builtIn.count == 8)
        #expect(Quotation.builtIn.allSatisfy { $0.author != nil && !$0.text.contains("—") })
        for quote in Quotation.builtIn {
            #expect((quote.text + (quote.author ?? "")).allSatisfy { Font(size: 1).has($0) })
        }
    }

    @Test func `everything is inside the picture, however long it is`() throws {
        let long = String(repeating: "word ", count: 65)
        let longWord = String(repeating: "W", count: 60)
        for text in ["short", long, longWord, "\(long.dropLast(5)) — \(longWord)", "I — me"] {
            for size in [Size(width: 600, height: 400), Size(width: 900, height: 200), Size(width: 200, height: 600)] {
                let drawing = try drawing(face(text), 0, size: size)
                for part in ["quote", "author"] {
                    guard let frame = drawing.frame(of: part) else { continue }
                    #expect(drawing.bounds.holds(frame), "\(part) of \(text.prefix(20)) in \(size)")
                }
                if let author = drawing.frame(of: "author"), let quote = drawing.frame(of: "quote") {
                    #expect(author.minY >= quote.maxY)
                    #expect(try #require(drawing.frame(of: "lamp")).minY > author.maxY)
                }
            }
        }
    }

    @Test func `a lamp for each of the eight beats is lit in turn`() throws {
        let places = try (0..<8).map { try #require(drawing(face("a"), Double($0) + 0.5).frame(of: "lamp")).midX }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
}
