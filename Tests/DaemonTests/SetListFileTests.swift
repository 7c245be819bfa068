// SPDX-License-Identifier: Apache-2.0

import MetronomeSession
import SeededRandom
import Testing

@testable import Daemon

@Suite struct SetListFileTests {
    private func read(_ text: String) -> SetListFile {
        SetListFile(toml: Array(text.utf8), path: "/l/friday.toml", home: "/home/me")
    }

    @Test func `a set list that is written is read as it was`() throws {
        for title in [nil, "Friday \"at\" \\ the\tBlue Note"] {
            let entries: [SetList.Source] = [
                .preset(try #require(LibraryName("waltz \"1\""))), .song(path: "/a b/ü.toml"),
                .preset(try #require(LibraryName("waltz \"1\""))),
            ]
            var list = SetListFile(title: title, entries)
            list.countIn = title == nil ? nil : 1
            #expect(read(list.toml) == list, "\(list.toml)")
        }
    }

    @Test func `an entry may have an end and a note, which are written as they were read`() throws {
        let list = read("entries = ['a', { play = 'b', bars = 32, note = 'capo \"2\"' }]")
        #expect(list.mistakes.isEmpty && list.entries.map(\.name) == ["a", "b"])
        #expect(list.entries[1].bars == 32 && list.entries[1].note == "capo \"2\"" && read(list.toml) == list)
    }

    @Test func `a note is one line that fits`() {
        for note in ["capo 2", "♩ = 96 🎸", String(repeating: "é", count: 80)] { #expect(SetListFile.isNote(note)) }
        for note in [
            "", "a\nb", "a\u{2028}b", "a\u{9B}b", String(repeating: "a", count: 81),
            "e" + String(repeating: "\u{301}", count: 200),
        ] { #expect(!SetListFile.isNote(note), "\(note)") }
    }

    @Test func `what a person writes is read: names, and paths from the folder of the file and from home`() {
        let list = read("# tonight\ntitle = 'Friday'\nentries = ['waltz', 'songs/a.toml', '~/b.klick', './c.mid']\n")
        #expect(list.title == "Friday" && list.mistakes.isEmpty)
        #expect(
            list.entries.dropFirst().map(\.source) == [
                .song(path: "/l/songs/a.toml"), .song(path: "/home/me/b.klick"), .song(path: "/l/c.mid"),
            ])
    }

    @Test func `paths of songs stay as a person wrote them when a set list is written anew`() throws {
        var list = read("entries = ['waltz', 'songs/a.toml', { play = '~/b.klick', note = 'x' }, '/c.mid']\n")
        list.entries.swapAt(1, 3)
        list.entries.append(SetList.Entry(.song(path: "/l/new.toml")))
        let lines = list.toml.split(separator: "\n").dropFirst().dropLast()
        #expect(
            lines.map { $0.drop { $0 == " " } } == [
                #""waltz","#, #""/c.mid","#, #"{ play = "~/b.klick", note = "x" },"#, #""songs/a.toml","#,
                #""/l/new.toml","#,
            ])
        #expect(read(list.toml).entries == list.entries)
    }

    @Test func `one song may be written in several ways in a set list, each of which stays`() {
        let spellings = [#""/l/a.toml","#, #""./a.toml","#, #""/l/a.toml","#]
        let list = read("entries = [" + spellings.joined() + "]\n")
        #expect(Set(list.entries.map(\.source)) == [.song(path: "/l/a.toml")])
        let lines = list.toml.split(separator: "\n").dropFirst().dropLast()
        #expect(lines.map { $0.drop { $0 == " " } } == spellings.map { $0[...] })
    }

    @Test(arguments: [
        ("", " entries is missing"), ("entries = []", "1:1: entries: there are none"),
        ("entries = 'waltz'", "1:1: entries: must be a list, not a text"),
        ("entries = ['a',\n  3]", "2:3: an entry must be"), ("entries = ['a',\n 'b', '.c']", "2:7: an entry must be"),
        ("title = 3\nentries = ['a']", "1:1: title: must be a text"),
        ("entires = ['a']", "1:1: unknown key entires: did you mean entries?"),
        ("entries = ['a'", "1:"), ("entries = [['a']]", "1:12: an entry must be"),
        ("entries = [{ play = 'a', bars = 0 }]", "1:12: bars: must be 1...10000, not 0"),
        ("entries = [{ play = './a.toml', bars = 3 }]", "1:12: bars: a song ends where it is written to"),
        ("entries = [{ play = 'a', end = 3 }]", "1:12: end: an entry has play, bars and note"),
        ("entries = [{ bars = 3 }]", "1:12: an entry must be"),
    ])
    func `a mistake is told with its line and column`(text: String, message: String) {
        let mistakes = read(text).mistakes.map(\.description)
        #expect(mistakes.first?.hasPrefix("/l/friday.toml:" + message) == true, "\(mistakes)")
    }

    @Test func `a set list of any length is read, up to a limit that is told`() {
        func text(_ count: Int) -> String { "entries = [" + String(repeating: "'a',", count: count) + "]" }
        #expect(read(text(SetList.mostEntries)).entries.count == SetList.mostEntries)
        #expect(read(text(SetList.mostEntries)).mistakes.isEmpty)
        #expect(read(text(SetList.mostEntries + 1)).mistakes.first?.reason.contains("more than 200") == true)
    }
}
