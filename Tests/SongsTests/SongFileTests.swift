// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Songs
import Testing

@Suite struct SongFileTests {
    private func read(_ text: String) -> SongReading { SongReading(Array(text.utf8), format: .toml) }

    private func song(_ text: String) throws -> Song {
        let reading = read(text)
        return try #require(reading.song, "\(reading.remarks)")
    }

    private func part(_ text: String) throws -> SongPart {
        try song("tempo = 120\n[[section]]\nbars = 4\n" + text).sections[0].part
    }

    private func signs(_ part: SongPart) -> String { String(part.lanes[0].pattern.onsets.map(\.accent.sign)) }

    @Test func `a section has what it says, else what the top says, else a usual bar`() throws {
        let song = try song(
            """
            title = "Blue"
            tempo = 120
            meter = "3/4"
            pattern = "Xox"
            volume = "50%"
            [[section]]
            label = "a"
            bars = 2
            [[section]]
            bars = 3
            tempo = 90.5
            meter = "7/8"
            volume = 1
            """)
        #expect(song.title == "Blue" && song.countIn == nil)
        let (a, b) = (song.sections[0], song.sections[1])
        #expect(a.label == "a" && b.label == nil && a.times == 1)
        #expect(a.part.bars == 2 && a.part.bar == [.one, .one, .one] && signs(a.part) == "Xox" && a.part.volume == 0.5)
        #expect(try a.part.tempo == .constant(Tempo(120)) && a.part.beat == .one)
        #expect(try b.part.bar == Array(repeating: #require(Ratio(1, over: 2)), count: 7) && signs(b.part) == "Xxxxxxx")
        #expect(try b.part.tempo == .constant(Tempo(181, over: 2)) && b.part.volume == 1)
    }

    @Test func `a tempo counts quarters, or the note that it names, or that tempo_note names`() throws {
        #expect(try part("").beat == .one)
        let dotted = try part("tempo = \"dotted-quarter = 60\"")
        #expect(try dotted.beat == #require(Ratio(3, over: 2)) && dotted.tempo == .constant(Tempo(60)))
        let eighth = try part("tempo_note = \"eighth\"\ntempo = 200")
        #expect(try eighth.beat == #require(Ratio(1, over: 2)) && eighth.tempo == .constant(Tempo(200)))
        #expect(try part("tempo = \"Allegro\"").tempo == .constant(Tempo(144)))
    }

    @Test func `a ramp starts where it says, else at the tempo of the top, in whatever note`() throws {
        #expect(try part("tempo = { to = 80 }").tempo == .ramp(from: Tempo(120), to: Tempo(80), .linearInBeats))
        #expect(
            try part("tempo = { from = 60, to = 80, over = \"time\" }").tempo
                == .ramp(from: Tempo(60), to: Tempo(80), .linearInTime))
        #expect(try part("tempo = \"120 to 90\"").tempo == .ramp(from: Tempo(120), to: Tempo(90), .linearInBeats))
        #expect(
            try part("tempo_note = \"half\"\ntempo = { to = 80 }").tempo
                == .ramp(from: Tempo(60), to: Tempo(80), .linearInBeats))
    }

    @Test func `steps go evenly from the first tempo to the last, each for some bars`() throws {
        let steps = try part("tempo = { from = 80, to = 100, over = \"steps\" }").tempo
        guard case .steps(let list) = steps else { throw SongRemarkMissing() }
        #expect(try list.map(\.tempo) == [Tempo(80), Tempo(260, over: 3), Tempo(280, over: 3), Tempo(100)])
        #expect(list.allSatisfy { $0.length == Ratio(4) })
        guard case .steps(let two) = try part("tempo = { to = 100, over = \"steps\", every = 3 }").tempo else {
            throw SongRemarkMissing()
        }
        #expect(try two.map(\.tempo) == [Tempo(120), Tempo(100)] && two.allSatisfy { $0.length == Ratio(12) })
    }

    @Test func `a list has a tempo for each beat`() throws {
        let song = try song("[[section]]\nbars = 1\nmeter = \"2/4\"\ntempo = [60, 120]")
        #expect(
            song.sections[0].part.tempo
                == .steps([.init(try Tempo(60), length: .one), .init(try Tempo(120), length: .one)]))
    }

    @Test func `bars are felt in the beats that are asked for, and a pattern may reach over several bars`() throws {
        let six = try part("meter = \"6/8\"\nbeat = \"dotted-quarter\"\npattern = \"XxoA\"")
        #expect(try six.bar == Array(repeating: #require(Ratio(3, over: 2)), count: 2))
        #expect(signs(six) == "XxoA" && six.lanes[0].pattern.cycle == 12)
    }

    @Test func `endings take what their section says, go on at its last tempo, and are for their number's pass`() throws
    {
        let song = try song(
            """
            tempo = 120
            [[section]]
            label = "verse"
            bars = 4
            times = 3
            meter = "3/4"
            tempo = { to = 90 }
            [[section.ending]]
            bars = 1
            passes = [1, 2]
            [[section.ending]]
            bars = 2
            passes = 3
            tempo = { to = 45 }
            fermata = 3
            """)
        let section = song.sections[0]
        #expect(section.times == 3 && section.endings.map(\.passes) == [[1, 2], [3]])
        #expect(section.endings[0].part.tempo == .constant(try Tempo(90)))
        #expect(section.endings[0].part.bar.count == 3)
        #expect(section.endings[1].part.tempo == .ramp(from: try Tempo(90), to: try Tempo(45), .linearInBeats))
        #expect(section.endings[1].part.fermatas == [.init(bar: 2, beat: 3, hold: try #require(Ratio(3)))])
    }

    @Test func `fermatas are on the last beat, or where they are put, and one of 1 changes nothing`() throws {
        #expect(try part("fermata = 1") == part("") && part("fermata = { beat = 2, hold = 1 }") == part(""))
        #expect(try part("fermata = 2.5").fermatas == [.init(bar: 4, beat: 4, hold: #require(Ratio(5, over: 2)))])
        #expect(
            try part("fermata = [{ bar = 1, beat = 2, hold = 2 }, { bar = 3, hold = 4 }]").fermatas
                == [.init(bar: 1, beat: 2, hold: #require(Ratio(2))), .init(bar: 3, beat: 4, hold: #require(Ratio(4)))])
    }

    @Test func `a count-in is a number of bars, or a table`() throws {
        let end = "\ntempo = 60\n[[section]]\nbars = 1"
        #expect(try song("count_in = 2" + end).countIn == .init(bars: 2))
        #expect(try song("count_in = 0" + end).countIn == nil)
        #expect(
            try song("count_in = { bars = 1, pattern = \"X.x.\", volume = 0.5 }" + end).countIn
                == .init(bars: 1, accents: [.bell, .mute, .normal, .mute], volume: 0.5))
    }

    @Test func `a tempo that is nowhere is missed beside other mistakes, and one that is wrong is not missed`() {
        func mistakes(_ text: String) -> [String] {
            SongReading([UInt8](text.utf8), format: .toml).mistakes.map(\.message)
        }
        let missing = mistakes("[[section]]\nname = \"a\"\nbars = 1")
        #expect(missing.count == 2 && missing.contains { $0.hasPrefix("tempo is missing") })
        let wrong = mistakes("tempo = 5000\n[[section]]\nbars = 1\n[[section]]\nbars = 1\ntempo = 0")
        #expect(wrong.count == 2 && wrong.allSatisfy { $0.contains("out of range") })
    }

    @Test(arguments: [
        ("bars = 1", 1, 1, "unknown key \"bars\" in a song"),
        ("tempo = 120\n[[section]]\nbar = 1", 3, 1, "unknown key \"bar\""),
        ("tempo = 120\n[[section]]\nlabel = \"a\"", 2, 1, "bars is missing"),
        ("[[section]]\nbars = 1", 1, 1, "tempo is missing"),
        ("tempo = 5000\n[[section]]\nbars = 1", 1, 1, "5000 bpm is out of range"),
        ("tempo = true", 1, 1, "tempo must be a number"),
        ("tempo = \"crotchet = 60\"", 1, 1, "no note value"),
        ("tempo = { to = 90 }", 1, 1, "from is missing"),
        ("tempo = 100\n[[section]]\nbars = 2\ntempo = { from = 80 }", 4, 1, "to is missing"),
        ("tempo = 100\n[[section]]\nbars = 2\ntempo = { to = 80, over = \"bars\" }", 4, 20, "over must be"),
        ("tempo = 100\n[[section]]\nbars = 2\ntempo = { to = 80, every = 2 }", 4, 1, "every goes with"),
        ("tempo = 100\n[[section]]\nbars = 2\ntempo = [60, 70]", 4, 1, "2 tempi for 8 beats"),
        ("tempo = 100\nmeter = \"4/5\"", 2, 1, "not a meter"),
        ("tempo = 100\n[[section]]\nbars = 0", 3, 1, "bars must be a whole number from 1 to 100000"),
        ("tempo = 100\n[[section]]\nbars = 1.5", 3, 1, "whole number"),
        ("tempo = 100\n[[section]]\nbars = 1\npattern = \"Xxy.\"", 4, 1, "none of the signs"),
        ("tempo = 100\n[[section]]\nbars = 1\npattern = \"Xxx\"", 4, 1, "does not fit bars of 4 beats"),
        ("tempo = 100\n[[section]]\nbars = 1\nbeat = \"dotted-quarter\"", 4, 1, "no whole number of such beats"),
        ("tempo = 100\n[[section]]\nbars = 1\nvolume = 5", 4, 1, "from 0 to 4"),
        ("tempo = 100\n[[section]]\nbars = 1\nfermata = 0.5", 4, 1, "held 1 to 64 times"),
        ("tempo = 100\n[[section]]\nbars = 1\nfermata = { bar = 2, hold = 2 }", 4, 13, "bar must be a whole number"),
        (
            "tempo = 100\n[[section]]\nbars = 1\ntimes = 2\n[[section.ending]]\nbars = 1\npasses = 3", 7, 1,
            "the section has times = 2"
        ),
        (
            "tempo = 100\n[[section]]\nbars = 1\n[[section.ending]]\nbars = 1\n[[section.ending]]\nbars = 1", 6, 1,
            "never played"
        ),
        ("tempo = 100\nlanes = \"kick x..q\"\n[[section]]\nbars = 1", 2, 18, "\"q\" is no step"),
        ("tempo = 100\ncount_in = { pattern = \"Xx\" }", 2, 1, "needs bars"),
        ("tempo = 100\nsection = 3", 2, 1, "must be a table"),
        ("tempo = 100\ntempo = 90", 2, 9, ""), ("a = ", 1, 5, ""),
    ])
    func `a mistake is told with line and column, and what is allowed`(
        text: String, line: Int, column: Int, words: String
    ) throws {
        let reading = read(text)
        #expect(reading.song == nil)
        let mistake = try #require(reading.mistakes.first)
        #expect(mistake.line == line && mistake.column == column, "\(mistake)")
        #expect(words.isEmpty || mistake.message.contains(words), "\(mistake)")
    }

    @Test func `a mistake in lanes is told once, whatever sections and endings they hold for`() {
        let lanes = "lanes = \"kick x..x solo\"\n"
        let ending = "times = 2\n[[section.ending]]\nbars = 1\n[[section.ending]]\nbars = 1\n"
        let inSection = read("tempo = 100\n[[section]]\nbars = 1\n" + lanes + ending)
        #expect(inSection.mistakes.map(\.line) == [4], "\(inSection.mistakes)")
        let atTop = read("tempo = 100\n" + lanes + "[[section]]\nbars = 1\n[[section]]\nbars = 1\n" + ending)
        #expect(atTop.mistakes.map(\.line) == [2], "\(atTop.mistakes)")
        let other = read("tempo = 100\n[[section]]\nbars = 1\n" + lanes + "[[section]]\nbars = 1\n" + lanes)
        #expect(other.mistakes.map(\.line) == [4, 7])
    }

    @Test func `a label that is there twice is noted where it comes again`() {
        let reading = read("tempo = 90\n[[section]]\nlabel = \"a\"\nbars = 1\n[[section]]\nlabel = \"a\"\nbars = 1")
        #expect(reading.song?.sections.count == 2)
        #expect(reading.remarks.map(\.kind) == [.note] && reading.remarks.map(\.line) == [5])
    }

    @Test func `all mistakes are told, in the order of the text`() {
        let reading = read("tempo = 100\nvolume = 9\n[[section]]\nbars = 0\nx = 1\n[[section]]\nbars = 2\nmeter = 3")
        #expect(reading.mistakes.map(\.line) == [2, 4, 5, 8])
    }

    @Test func `a count-in that does not fit where the song begins is a mistake`() {
        let reading = read("tempo = 100\ncount_in = { bars = 1, pattern = \"Xxx\" }\n[[section]]\nbars = 1")
        #expect(reading.mistakes.count == 1)
    }

    @Test func `no text, however broken, stops the reader`() {
        var random = SeededGenerator(seed: 4)
        let keys = [
            "title", "tempo", "tempo_note", "meter", "beat", "pattern", "volume", "count_in", "label", "bars", "times",
            "passes", "fermata", "section", "x",
        ]
        let values = [
            "1", "0", "-1", "2", "9223372036854775807", "1e300", "1e-300", "0.1", "120", "true", "\"\"", "\"Xxxx\"",
            "\"4/4\"",
            "\"64/64\"", "\"triplet-sixty-fourth\"", "\"dotted-whole = 999.999999\"", "\"=\"", "\"100%\"", "\"1e9%\"",
            "[]",
            "[1, 2]", "[[1]]", "{}", "{ to = 3 }", "{ from = 1, to = 1000, over = \"steps\", every = 99999 }",
            "{ bar = 1, beat = 1, hold = 64 }", "{ bars = 64, pattern = \"X\" }", "[120, 1, 1000, 60.5]",
            "\"ä\\u0000\"",
        ]
        for _ in 0..<3000 {
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: lines.append("[[section]]\nbars = 3")
                case 1: lines.append("[[section.ending]]\nbars = 1")
                default:
                    guard let key = keys.randomElement(using: &random), let value = values.randomElement(using: &random)
                    else { continue }
                    lines.append("\(key) = \(value)")
                }
            }
            let reading = read(lines.joined(separator: "\n"))
            #expect(reading.song != nil || !reading.mistakes.isEmpty)
        }
    }

    @Test func `a file without sections is an empty song, and said to be`() {
        #expect(read("").song?.sections.isEmpty == true)
        #expect(read("tempo = 100").remarks.map(\.kind) == [.note])
    }

    @Test func `lanes are those of the section, else those of the top while its bar holds`() throws {
        let song = try song(
            """
            tempo = 120
            lanes = "kick x...x... | hat xxxxxxxx gain=60%"
            [[section]]
            bars = 1
            [[section]]
            bars = 1
            meter = "3/4"
            [[section]]
            bars = 1
            lanes = "off"
            [[section]]
            bars = 1
            groove = "Bossa"
            [[section.ending]]
            bars = 1
            lanes = "clave 3:2"
            """)
        let names = song.sections.map { $0.part.named.map(\.name) }
        #expect(names == [["kick", "hat"], [], [], ["rim", "kick", "hat"]])
        #expect(song.sections[0].part.named[1].gain.value == 0.6)
        #expect(song.sections[3].endings[0].part.named.map(\.name) == ["clave"])
    }

    @Test(arguments: [
        ("lanes = 3", "5:1: lanes must be a text"),
        ("lanes = \"kick\"", "5:1: there is no lane"),
        ("lanes = \"kick x.q.\"", "5:17: \"q\" is no step"),
        ("lanes = \"tick every 2 s\"", "5:1: lane tick: a song is counted in beats and bars"),
        ("lanes = \"beat mute\"", "5:1: lane beat: the keys pattern and volume"),
        ("groove = \"polka\"", "5:1: groove must be one of rock, half-time, shuffle"),
        ("lanes = \"hat xx\"\ngroove = \"rock\"", "6:1: lanes and groove say the same"),
    ])
    func `a mistake in lanes is told where it is written`(line: String, expected: String) {
        let reading = read("tempo = 120\n[[section]]\nbars = 4\nmeter = \"4/4\"\n" + line)
        #expect(reading.song == nil)
        #expect(
            reading.mistakes.contains { $0.text(path: "f").hasPrefix("f:" + expected) },
            "\(reading.mistakes.map { $0.text(path: "f") })")
    }

    @Test func `a ramp from a tempo above that its note cannot count says so`() throws {
        let text = "tempo = \"whole = 300\"\n[[section]]\nbars = 1\n"
        let reading = read(text + "tempo = { to = 100 }")
        #expect(reading.mistakes.map(\.line) == [4])
        #expect(reading.mistakes.first?.message.hasPrefix("the tempo above is out of range in the note") == true)
        for way in ["tempo = { from = 120, to = 100 }", "tempo = { to = 100 }\ntempo_note = \"whole\""] {
            #expect(read(text + way).song != nil)
        }
    }
}

private struct SongRemarkMissing: Error {}
