// SPDX-License-Identifier: Apache-2.0

import Foundation
import Programs
import Testing

@testable import metroctl

@Suite struct SoundFilesTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "metronomed-\(UUID().uuidString)").path
    private var sounds: String { home + "/data/metronomed/sounds" }

    private func prepare() throws {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try Data("RIFF".utf8).write(to: URL(filePath: home + "/clap.WAV"))
        try Data("text".utf8).write(to: URL(filePath: home + "/clap.txt"))
        try Data("junk\n".utf8).write(to: URL(filePath: home + "/junk.wav"))
    }

    private func remove() { try? FileManager.default.removeItem(atPath: home) }

    @Test func `a file is copied among the user's own, by its name or by another`() throws {
        try prepare()
        defer { remove() }
        #expect(try SoundFiles.add(home + "/clap.WAV", as: nil, to: sounds).name == "clap")
        // `sound off` means something else.
        for name in SoundVerb.reserved {
            #expect(throws: ProgramFailure.self) { try SoundFiles.add(home + "/clap.WAV", as: name, to: sounds) }
        }
        #expect(try SoundFiles.add(home + "/clap.WAV", as: "snap", to: sounds).path == sounds + "/snap.wav")
        #expect(try FileManager.default.contentsOfDirectory(atPath: sounds).sorted() == ["clap.wav", "snap.wav"])
        #expect(try Data(contentsOf: URL(filePath: sounds + "/snap.wav")) == Data("RIFF".utf8))
    }

    @Test func `the user's own have the names by which the daemon knows them, and other files none`() throws {
        try prepare()
        defer { remove() }
        try FileManager.default.createDirectory(atPath: sounds, withIntermediateDirectories: true)
        for file in [
            "clap.wav", "clap.flac", "snap.2.WAV", "notes.txt", "README", ".hidden.wav", "bare.", "old.wav.bak",
        ] {
            try Data("RIFF".utf8).write(to: URL(filePath: sounds + "/" + file))
        }
        #expect(SoundFiles.ownNames(in: sounds) == ["clap", "snap.2"])
        #expect(SoundFiles.ownNames(in: nil).isEmpty && SoundFiles.ownNames(in: home + "/nowhere").isEmpty)
    }

    @Test func `a name is taken however the ending of its file is written`() throws {
        try prepare()
        defer { remove() }
        try FileManager.default.createDirectory(atPath: sounds, withIntermediateDirectories: true)
        try Data("RIFFold".utf8).write(to: URL(filePath: sounds + "/clap.Wav"))
        let failure = #expect(throws: ProgramFailure.self) {
            try SoundFiles.add(home + "/clap.WAV", as: nil, to: sounds)
        }
        #expect(failure?.message.contains("there is a sound clap already: \(sounds)/clap.Wav") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sounds) == ["clap.Wav"])
        try Data("RIFF".utf8).write(to: URL(filePath: sounds + "/clap.Wav"))
        #expect(SoundFiles.own(sameAs: home + "/clap.WAV", in: sounds)?.name == "clap")
    }

    @Test func `who adds a sound in place of one that comes with metronomed is told so`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../sounds").path
        let given = SoundFiles.ownNames(in: folder)
        #expect(given.count > 30)
        for name in given {
            #expect(
                SoundFiles.replaced(by: name) == "\n(in place of the \(name) that comes with metronomed)", "\(name)")
        }
        for name in ["clap", "rimshot", "voice-17", "Rim"] { #expect(SoundFiles.replaced(by: name).isEmpty, "\(name)") }
    }

    @Test func `a file that is among the user's own is known by its name, and another of that name is not`() throws {
        try prepare()
        defer { remove() }
        try Data("RIFF".utf8).write(to: URL(filePath: home + "/snap.wav"))
        #expect(SoundFiles.own(sameAs: home + "/snap.wav", in: sounds)?.name == nil)
        _ = try SoundFiles.add(home + "/clap.WAV", as: nil, to: sounds)
        #expect(SoundFiles.own(sameAs: home + "/clap.WAV", in: sounds)?.name == "clap")
        _ = try SoundFiles.add(home + "/snap.wav", as: nil, to: sounds)
        #expect(SoundFiles.own(sameAs: home + "/snap.wav", in: sounds)?.name == "snap")
        try Data("other".utf8).write(to: URL(filePath: home + "/snap.wav"))
        #expect(SoundFiles.own(sameAs: home + "/snap.wav", in: sounds)?.name == nil)
    }

    @Test func `a sound is known by its first bytes, whatever its ending says`() {
        for head in ["RIFF", "RIFX", "RF64", "FORM", "fLaC", "OggS", ".snd", "caff", "ID3\u{4}"] {
            #expect(SoundFiles.isSound(Array("\(head)....".utf8)), "\(head)")
        }
        // A frame of MPEG, with or without what stands before it.
        #expect(SoundFiles.isSound([0xFF, 0xFB, 0x90, 0x64]) && SoundFiles.isSound([0, 0, 0xFF, 0xFB, 0x90, 0x64]))
        for other in ["", "R", "junk", "RIF", "<html>", String(repeating: "x", count: 70_000)] {
            #expect(!SoundFiles.isSound(Array(other.utf8)), "\(other.prefix(10))")
        }
    }

    @Test func `what is no sound, has no name or is there already is refused, and nothing is left behind`() throws {
        try prepare()
        defer { remove() }
        _ = try SoundFiles.add(home + "/clap.WAV", as: nil, to: sounds)
        for (file, name) in [
            ("/clap.WAV", nil), ("/junk.wav", nil), ("/clap.txt", nil), ("/none.wav", nil), ("/clap.WAV", ".hidden"),
            ("/clap.WAV", "a/b"), ("/clap.WAV", ""), ("/clap.WAV", String(repeating: "x", count: 65)),
        ] {
            #expect(throws: ProgramFailure.self) { try SoundFiles.add(home + file, as: name, to: sounds) }
        }
        #expect(throws: ProgramFailure.self) { try SoundFiles.add(home + "/clap.WAV", as: "other", to: nil) }
        #expect(throws: ProgramFailure.self) { try SoundFiles.add(home + "/clap.WAV", as: "x", to: home + "/clap.txt") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sounds) == ["clap.wav"])
    }
}
