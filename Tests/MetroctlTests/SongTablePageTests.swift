// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Songs
import Testing

@testable import metroctl

@Suite struct SongTablePageTests {
    @Test func `a section says in which of its bars it is held`() throws {
        let text = """
            tempo = 120
            [[section]]
            label = "verse"
            bars = 8
            fermata = 2
            [[section]]
            label = "coda"
            bars = 4
            """
        let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
        let page = SongTablePage(song, try SongMap(song)).text
        #expect(page.contains("verse (fermata in bar 8)") && page.contains("coda\n"), "\(page)")
    }

    private func page(_ text: String) throws -> String {
        let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
        return SongTablePage(song, try SongMap(song)).text
    }

    @Test func `each held bar is told once, those of endings too, and one bar is one bar`() throws {
        let text = """
            tempo = 120
            [[section]]
            label = "a"
            bars = 4
            times = 2
            fermata = [{ bar = 4, beat = 1, hold = 2 }, { bar = 4, beat = 3, hold = 2 }]
            [[section.ending]]
            bars = 2
            passes = 2
            fermata = 2
            """
        #expect(try page(text).contains("a (fermata in bars 4, 6)\n"))
        #expect(try page("tempo = 120\n[[section]]\nbars = 1").contains("1 section, 1 bar, 0:02.0"))
    }

    @Test func `the bars of a section are told with those of its endings`() throws {
        let text = """
            tempo = 120
            [[section]]
            label = "a"
            bars = 7
            times = 2
            [[section.ending]]
            bars = 1
            [[section.ending]]
            bars = 2
            """
        #expect(try page(text).contains("0:00.0    1  10 x2 "))
        #expect(try page(text).contains("1 section, 10 bars, 17 as played"))
    }

    @Test(arguments: [
        ("120", "tempo = { to = 60 }", "120 to 60"), ("120", "tempo = 60", "120, then 60"), ("120", "", "120"),
        ("\"60 to 90\"", "tempo = 40", "between 40 and 90"), ("90", "tempo = \"dotted-quarter = 60\"", "90"),
    ])
    func `the tempo of a section is told with that of its endings`(tempo: String, ending: String, told: String) throws {
        let page = try page(
            "[[section]]\nlabel = \"a\"\nbars = 3\ntimes = 2\ntempo = \(tempo)\n"
                + "[[section.ending]]\nbars = 1\npasses = 2\n\(ending)\n")
        #expect(page.contains("  4  \(told)  ") && page.contains("  a\n"), "\(page)")
    }

    @Test(arguments: [
        ("[100, 40, 60, 100]", "between 40 and 100"), ("[100, 40, 60, 80]", "between 40 and 100"),
        ("[100, 90, 60, 40]", "100, then 40"), ("[100, 100, 100, 100]", "100"), ("[100, 100.0001, 100, 100]", "100"),
        ("[100, 99.9999, 60.0001, 60]", "100, then 60"), ("[60, 59.9999, 80, 100]", "60, then 100"),
        ("\"80 to 90\"", "80 to 90"),
    ])
    func `a list of tempi that goes beyond its ends is told by its slowest and its fastest`(
        tempo: String, told: String
    ) throws {
        let page = try page("[[section]]\nlabel = \"a\"\nbars = 1\ntempo = \(tempo)")
        #expect(page.contains("  4  \(told)  ") && page.contains("  a\n"), "\(page)")
    }
}
