// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Songs
import Testing

/// What a section and an ending of a song file have from above.
@Suite struct SongStyleTests {
    private func song(_ text: String) throws -> Song {
        let reading = SongReading(Array(text.utf8), format: .toml)
        return try #require(reading.song, "\(reading.remarks)")
    }

    private func signs(_ part: SongPart) -> String { String(part.lanes[0].pattern.onsets.map(\.accent.sign)) }

    @Test func `a felt beat from above holds in another meter that it fits, and the meter's own does in others`() throws
    {
        let song = try song(
            """
            tempo = 60
            meter = "6/8"
            beat = "dotted-quarter"
            [[section]]
            bars = 1
            meter = "9/8"
            [[section]]
            bars = 1
            meter = "6/8"
            [[section]]
            bars = 1
            meter = "5/8"
            [[section.ending]]
            bars = 1
            meter = "12/8"
            [[section]]
            bars = 1
            meter = "6/8"
            beat = "eighth"
            """)
        let (dotted, eighth) = (try #require(Ratio(3, over: 2)), try #require(Ratio(1, over: 2)))
        func bar(_ beat: Ratio, _ count: Int) -> [Ratio] { Array(repeating: beat, count: count) }
        #expect(
            song.sections.map(\.part.bar) == [bar(dotted, 3), bar(dotted, 2), bar(eighth, 5), bar(eighth, 6)])
        #expect(song.sections[2].endings[0].part.bar == bar(dotted, 4))
    }

    @Test func `the meter stays as it is written where another note is felt`() throws {
        let song = try song(
            """
            tempo = 60
            [[section]]
            bars = 1
            meter = "4/4"
            beat = "half"
            [[section]]
            bars = 1
            beat = "triplet-half"
            [[section]]
            bars = 1
            meter = "12/8"
            beat = "dotted-half"
            [[section]]
            bars = 1
            meter = "3/4"
            """)
        let stretches = try SongCourse(song).stretches
        #expect(stretches.map(\.writtenMeter.beats) == [4, 4, 12, 3])
        #expect(stretches.map(\.writtenMeter.unit) == [4, 4, 8, 4])
    }

    @Test func `the pattern from above ends only where a bar has another number of beats`() throws {
        let top = "tempo = 60\nmeter = \"6/8\"\nbeat = \"dotted-quarter\"\npattern = \"XAoA\"\n[[section]]\nbars = 2\n"
        func signs(_ lines: String) throws -> String { self.signs(try song(top + lines).sections[0].part) }
        #expect(try signs("") == "XAoA")
        #expect(try signs("beat = \"dotted-quarter\"") == "XAoA")
        #expect(try signs("meter = \"6/8\"") == "XAoA" && signs("meter = \"2/4\"") == "XAoA")
        #expect(try signs("meter = \"9/8\"") == "Xxx" && signs("beat = \"quarter\"") == "Xxx")
    }

    @Test func `a plain tempo from above counts the note of the section, and one that names its note keeps it`() throws
    {
        let half = try #require(Ratio(2))
        for tempo in ["60", "\"60\"", "\"Larghetto\""] {
            let song = try song("tempo = \(tempo)\n[[section]]\nbars = 1\n[[section]]\nbars = 1\ntempo_note = \"half\"")
            #expect(song.sections.map(\.part.beat) == [.one, half])
            #expect(song.sections[0].part.tempo == song.sections[1].part.tempo)
        }
        let named = try song("tempo = \"quarter = 60\"\n[[section]]\nbars = 1\ntempo_note = \"half\"")
        #expect(named.sections[0].part.beat == .one)
        // Where a course ends is a tempo that was reached.
        let ending = "\n[[section.ending]]\nbars = 1\ntempo_note = \"half\""
        #expect(try song("[[section]]\nbars = 2\ntempo = 60" + ending).sections[0].endings[0].part.beat == half)
        let reached = try song("[[section]]\nbars = 2\ntempo = \"60 to 90\"" + ending).sections[0].endings[0].part
        #expect(try reached.beat == .one && reached.tempo == .constant(Tempo(90)))
    }

    @Test func `a single step is the last one, and an ending goes on at its tempo`() throws {
        let song = try song(
            """
            [[section]]
            bars = 4
            tempo = { from = 60, to = 120, over = "steps", every = 4 }
            [[section.ending]]
            bars = 2
            """)
        let section = song.sections[0]
        #expect(try section.part.tempo.first == Tempo(120) && section.part.tempo.last == Tempo(120))
        #expect(section.endings[0].part.tempo == .constant(try Tempo(120)))
    }

    @Test func `groups that plus signs write have accents where no pattern is, and the meter is told with them`() throws
    {
        let song = try song(
            """
            tempo = 60
            meter = "2+2+3/8"
            [[section]]
            bars = 1
            [[section]]
            bars = 1
            pattern = "XxxAxxx"
            [[section]]
            bars = 1
            meter = "6/8"
            [[section]]
            bars = 1
            meter = "3/4+2/4"
            [[section]]
            bars = 1
            meter = "3+3/8"
            beat = "dotted-quarter"
            """)
        #expect(song.sections.map { signs($0.part) } == ["XxAxAxx", "XxxAxxx", "Xxxxxx", "XxxAx", "Xx"])
        let meters = song.sections.map(\.part.meter?.description)
        #expect(meters == ["2+2+3/8", "2+2+3/8", nil, "3+2/4", "6/8"])
    }
}
