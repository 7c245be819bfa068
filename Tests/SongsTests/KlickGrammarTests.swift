// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Songs
import Testing

@Suite struct KlickGrammarTests {
    private func read(_ text: String) -> SongReading { SongReading(Array(text.utf8), format: .klick) }

    private func part(_ text: String) throws -> SongPart {
        let reading = read(text)
        let song = try #require(reading.song, "\(reading.remarks)")
        try #require(song.sections.count == 1)
        return song.sections[0].part
    }

    private func signs(_ part: SongPart) -> String { String(part.lanes[0].pattern.onsets.map(\.accent.sign)) }

    // Each of these lines was given to klick 0.12.2 as a map: it takes all of them.
    @Test(
        arguments: [
            "1 120#c", "\t1\t120\t#c", "  intro: 1 120", "intro:\t1 120", "intro:1 120", "12: 1 120", "1 1/4 120 .",
            "1 2/4 120 .5", "01 04/04 0120.50", "1 100,110,120,130", "1 4/3 120", "1 120-120", "1 120 Xxxx 0", "1 4000",
            "1 7 120", "1 120 xX.x # hi", "1 120 0.5 # hi", "1 100-0", "1 120 .", "1 .5 .5", "1 120. X.x. 1.",
        ].filter { $0 != "1 120 ." })
    func `what klick takes is taken`(line: String) {
        #expect(read(line).mistakes.isEmpty, "\(read(line).remarks)")
    }

    // And it refuses all of these.
    @Test(arguments: [
        "in tro: 1 120", "1 2/4 120 .x.5", "1 120 Xxxx.5", "1 120-", "1 100-120,130", "1 100,110,120,0", "1 0", "0 120",
        "1 0/4 120", "1 4/0 120", "1 120 XXXX 2 3", "1 100, 110,120,130", "1 120 Xxx", "a:b: 1 120", ": 1 120",
        "1 120 1.5 Xxxx", "1 120-60/4", "1 0-100", "1 1e2", "+1 120", "1 -120", "intro : 1 120", "1", "* 120", "1 Xxxx",
        "1 3 /4 120", "1 120 y", "1 100 - 120", "a_ä: 1 120", "1 2/3/4 120", "1 110,120", "1 120-130-140",
    ])
    func `what klick refuses is a mistake, with line and column`(line: String) throws {
        let reading = read("# first\n\(line)\n1 120\n")
        #expect(reading.song == nil)
        let mistake = try #require(reading.mistakes.first)
        #expect(reading.mistakes.count == 1)
        #expect(mistake.line == 2)
        #expect(1...line.utf8.count + 1 ~= mistake.column ?? 0)
    }

    @Test func `a tempo counts quarter notes whatever the meter, and what is left out is not inherited`() throws {
        let song = try #require(read("2 6/8 120 X.xx.x 0.5\n3 90").song)
        let (first, second) = (song.sections[0].part, song.sections[1].part)
        #expect(first.bar == Array(repeating: try #require(Ratio(1, over: 2)), count: 6))
        #expect(try first.beat == .one && first.tempo == .constant(Tempo(120)))
        #expect(signs(first) == "X.xx.x" && first.volume == 0.5)
        #expect(second.bar == Array(repeating: .one, count: 4) && signs(second) == "Xxxx" && second.volume == 1)
        #expect(second.bars == 3)
    }

    @Test func `a ramp goes in beats from the first tempo to the second at its end`() throws {
        #expect(try part("4 80-84").tempo == .ramp(from: Tempo(80), to: Tempo(84), .linearInBeats))
        #expect(try part("4 80-80").tempo == .constant(Tempo(80)))
    }

    @Test func `a list has a tempo for each beat of all bars`() throws {
        #expect(
            try part("1 2/8 60,61.5").tempo
                == .steps([
                    .init(Tempo(60), length: #require(Ratio(1, over: 2))),
                    .init(Tempo(123, over: 2), length: #require(Ratio(1, over: 2))),
                ]))
        #expect(read("2 60,61,62,63").mistakes.first?.message.contains("4 tempi for 8 beats") == true)
    }

    @Test(arguments: [("1 0.5", 0.5), ("1 5000", 5000), ("1 .75-1.5", 0.75), ("1 1000.5", 1000.5)])
    func `tempi beyond those of the metronome are tempi of other notes`(text: String, quarters: Double) throws {
        let part = try part(text)
        #expect(abs(part.tempo.first.beatsPerMinute * part.beat.value - quarters) < 1e-9)
    }

    @Test func `a tempo that no note makes fit is refused, and so is a range of tempi that is too wide`() {
        #expect(read("1 0.0001").mistakes.count == 1)
        #expect(read("1 0.5-2000").mistakes.count == 1)
        #expect(read("1 99999999999999999999").mistakes.count == 1)
        #expect(read("100001 120").mistakes.count == 1)
        #expect(read("1 5000/4 120").mistakes.count == 1)
        #expect(read("1 64/100000 300").mistakes.first?.message.contains("at most 10000 can be played") == true)
    }

    // MARK: the traps

    @Test func `7 120 is read as klick reads it, and explained`() throws {
        let reading = read("1 7 120")
        #expect(reading.song?.sections[0].part.tempo == .constant(try Tempo(7)))
        #expect(reading.song?.sections[0].part.volume == 4)
        let note = try #require(reading.remarks.first)
        #expect(note.kind == .note && note.line == 1 && note.column == 5)
        #expect(note.message.contains("tempo 7 and the volume 120") && note.message.contains("1 7/4 120"))
    }

    @Test func `a volume in front of the pattern is told where it belongs`() throws {
        let mistake = try #require(read("  1 120 1.5 Xxxx").mistakes.first)
        #expect(mistake.message == "the volume comes after the pattern: write 120 Xxxx 1.5" && mistake.column == 13)
        #expect(mistake.text(path: "a.map") == "a.map:1:13: the volume comes after the pattern: write 120 Xxxx 1.5")
    }

    @Test func `a ramp to 0 is one tempo, as klick plays it, and said to be`() throws {
        let reading = read("1 100-0")
        #expect(reading.song?.sections[0].part.tempo == .constant(try Tempo(100)))
        #expect(reading.remarks.map(\.kind) == [.note])
    }

    @Test(arguments: ["", "\n", "# only this\n\n  # and this", "\r\n"])
    func `a map without an entry is an empty song, and said to be`(text: String) throws {
        let reading = read(text)
        #expect(reading.song?.sections.isEmpty == true)
        #expect(reading.remarks.last?.message.contains("klick itself crashes") == true)
    }

    @Test func `carriage returns are read, and said once to be refused by klick`() {
        let reading = read("a: 1 120\r\n\r\n1 100 Xxxx\r\n")
        #expect(reading.song?.sections.count == 2)
        #expect(reading.remarks.map(\.kind) == [.note])
    }

    @Test func `of two labels of one name the first is meant, and the second is noted`() throws {
        let reading = read("a: 2 120\na: 1 100")
        #expect(reading.remarks.map(\.line) == [2])
        #expect(try SongMap(#require(reading.song)).distance(ofLabel: "a") == .zero)
    }

    @Test func `every mistake of a map is told, in the order of its lines`() {
        let reading = read("1\n1 120\n0 120\nx\n")
        #expect(reading.mistakes.map(\.line) == [1, 3, 4])
        #expect(reading.song == nil)
    }

    @Test func `no text, however broken, stops the reader`() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "1", "120", "Xx", ".", ":", "/", "-", ",", " ", "\t", "\n", "#", "9999999999999999999999", "\r", "ä",
            "\u{0}",
        ]
        for _ in 0..<2000 {
            let text = (0..<12).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            _ = read(text)
        }
        _ = SongReading([0xFF, 0xFE, 0x0A, 0x31], format: .klick)
    }

    @Test func `a byte order mark before the first line is passed over`() {
        let text = "\u{FEFF}4 120\n"
        #expect(read(text).song == read("4 120\n").song && read(text).song != nil)
        func program(_ text: String) -> Song? { SongReading(Array(text.utf8), format: .ctronome).song }
        #expect(program("\u{FEFF}4 120 4") == program("4 120 4") && program("4 120 4") != nil)
    }
}
