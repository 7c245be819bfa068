// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Songs
import Testing

@Suite struct MIDISongTests {
    /// A file of tracks, each of events with the time since the one before.
    private func file(_ tracks: [[(delta: Int, bytes: [UInt8])]], format: UInt8 = 1, division: Int = 96) -> [UInt8] {
        func word(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = Array("MThd".utf8) + word(6, 4) + [0, format] + word(tracks.count, 2) + word(division, 2)
        for track in tracks {
            var data: [UInt8] = []
            for event in track {
                for shift in [14, 7] where event.delta >> shift > 0 {
                    data.append(UInt8(event.delta >> shift & 0x7F | 0x80))
                }
                data.append(UInt8(event.delta & 0x7F))
                data += event.bytes
            }
            bytes += Array("MTrk".utf8) + word(data.count, 4) + data
        }
        return bytes
    }

    private func tempo(_ microseconds: Int) -> [UInt8] {
        [0xFF, 0x51, 3, UInt8(microseconds >> 16), UInt8(microseconds >> 8 & 255), UInt8(microseconds & 255)]
    }

    private func meter(_ count: UInt8, _ halvings: UInt8) -> [UInt8] { [0xFF, 0x58, 4, count, halvings, 24, 8] }
    private func marker(_ text: String) -> [UInt8] { [0xFF, 0x06, UInt8(text.utf8.count)] + Array(text.utf8) }
    private let end: [UInt8] = [0xFF, 0x2F, 0]

    private func song(_ bytes: [UInt8]) throws -> Song {
        let reading = SongReading(bytes, format: .smf)
        return try #require(reading.song, "\(reading.remarks)")
    }

    @Test func `without any event of use it is 4/4 at 120, up to the bar line at its end or after it`() throws {
        let song = try song(file([[(0, [0x90, 60, 64]), (500, [60, 0]), (0, end)]]))
        #expect(song.sections.count == 1)
        let part = song.sections[0].part
        #expect(try part.bars == 2 && part.bar.count == 4 && part.tempo == .constant(Tempo(120)))
    }

    @Test func `markers, meters and tempi of all tracks make sections`() throws {
        let song = try song(
            file([
                [
                    (0, [0xFF, 0x03, 2, 0x48, 0x69]), (0, tempo(600_000)), (0, meter(3, 2)), (0, marker("intro")),
                    (2 * 288, meter(6, 3)), (288, marker("verse")), (288, end),
                ],
                [(3 * 288, tempo(500_000)), (0, [0xF0, 2, 1, 0xF7]), (0, [0xC0, 4]), (0, [0xD0, 4]), (0, end)],
            ]))
        #expect(song.title == "Hi")
        #expect(song.sections.map(\.label) == ["intro", nil, "verse"])
        #expect(song.sections.map(\.part.bars) == [2, 1, 1])
        #expect(song.sections.map(\.part.bar.count) == [3, 6, 6])
        #expect(
            try song.sections.map(\.part.tempo) == [
                .constant(Tempo(100)), .constant(Tempo(100)), .constant(Tempo(120)),
            ])
    }

    @Test func `programs and channel pressure have one byte, also where their status runs on`() throws {
        let song = try song(
            file([
                [
                    (0, [0xD0, 4]), (0, [5]), (0, [0x90, 60, 64]), (96, [60, 0]), (0, [0xD1, 7]), (96, [9]),
                    (0, [0xC0, 3]), (96, [4]), (96, marker("verse")), (384, end),
                ]
            ]))
        #expect(song.sections.map(\.label) == [nil, "verse"] && song.sections.map(\.part.bars) == [1, 1])
    }

    @Test func `the name of a later track is that of an instrument, and not the title`() throws {
        func name(_ text: String) -> [UInt8] { [0xFF, 0x03, UInt8(text.utf8.count)] + Array(text.utf8) }
        let tracks: [[(delta: Int, bytes: [UInt8])]] = [
            [(0, tempo(500_000)), (384, end)], [(0, name("Bass")), (0, end)],
        ]
        #expect(try song(file(tracks)).title == nil)
        #expect(try song(file([[(0, name("Waltz"))] + tracks[0], tracks[1]])).title == "Waltz")
    }

    @Test func `a tempo that changes within a bar holds from its tick on`() throws {
        let part = try song(file([[(48, tempo(250_000)), (336, end)]])).sections[0].part
        let half = try #require(Ratio(1, over: 2))
        #expect(
            try part.tempo
                == .steps([.init(Tempo(120), length: half), .init(Tempo(240), length: #require(Ratio(7, over: 2)))]))
    }

    @Test(arguments: [-3, -1, 1, 3])
    func `a tempo beside the beginning of a section holds from there on`(off: Int) throws {
        let marked: [(delta: Int, bytes: [UInt8])] = [(384 * 2, marker("b")), (384 * 2, end)]
        let song = try song(file([marked, [(384 * 2 + off, tempo(600_000)), (0, end)]]))
        #expect(try song.sections.map(\.part.tempo) == [.constant(Tempo(120)), .constant(Tempo(100))])
    }

    @Test func `a meter that changes within a bar cuts it short`() throws {
        let song = try song(file([[(240, meter(3, 2)), (288, end)]]))
        #expect(try song.sections.map(\.part.bar) == [[.one, .one, #require(Ratio(1, over: 2))], [.one, .one, .one]])
    }

    @Test(arguments: [-3, -1, 1, 3])
    func `a meter beside a bar line begins with that bar, and so does all that stands at its tick`(off: Int) throws {
        let reading = SongReading(
            file([[(384 * 2 + off, meter(3, 2)), (0, tempo(600_000)), (0, marker("b")), (288 * 2 - off, end)]]),
            format: .smf)
        let song = try #require(reading.song)
        #expect(song.sections.map(\.part.bar.count) == [4, 3] && song.sections.map(\.part.bars) == [2, 2])
        #expect(song.sections.map(\.label) == [nil, "b"])
        #expect(try song.sections.map(\.part.tempo) == [.constant(Tempo(120)), .constant(Tempo(100))])
        #expect(reading.remarks.count == 1 && reading.remarks[0].message.contains("3/4"), "\(reading.remarks)")
        // The end beside a bar line begins no further bar.
        #expect(try self.song(file([[(384 * 2 + off, end)]])).sections.map(\.part.bars) == [2])
    }

    @Test func `bars that are shorter than what is beside a line begin where they are written`() throws {
        let events: [(delta: Int, bytes: [UInt8])] = [
            (0, meter(1, 7)), (3, meter(1, 8)), (3, meter(4, 2)), (384, end),
        ]
        let reading = SongReading(file([events]), format: .smf)
        #expect(reading.song?.sections.map(\.part.bars) == [1, 2, 1] && reading.remarks.isEmpty, "\(reading.remarks)")
    }

    @Test func `a meter farther from a bar line cuts the bar, and one beside the meter before takes its place`() throws
    {
        #expect(try song(file([[(384 + 4, meter(3, 2)), (288, end)]])).sections.map(\.part.bar.count) == [4, 1, 3])
        let song = try song(file([[(0, meter(5, 2)), (1, meter(3, 2)), (0, tempo(600_000)), (287, end)]]))
        #expect(song.sections.map(\.part.bar.count) == [3])
        #expect(try song.sections.map(\.part.tempo) == [.constant(Tempo(100))])
    }

    @Test func `a marker within a bar, or for a bar that has one, is noted`() throws {
        let reading = SongReading(
            file([[(0, marker("a")), (100, marker("b")), (400, marker("c")), (268, marker("z")), (0, end)]]),
            format: .smf)
        #expect(reading.song?.sections.map(\.label) == ["a", "c"])
        #expect(reading.remarks.map(\.kind) == [.note, .note, .note, .note])
    }

    @Test(
        arguments: [
            ([], "cut off"), (Array("RIFFxxxxxxxxxxxxxx".utf8), "begins with MThd"),
            (Array("MThd".utf8) + [0, 0, 0, 6, 0, 2, 0, 1, 0, 96], "format 2"),
            (Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 1, 0xE7, 40], "SMPTE"),
            (Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 1, 0, 96], "holds no track"),
        ] as [([UInt8], String)])
    func `what is no such file is refused`(bytes: [UInt8], words: String) {
        let reading = SongReading(bytes, format: .smf)
        #expect(reading.song == nil && reading.mistakes.count == 1)
        #expect(reading.mistakes.first?.message.contains(words) == true, "\(reading.mistakes)")
    }

    @Test func `no bytes, however broken, stop the reader`() throws {
        var random = SeededGenerator(seed: 3)
        let whole = file([
            [(0, tempo(600_000)), (0, meter(3, 2)), (288, marker("a")), (288, [0x90, 1, 1]), (5, [2, 2]), (0, end)]
        ])
        for length in 0..<whole.count { _ = SongReading(Array(whole.prefix(length)), format: .smf) }
        for _ in 0..<5000 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = SongReading(bytes, format: .smf)
        }
    }

    @Test(arguments: [-3, -1, 1, 3])
    func `a marker beside a bar line begins its section with that bar`(off: Int) throws {
        let reading = SongReading(file([[(384 * 2 + off, marker("b")), (384 * 2 - off, end)]]), format: .smf)
        #expect(reading.song?.sections.map(\.part.bars) == [2, 2] && reading.song?.sections.last?.label == "b")
        #expect(reading.remarks.map(\.message).first?.contains("beside a bar line") == true)
        // The last bar line is the end.
        let last = SongReading(file([[(384 * 2 - 3, marker("b")), (3, end)]]), format: .smf)
        #expect(last.song?.sections.map(\.label) == [nil])
        #expect(last.remarks.map(\.message).first?.contains("at the end") == true)
    }

    @Test func `a status runs on behind a tempo and a system message`() throws {
        let song = try song(
            file([
                [
                    (0, [0x90, 60, 64]), (96, tempo(600_000)), (0, [60, 0]), (0, [0xF0, 2, 1, 0xF7]), (96, [60, 64]),
                    (192, end),
                ]
            ]))
        #expect(song.sections.map(\.part.bars) == [1])
    }
}
