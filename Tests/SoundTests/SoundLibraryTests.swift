// SPDX-License-Identifier: Apache-2.0

import Sound
import Testing

@Suite struct SoundLibraryTests {
    private let folder: TemporaryFolder
    private let first: String
    private let second: String

    init() throws {
        folder = try TemporaryFolder()
        first = try folder.folder("first")
        second = try folder.folder("second")
    }

    private func put(_ name: String, length: Int = 10) throws {
        try AudioFile.write([Int16](repeating: 1000, count: length), to: folder.file(name))
    }

    @Test func `the built-in pair is there without any folder, and can be played`() throws {
        let library = SoundLibrary(directories: [])
        #expect(library.entries.map(\.name) == ["beat", "bell"])
        #expect(library.entries.allSatisfy { $0.path == nil })
        let beat = try library.load(named: "beat")
        let bell = try library.load(named: "bell")
        #expect(beat.frames != bell.frames)
        for (audio, name) in [(beat, "beat"), (bell, "bell")] {
            let sample = try Sample(audio, rate: 48_000, name: name)
            #expect(sample.view.count > 1000 && sample.view.lead < 480)
        }
    }

    @Test func `an earlier folder hides a later one, and both hide the built-in pair`() throws {
        try put("first/rim.wav", length: 1)
        try put("second/rim.wav", length: 2)
        try put("second/beat.wav", length: 3)
        let library = SoundLibrary(directories: [first, second])
        #expect(library.entries.map(\.name) == ["beat", "bell", "rim"])
        #expect(library.entries.map(\.path) == ["\(second)/beat.wav", nil, "\(first)/rim.wav"])
        #expect(try library.load(named: "rim").frames.count == 1)
        #expect(try library.load(named: "beat").frames.count == 3)
        #expect(try SoundLibrary(directories: [second, first]).load(named: "rim").frames.count == 2)
    }

    @Test func `a sound of the built-in pair can be had as it is built in, and no other`() throws {
        for name in ["beat", "bell", "rim"] { try put("first/\(name).wav", length: 1) }
        let library = SoundLibrary(directories: [first]).withBuiltIn(["beat", "rim"])
        #expect(library.entries.map(\.path) == [nil, "\(first)/bell.wav", "\(first)/rim.wav"])
        #expect(try library.load("beat").frames.count > 1000 && library.load("bell").frames.count == 1)
    }

    @Test func `a folder that does not exist is passed over`() throws {
        try put("second/rim.wav")
        #expect(
            SoundLibrary(directories: [folder.file("none"), second]).entries.map(\.name) == ["beat", "bell", "rim"])
    }

    @Test func `hidden files and other endings are not sounds`() throws {
        for name in [".wav", ".hidden.wav", "README.md", "wav", "notes.txt", "kick.WAV", "a.b.flac"] {
            try put("first/\(name)")
        }
        #expect(SoundLibrary(directories: [first]).entries.map(\.name) == ["a.b", "beat", "bell", "kick"])
    }

    @Test func `of two files of one name the first by ending counts`() throws {
        try put("first/rim.wav", length: 1)
        try put("first/rim.aiff", length: 2)
        #expect(SoundLibrary(directories: [first]).entries.first { $0.name == "rim" }?.path == "\(first)/rim.aiff")
    }

    @Test func `an unknown name is answered with those there are`() throws {
        try put("first/rim.wav")
        let error = SoundError.unknown(name: "rym", known: ["beat", "bell", "rim"])
        #expect(throws: error) { try SoundLibrary(directories: [first]).load("rym") }
        #expect(error.description == "no sound is called 'rym'; there are: beat, bell, rim")
        let spoken = SoundError.unknown(name: "voice", known: ["beat", "voice-1"]).description
        #expect(spoken.hasPrefix("voice counts beats aloud") && !spoken.contains("there are"))
    }

    @Test func `a slash makes a path, anything else is a name, whatever its ending`() throws {
        for path in ["/a/b.wav", "./rim", "a/b", "./rim.wav", "/"] { #expect(SoundLibrary.isPath(path)) }
        for name in ["rim", "rim.v2", "", ".wav", "wav", "rim.wav", "rim.FLAC"] {
            #expect(!SoundLibrary.isPath(name))
            #expect(throws: SoundError.unknown(name: name, known: ["beat", "bell"])) {
                try SoundLibrary(directories: []).load(name)
            }
        }
        try put("first/rim.wav")
        let library = SoundLibrary(directories: [])
        #expect(try library.load("\(first)/rim.wav").frames.count == 10)
        #expect(throws: SoundError.unreadable(path: "\(first)/rim", reason: "No such file or directory")) {
            try library.load("\(first)/rim")
        }
    }

    @Test func `a broken file is refused by its path, not passed over`() throws {
        let path = try folder.write(Array("text".utf8), to: "first/beat.wav")
        let error = #expect(throws: SoundError.self) { try SoundLibrary(directories: [first]).load("beat") }
        #expect(error?.description.contains(path) == true)
    }

    @Test func `folders are searched from the most explicit on`() throws {
        let library = SoundLibrary.standard(
            explicit: "/mine", environment: ["XDG_DATA_HOME": "/data", "HOME": "/home/a"],
            executable: "/opt/metronome/bin/metronomed")
        #expect(
            library.directories == ["/mine", "/data/metronomed/sounds", "/opt/metronome/share/metronomed/sounds"])
    }

    @Test func `without XDG_DATA_HOME, or with a relative one, the home folder's is meant`() {
        for environment in [["HOME": "/home/a"], ["HOME": "/home/a", "XDG_DATA_HOME": "data"]] {
            #expect(
                SoundLibrary.standard(explicit: nil, environment: environment, executable: "/usr/bin/metronomed")
                    .directories == ["/home/a/.local/share/metronomed/sounds", "/usr/share/metronomed/sounds"])
        }
        #expect(
            SoundLibrary.standard(explicit: nil, environment: [:], executable: "/usr/bin/metronomed").directories
                == ["/usr/share/metronomed/sounds"])
    }

    @Test func `a program in its source tree finds the sounds of the tree`() throws {
        let sounds = try folder.folder("tree/sounds")
        let built = try folder.folder("tree/.build/debug")
        try folder.write([], to: "tree/Package.swift")
        try folder.write([], to: "tree/sounds/README.md")
        let library = SoundLibrary.standard(explicit: nil, environment: [:], executable: "\(built)/metronomed")
        #expect(library.directories.last == sounds)
    }
}
