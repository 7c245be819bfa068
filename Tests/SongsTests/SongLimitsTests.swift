// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Songs
import Testing

@Suite struct SongLimitsTests {
    private func read(_ text: String, _ format: SongFormat) -> SongReading {
        SongReading(Array(text.utf8), format: format)
    }

    private static let long = String(repeating: "a", count: 65)

    // MARK: names

    @Test func `a name that is too long is a mistake in our own form`() {
        for text in [Self.long, "e" + String(repeating: "\u{301}", count: 300), "a\\u001Bb"] {
            let reading = read("tempo = 120\n[[section]]\nbars = 1\nlabel = \"\(text)\"", .toml)
            #expect(reading.song == nil && reading.mistakes.map(\.line) == [4], "\(reading.remarks)")
        }
        let title = read("title = \"\(Self.long)\"\ntempo = 120\n[[section]]\nbars = 1", .toml)
        #expect(title.song == nil && title.mistakes.map(\.line) == [1])
    }

    @Test func `of another program's file it is cut off, and told`() throws {
        let klick = read("4 120\n\(Self.long): 4 120", .klick)
        #expect(klick.song?.sections.map(\.label) == [nil, String(Self.long.prefix(64))])
        #expect(klick.remarks.map(\.kind) == [.note] && klick.remarks.map(\.line) == [2])
        let marker = midi([(0, [0xFF, 0x03], Self.long), (0, [0xFF, 0x06], String(repeating: "é\n", count: 100_000))])
        let reading = SongReading(marker, format: .smf)
        let label = try #require(reading.song?.sections.first?.label)
        #expect(label.count == 64 - 1 && label.allSatisfy { $0 == "é" || $0 == " " })
        #expect(reading.song?.title == String(Self.long.prefix(64)))
        #expect(reading.remarks.map(\.kind) == [.note, .note])
        #expect(reading.remarks.allSatisfy { $0.message.utf8.count < 300 })
    }

    // MARK: size

    @Test func `the line with which a song becomes too large is told, and nothing is read after it`() {
        for (line, format, most) in [
            ("1 4096/4 120", SongFormat.klick, 342), ("1 120/4 4096/4", .ctronome, 342),
            ("100000 4/4 0.02", .klick, 84), ("100000 64/1 1", .klick, 66),
        ] {
            let reading = read(String(repeating: line + "\n", count: 1000) + "nonsense", format)
            #expect(reading.song == nil && reading.mistakes.map(\.line) == [most], "\(line): \(reading.mistakes)")
        }
        let sections = String(repeating: "[[section]]\nbars = 1\ntimes = 1000\n", count: 101)
        let reading = read("tempo = 120\n" + sections + "[[section]]\nnonsense = 1", .toml)
        #expect(reading.mistakes.map(\.line) == [2 + 3 * 100], "\(reading.mistakes)")
    }

    @Test func `a section that cannot be played is told by its line`() {
        let reading = read("4 120\n4 120\n4 4/100000 60000\n4 120", .klick)
        #expect(reading.song == nil && reading.mistakes.map(\.line) == [3], "\(reading.mistakes)")
    }

    @Test func `a count-in that cannot be played is told by its own line`() {
        let song = "tempo = 60\n[count_in]\nbars = 1\npattern = \"Xxx\"\n[[section]]\nbars = 1\n"
        let reading = read(song, .toml)
        #expect(reading.mistakes.map(\.line) == [4], "\(reading.mistakes)")
    }

    @Test func `the section with which there are too many lanes or sounds is told by its line`() {
        func lanes(_ numbers: Range<Int>) -> String { numbers.map { "l\($0) x" }.joined(separator: " | ") }
        let sections = [0..<34, 10..<64, 0..<64, 60..<66].map { "[[section]]\nbars = 1\nlanes = \"\(lanes($0))\"\n" }
        let reading = read("tempo = 120\n" + sections.joined(), .toml)
        #expect(reading.mistakes.map(\.line) == [11], "\(reading.mistakes)")
        #expect(read("tempo = 120\n" + sections.dropLast().joined(), .toml).mistakes.isEmpty)
    }

    @Test func `of many mistakes and notes the first are told`() {
        let mistakes = read(String(repeating: "x\n", count: 5000), .klick)
        #expect(mistakes.mistakes.count == 1001 && mistakes.mistakes.last?.message.hasPrefix("there is more") == true)
        let notes = read(String(repeating: "1 300 4\n", count: 5000), .ctronome)
        #expect(notes.song?.sections.count == 5000 && notes.remarks.count == 1001)
        let keys = (0..<5000).map { "a\($0) = 1\n" }.joined()
        #expect(read(keys, .toml).mistakes.count == 1001)
    }

    @Test func `words and lines without end are read in their time`() {
        for text in [
            String(repeating: "1 ", count: 100_000), "4 120" + String(repeating: ",120", count: 50_000),
            String(repeating: "\n", count: 100_000), "4 " + String(repeating: "-", count: 50_000),
        ] {
            for format in [SongFormat.klick, .ctronome] {
                let reading = read(text, format)
                #expect(reading.song?.sections.isEmpty ?? true)
                #expect(reading.remarks.count == 1 && reading.remarks.allSatisfy { $0.message.utf8.count < 400 })
            }
        }
        let large = read(String(repeating: "\n", count: 5 << 20), .toml)
        #expect(large.mistakes.map(\.message) == ["it is too large: a song in TOML has at most 4 MiB"])
    }

    @Test func `a MIDI file of any number of tempi, meters and markers is read in one go through them`() throws {
        let quarter = 96
        var events: [(Int, [UInt8], String?)] = []
        for index in 0..<20_000 {
            events.append((index == 0 ? 0 : quarter, [0xFF, 0x51, 3, 7, UInt8(index % 200), 0], nil))
            if index % 4 == 0 { events.append((0, [0xFF, 0x06], "m\(index)")) }
            if index % 8 == 0 { events.append((0, [0xFF, 0x58, 4, index % 16 == 0 ? 4 : 2, 2, 24, 8], nil)) }
        }
        let song = try #require(SongReading(midi(events), format: .smf).song)
        #expect(song.sections.filter { $0.label != nil }.count == 5000)
        let tempi = song.sections.reduce(0) { sum, section in
            if case .steps(let steps) = section.part.tempo { sum + steps.count } else { sum + 1 }
        }
        #expect(tempi == 20_000)
        let markers = (0..<450_000).map { _ in (1, [0xFF, 0x06] as [UInt8], "" as String?) }
        let reading = SongReading(midi(markers), format: .smf)
        #expect(
            reading.mistakes.map(\.message) == ["it has more than 400000 tempi, meters and markers, which are too many"]
        )
    }

    // MARK: written and read

    @Test func `a song of thousands of stretches and the longest labels is written as a map of klick's and read back`()
        throws
    {
        var text = "tempo = 120\n"
        for index in 0..<20 {
            let label = (String(repeating: "l", count: 61) + "\(100 + index)").suffix(64)
            text += "[[section]]\nlabel = \"\(label)\"\nbars = \(1 + index)\ntimes = 100\n"
        }
        let song = try #require(read(text, .toml).song)
        let map = try SongExport.klick.write(song).bytes
        let again = SongReading(map, format: .klick)
        let read = try #require(again.song, "\(again.mistakes)")
        #expect(read.sections.count == 2000 && again.remarks.isEmpty)
        #expect(read.sections.compactMap(\.label) == song.sections.compactMap(\.label))
        #expect(try SongMap(read).length == SongMap(song).length)
        #expect(try SongExport.klick.write(read).bytes == map)
    }

    @Test func `2^40 quarter notes are written as a map of klick's and read back`() throws {
        let song = try #require(
            read("[[section]]\nbars = 100000\nmeter = \"64/1\"\nbeat = \"whole\"\ntempo = 1000\ntimes = 1000\n", .toml)
                .song)
        let again = SongReading(try SongExport.klick.write(song).bytes, format: .klick)
        #expect(try SongMap(#require(again.song)).length == SongMap(song).length)
        #expect(throws: RhythmError.self) { try SongExport.smf.write(song) }
        #expect(throws: RhythmError.self) { try SongExport.csv(.hz48000).write(song) }
    }

    @Test func `a MIDI file has its events in their place, however far they are apart`() throws {
        var sections: [SongSection] = []
        let bar = Array(repeating: Ratio.one, count: 4)
        for (index, bars) in [100_000, 100_000, 100_000, 1].enumerated() {
            let silent = Lane(id: 0, pattern: try Pattern(accents: Array(repeating: .mute, count: 4), inBarsOf: bar))
            sections.append(
                SongSection(
                    label: String(repeating: "m", count: 63) + "\(index)",
                    part: SongPart(bars: bars, bar: bar, tempo: .constant(try Tempo(125)), lanes: [silent])))
        }
        let song = Song(title: String(repeating: "t", count: 64), sections: sections)
        let read = try #require(SongReading(try SongExport.smf.write(song).bytes, format: .smf).song)
        #expect(read.title == song.title && read.sections.map(\.label) == song.sections.map(\.label))
        #expect(read.sections.map(\.part.bars) == [100_000, 100_000, 100_000, 1])
        #expect(read.sections.map(\.part.tempo) == song.sections.map(\.part.tempo))
    }

    @Test func `what would be too large to be read is not written`() throws {
        let song = try #require(
            read("tempo = 97\n[[section]]\nbars = 50000\npattern = \"XxxxXxx.\"\ntimes = 50\n", .toml).song)
        for export in [SongExport.smf, .csv(.hz48000)] {
            #expect(throws: RhythmError.self) { try export.write(song) }
        }
    }

    /// A file of one track: the time since the event before, what it is, and a text.
    private func midi(_ events: [(Int, [UInt8], String?)]) -> [UInt8] {
        func length(_ value: Int) -> [UInt8] {
            [14, 7].map { UInt8(value >> $0 & 0x7F | 0x80) } + [UInt8(value & 0x7F)]
        }
        func word(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var track: [UInt8] = []
        for (delta, head, text) in events {
            track += length(delta) + head
            if let text { track += length(text.utf8.count) + Array(text.utf8) }
        }
        track += length(384) + [0xFF, 0x2F, 0]
        return Array("MThd".utf8) + word(6, 4) + word(0, 2) + word(1, 2) + word(96, 2) + Array("MTrk".utf8)
            + word(track.count, 4) + track
    }

    @Test func `a pattern of thousands of bars is written as a map of klick's, each bar with its sign`() throws {
        let signs = "X" + String(repeating: "x", count: 8190) + "."
        let text = "tempo = 97\n[[section]]\nmeter = \"1/4\"\nbars = 10000\npattern = \"\(signs)\"\n"
        let song = try #require(read(text, .toml).song)
        let map = String(decoding: try SongExport.klick.write(song).bytes, as: UTF8.self)
        let lines = map.split(separator: "\n")
        #expect(lines.count == 10000 && lines[8191] == "1 1/4 97 ." && lines[8192] == "1 1/4 97")
        #expect(lines[8190] == "1 1/4 97 x")
    }
}
