// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Songs
import Testing

@Suite struct SongExportTests {
    /// The onsets that are heard, in seconds, and how strong they are.
    private func heard(_ song: Song) throws -> [(seconds: Double, accent: Accent)] {
        let music = try song.arrangement(countsIn: false)
        return try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }.filter { $0.accent != .mute }
            .map { ($0.place.frames / 48000, $0.accent) }
    }

    private func text(_ song: Song) throws -> String {
        String(decoding: try SongExport.klick.write(song).bytes, as: UTF8.self)
    }

    private func song(_ text: String, _ format: SongFormat = .toml) throws -> Song {
        let reading = SongReading(Array(text.utf8), format: format)
        return try #require(reading.song, "\(reading.remarks)")
    }

    // MARK: klick

    @Test(arguments: KlickExport.all)
    func `a map of klick's is the same music once exported and read again`(export: KlickExport) throws {
        let first = try song(export.map, .klick)
        let second = try song(text(first), .klick)
        let (before, after) = (try heard(first), try heard(second))
        try #require(before.count == after.count)
        for (one, other) in zip(before, after) {
            #expect(abs(one.seconds - other.seconds) < 1e-6 && one.accent == other.accent)
        }
        // From then on not even the text changes.
        #expect(try text(second) == text(first))
    }

    @Test func `repeats are written out, labels once, and held beats have a tempo of their own`() throws {
        let song = try song(
            """
            title = "Two lines"
            tempo = 120
            count_in = 1
            [[section]]
            label = "verse 1"
            bars = 2
            times = 2
            pattern = "XoA."
            [[section.ending]]
            bars = 1
            passes = 2
            fermata = 2
            """)
        let result = try SongExport.klick.write(song)
        #expect(
            String(decoding: result.bytes, as: UTF8.self) == """
                # Two lines
                verse_1: 2 120 XxX.
                2 120 XxX.
                1 120,120,120,60 XxX.

                """)
        #expect(result.notes.count == 4, "\(result.notes)")
    }

    @Test func `a label of which klick can say nothing is left out, and told so`() throws {
        let sections = ["ü", "_", "ü b"].map { "[[section]]\nbars = 1\nlabel = \"\($0)\"\n" }
        let result = try SongExport.klick.write(song("tempo = 90\n" + sections.joined()))
        #expect(String(decoding: result.bytes, as: UTF8.self) == "1 90\n_: 1 90\n__b: 1 90\n")
        #expect(
            result.notes
                == ["\"ü\" is left out", "\"ü b\" becomes __b"].map {
                    "labels have only letters, digits, _ and -: " + $0
                })
    }

    @Test func `a pattern over several bars is written bar by bar, and onsets between beats by a finer meter`() throws {
        #expect(
            try text(song("tempo = 90\n[[section]]\nbars = 3\nmeter = \"2/4\"\npattern = \"Xxx.\""))
                == "1 2/4 90\n1 2/4 90 x.\n1 2/4 90\n")
        var halves = try song("tempo = 90\n[[section]]\nbars = 2\nmeter = \"2/4\"")
        halves.sections[0].part.lanes[0].pattern = try Pattern(
            beats: [.bell, .normal, .normal, .normal], of: #require(Ratio(1, over: 2)))
        #expect(try text(halves) == "2 4/8 90\n")
    }

    @Test func `every heard beat of random songs is where it was once exported to klick and read again`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<80 {
            let song = try Song.random(&random)
            let again = try self.song(text(song), .klick)
            let (before, after) = (try heard(song), try heard(again))
            try #require(before.count == after.count)
            for (one, other) in zip(before, after) { #expect(abs(one.seconds - other.seconds) < 2e-5) }
        }
    }

    // MARK: MIDI

    @Test func `a MIDI file has the tempi, meters and markers of the song`() throws {
        let song = try song(
            """
            title = "Hi"
            [[section]]
            label = "a"
            bars = 2
            meter = "6/8"
            tempo = 100
            [[section]]
            label = "b"
            bars = 1
            tempo = 150
            [[section]]
            bars = 2
            meter = "3/4"
            tempo = 150
            """)
        let again = SongReading(try SongExport.smf.write(song).bytes, format: .smf)
        #expect(again.song == song)
    }

    @Test func `a MIDI file clicks on the felt beats, where these are whole MIDI clocks`() throws {
        let bars = ["6/8\"\nbeat = \"dotted-quarter", "6/8", "4/4", "4/4\"\nbeat = \"half", "3/64"]
        let sections = bars.map { "[[section]]\nbars = 1\nmeter = \"\($0)\"\n" }
        let bytes = try SongExport.smf.write(song("tempo = 60\n" + sections.joined())).bytes
        let meters = bytes.indices.filter { bytes[$0...].starts(with: [0xFF, 0x58, 4]) }
        #expect(meters.map { bytes[$0 + 5] } == [36, 12, 24, 48, 24])
    }

    @Test func `exports have the meter as it is written, whatever it is felt in`() throws {
        let song = try song(
            """
            tempo = 120
            [[section]]
            bars = 1
            beat = "half"
            [[section]]
            bars = 1
            meter = "2/2"
            [[section]]
            bars = 1
            beat = "triplet-half"
            """)
        let again = SongReading(try SongExport.smf.write(song).bytes, format: .smf)
        let meters = try SongCourse(#require(again.song)).stretches.map(\.writtenMeter)
        #expect(meters.map(\.beats) == [4, 2, 4] && meters.map(\.unit) == [4, 2, 4])
        // A triplet half is no beat of 4/4, and klick has a sign for each.
        #expect(try text(song) == "1 120 X.x.\n1 2/2 120\n1 3/3 120\n")
    }

    @Test func `every beat of random songs is within 0.1 ms of its place once exported to MIDI and read again`() throws
    {
        var random = SeededGenerator(seed: 6)
        var compared = 0
        for _ in 0..<80 {
            var song = try Song.random(&random)
            for section in song.sections.indices {
                song.sections[section].endings = []
                // A bar of a MIDI file has beats of one length, of a power of two.
                let bar = Array(repeating: Ratio.one, count: 3)
                let lane = Lane(id: 0, pattern: try Pattern(accents: [.bell, .normal, .normal], inBarsOf: bar))
                song.sections[section].part.bar = bar
                song.sections[section].part.lanes = [lane]
                song.sections[section].part.fermatas = []
            }
            guard let result = try? SongExport.smf.write(song) else { continue }
            let reading = SongReading(result.bytes, format: .smf)
            let (before, after) = (try heard(song), try heard(#require(reading.song)))
            try #require(before.count == after.count)
            for (one, other) in zip(before, after) {
                #expect(abs(one.seconds - other.seconds) < 1e-4)
                compared += 1
            }
        }
        #expect(compared > 500)
    }

    @Test func `clicks of a MIDI file are as loud as their section, at most as without a volume, and none of one of 0`()
        throws
    {
        /// The strengths of the notes that begin.
        func velocities(_ bytes: [UInt8]) -> [UInt8] {
            bytes.indices.dropLast(2).filter { bytes[$0] == 0x99 && 76...77 ~= bytes[$0 + 1] }.map { bytes[$0 + 2] }
        }
        let text = "tempo = 120\nmeter = \"2/4\"\npattern = \"Xo\"\n[[section]]\nbars = 1\n"
        let soft = "[[section]]\nbars = 1\nvolume = \"50%\"\n[[section]]\nbars = 1\nvolume = 0.001\n"
        let result = try SongExport.smf.write(song(text + soft + "[[section]]\nbars = 1\nvolume = 0\n"))
        #expect(velocities(result.bytes) == [127, 48, 64, 24, 1, 1] && result.notes.isEmpty)
        let loud = try SongExport.smf.write(song(text + "[[section]]\nbars = 1\nvolume = 2\n"))
        #expect(velocities(loud.bytes) == [127, 48, 127, 48])
        #expect(loud.notes == ["a volume above 1 is written as 1"])
    }

    @Test func `what a MIDI file cannot say is refused`() throws {
        #expect(throws: RhythmError.self) { try SongExport.smf.write(song("1 4/3 120", .klick)) }
        #expect(throws: RhythmError.self) { try SongExport.smf.write(song("1 3", .klick)) }
    }

    // MARK: the table

    @Test func `the table has a row for each onset, with its bar and beat as they are written`() throws {
        let song = try song(
            """
            tempo = 120
            count_in = 1
            [[section]]
            label = "a, \\"b\\""
            bars = 1
            times = 2
            pattern = "X.xo"
            [[section]]
            bars = 1
            meter = "2/4"
            tempo = 90
            """)
        let result = try SongExport.csv(.hz48000).write(song)
        #expect(
            String(decoding: result.bytes, as: UTF8.self) == """
                seconds,frame,section,pass,bar,beat,lane,accent
                0.000000000,0,,,0,1,0,bell
                0.500000000,24000,,,0,2,0,normal
                1.000000000,48000,,,0,3,0,normal
                1.500000000,72000,,,0,4,0,normal
                2.000000000,96000,"a, ""b""\",1,1,1,0,bell
                3.000000000,144000,"a, ""b""\",1,1,3,0,normal
                3.500000000,168000,"a, ""b""\",1,1,4,0,ghost
                4.000000000,192000,"a, ""b""\",2,1,1,0,bell
                5.000000000,240000,"a, ""b""\",2,1,3,0,normal
                5.500000000,264000,"a, ""b""\",2,1,4,0,ghost
                6.000000000,288000,,1,2,1,0,bell
                6.666666667,320000,,1,2,2,0,normal

                """)
    }

    @Test func `onsets between beats have the part of the beat`() throws {
        var song = try song("tempo = 60\n[[section]]\nbars = 1\nmeter = \"2/4\"")
        song.sections[0].part.lanes[0].pattern = try Pattern(
            cycle: 6, denominator: 3, onsets: [.init(place: 1, accent: .normal), .init(place: 3, accent: .normal)])
        let rows = String(decoding: try SongExport.csv(.hz44100).write(song).bytes, as: UTF8.self).split(
            separator: "\n")
        #expect(rows.dropFirst() == ["0.333333333,14700,,1,1,1.333,0,normal", "1.000000000,44100,,1,1,2,0,normal"])
    }

    @Test func `a count-in over several bars has the numbers of its bars`() throws {
        let song = try song("tempo = 60\ncount_in = { bars = 2, pattern = \"X.x.Xxxx\" }\n[[section]]\nbars = 1\n")
        let rows = String(decoding: try SongExport.csv(.hz48000).write(song).bytes, as: UTF8.self).split(
            separator: "\n")
        #expect(
            rows[1...6].map { $0.split(separator: ",", omittingEmptySubsequences: false)[4...5].joined(separator: ".") }
                == ["-1.1", "-1.3", "0.1", "0.2", "0.3", "0.4"])
        #expect(rows[7].hasPrefix("8.000000000,384000,,1,1,1,"))
    }

    @Test func `the table has nothing of what is never heard`() throws {
        /// The lanes and the beats of all rows.
        func rows(_ text: String) throws -> [String] {
            String(decoding: try SongExport.csv(.hz48000).write(song(text)).bytes, as: UTF8.self).split(separator: "\n")
                .dropFirst().map { row in
                    let fields = row.split(separator: ",", omittingEmptySubsequences: false)
                    return "\(fields[6]) \(fields[5])"
                }
        }
        let top = "tempo = 120\ncount_in = { bars = 1, volume = 0 }\npattern = \"X...\"\n"
        let section = "[[section]]\nbars = 1\nlanes = \"hat xx mute | rim xx gain=0 | kick .x\"\n"
        #expect(try rows(top + section + "volume = 0\n" + section) == ["0 1", "kick 3"])
        let half = Chance.parts(0.5)
        let drawn = (0..<8).filter { Chance.plays(half, seed: 0, lane: 2, onset: $0) }
            .map { "g \($0 / 2 + 1)\($0 % 2 == 0 ? "" : ".5")" }
        #expect(try rows(top + "[[section]]\nbars = 1\npattern = \"....\"\nlanes = \"g (x%50)*8\"") == drawn)
        #expect((1...7).contains(drawn.count))
    }

    @Test func `the ending of a name says what is written, and every ending that is told does`() {
        let forms = ["a.klick", "a.map", "b/a.MID", "a.csv", "a.toml", "a.ctronome", "csv", ".csv"].map(
            SongExport.Format.init(path:))
        #expect(forms == [.klick, .klick, .smf, .csv, nil, nil, nil, nil])
        #expect(SongExport.Format.endings.allSatisfy { SongExport.Format(path: "a.\($0)") != nil })
        #expect(Set(SongExport.Format.endings.compactMap { SongExport.Format(path: "a.\($0)") }).count == 3)
    }

    @Test func `a section without a label that a MIDI file joins to the one before is told`() throws {
        func notes(_ sections: [String]) throws -> [String] {
            let text = "tempo = 120\n" + sections.map { "[[section]]\nbars = 1\n\($0)\n" }.joined()
            return try SongExport.smf.write(song(text)).notes
        }
        let note = try notes(["label = \"a\"", "", "volume = 0.5"])
        #expect(note.count == 1 && note.first?.hasPrefix("a section without a label") == true)
        #expect(try notes(["label = \"a\"", "beat = \"half\""]).count == 1)
        // Another meter begins a section, and what comes before the first label is a section of its own.
        #expect(try notes(["", "label = \"a\"", "meter = \"3/4\"", "meter = \"3/4\"", "label = \"b\""]).isEmpty)
        #expect(try notes(["label = \"a\"\ntimes = 2\n[[section.ending]]\nbars = 1"]).isEmpty)
    }
}
