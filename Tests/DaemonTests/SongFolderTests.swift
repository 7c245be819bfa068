// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

@Suite struct SongFolderTests {
    private let folder: TemporaryFolder
    private let userLibrary: UserLibrary

    init() throws {
        folder = try TemporaryFolder()
        userLibrary = UserLibrary(environment: ["XDG_DATA_HOME": folder.path])
        for name in ["songs", "presets"] { try folder.makeFolder("metronomed/" + name) }
        let song = "tempo = 96\n[[section]]\nlabel = \"A\"\nbars = 4\n"
        for name in ["evening.toml", "b.mid", "notes.txt", ".hidden.toml", "a\u{202E}b.toml", "Über uns.klick"] {
            try folder.write(song, to: "metronomed/songs/" + name)
        }
        try folder.write(song, to: "metronomed/secret.toml")
        try folder.write("bpm = 96\n", to: "metronomed/presets/waltz.toml")
    }

    @Test func `songs are known by the names of their files, and nothing else in the folder is`() throws {
        #expect(userLibrary.songs.names() == ["b.mid", "evening.toml", "Über uns.klick"])
        #expect(userLibrary.songs.path(of: "evening.toml") == folder.path + "/metronomed/songs/evening.toml")
        #expect(userLibrary.songs.path(of: "evening") == folder.path + "/metronomed/songs/evening.toml")
        try folder.write("", to: "metronomed/songs/evening.mid")
        #expect(userLibrary.songs.path(of: "evening") == nil, "two songs have that name")
        let shared = "2 songs are called evening: write evening.mid or evening.toml"
        let loaded = #expect(throws: ControlError.self) {
            try userLibrary.songs.found(SongSource(path: "evening", format: nil))
        }
        let friday = try #require(LibraryName("friday"))
        let added = #expect(throws: ControlError.self) { try userLibrary.edit(friday, .add(["evening"])) }
        #expect(loaded?.message == shared && added?.message == shared)
        #expect(SongFolder(folder: nil).names().isEmpty)
        #expect(SongFolder(folder: folder.path + "/nowhere").names().isEmpty)
    }

    @Test(arguments: ["../secret.toml", "..", ".", "", ".hidden.toml", "notes.txt", "EVENING.TOML", "evening.toml/"])
    func `a name is compared with those that are there, and leads nowhere else`(name: String) {
        #expect(userLibrary.songs.path(of: name) == nil)
    }

    @Test func `a name that is near is told, and a path is taken as it is`() throws {
        let error = #expect(throws: ControlError.self) {
            try userLibrary.songs.found(SongSource(path: "evning.toml", format: nil))
        }
        #expect(error?.reason == "not_found")
        #expect(error?.message.contains("did you mean evening.toml?") == true)
        #expect(try userLibrary.songs.found(SongSource(path: "/a/b.toml", format: nil)).path == "/a/b.toml")
    }

    @Test func `no more than a thousand are known`() throws {
        for number in 0..<SongFolder.most { try folder.write("", to: "metronomed/songs/\(number).toml") }
        #expect(userLibrary.songs.names().count == SongFolder.most)
    }

    @Test func `an entry of a set list is a preset by its name, or else a song by its name`() throws {
        let name = try #require(LibraryName("friday"))
        try folder.write("bpm = 60\n", to: "metronomed/presets/b.mid.toml")
        let list = try userLibrary.edit(name, .add(["waltz", "evening.toml", "b.mid"]))
        #expect(list.entries.map(\.name) == ["waltz", "evening", "b.mid"])
        #expect(list.entries[1].source == .song(path: folder.path + "/metronomed/songs/evening.toml"))
        #expect(list.entries[2].source == .preset(try #require(LibraryName("b.mid"))))
        let error = #expect(throws: ControlError.self) { try userLibrary.edit(name, .add(["morning.toml"])) }
        #expect(error?.reason == "not_found")
    }

    @Test func `a preset more than a thousand is not made, and one that is there is still replaced`() throws {
        for number in 0..<NamedFiles.most { try folder.write("", to: "metronomed/presets/\(number).toml") }
        let more = try #require(LibraryName("more"))
        #expect(throws: ControlError.self) { try userLibrary.presets.write("bpm = 96\n", to: more) }
        _ = try userLibrary.presets.write("bpm = 97\n", to: try #require(LibraryName("7")))
    }

    @Test func `the sounds of a song are found from its folder, and with ~ from home`() throws {
        try folder.write(
            """
            tempo = 96
            [[section]]
            bars = 1
            lanes = "a x sound=./a.wav | b x sound=~/b.wav | c x sound=/c.wav | d x sound=rim"
            [[section.ending]]
            bars = 1
            lanes = "e x sound=sub/e.wav"
            """, to: "song.toml")
        let source = SongSource(path: folder.path + "/song.toml", format: nil)
        let section = try source.read(home: "/home/ada").song.sections[0]
        #expect(section.part.named.map(\.sound) == [folder.path + "/a.wav", "/home/ada/b.wav", "/c.wav", "rim"])
        #expect(section.endings[0].part.named.map(\.sound) == [folder.path + "/sub/e.wav"])
        let refusal = #expect(throws: SongSource.Refusal.self) { try source.read(home: nil) }
        #expect(refusal?.message.contains("HOME is not set") == true)
    }
}
