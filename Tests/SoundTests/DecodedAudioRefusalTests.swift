// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sound
import Testing

/// What cannot be used is refused with the reason, and with what is allowed.
@Suite struct DecodedAudioRefusalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func expect(
        _ error: SoundError, saying words: String, from path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: error, sourceLocation: sourceLocation) { try DecodedAudio(path: path) }
        #expect(error.description.contains(words), sourceLocation: sourceLocation)
        #expect(error.description.contains("'\(path)'"), sourceLocation: sourceLocation)
        #expect(!error.description.contains("\n"), sourceLocation: sourceLocation)
    }

    /// The reason for which a file is not taken for audio.
    private func undecodable(_ path: String) -> String? {
        let error = #expect(throws: SoundError.self) { try DecodedAudio(path: path) }
        #expect(error?.description.hasSuffix("; WAV, AIFF, FLAC, Ogg and MP3 are understood") == true)
        guard case .undecodable(path, let reason) = error else { return nil }
        return reason
    }

    @Test func `a missing file`() {
        let path = folder.file("no.wav")
        expect(.unreadable(path: path, reason: "No such file or directory"), saying: "No such file", from: path)
    }

    @Test func `a folder, and what is no file`() throws {
        let path = try folder.folder("folder.wav")
        expect(.unreadable(path: path, reason: "it is not a file"), saying: "not a file", from: path)
        // Opening a pipe would wait for a writer.
        let pipe = folder.file("pipe.wav")
        try #require(mkfifo(pipe, 0o600) == 0)
        expect(.unreadable(path: pipe, reason: "it is not a file"), saying: "not a file", from: pipe)
    }

    @Test(.disabled(if: geteuid() == 0, "root may read everything"))
    func `a file that may not be read`() throws {
        let path = folder.file("secret.wav")
        try AudioFile.write([1], to: path)
        chmod(path, 0)
        expect(.unreadable(path: path, reason: "Permission denied"), saying: "Permission denied", from: path)
    }

    @Test func `an empty file`() throws {
        let path = try folder.write([], to: "empty.wav")
        expect(.undecodable(path: path, reason: "the file is empty"), saying: "WAV, AIFF, FLAC", from: path)
    }

    @Test(arguments: ["wav", "aiff", "flac", "ogg", "mp3"])
    func `text under an audio file's name`(ending: String) throws {
        let text = String(repeating: "This is not audio, whatever its name says.\n", count: 40)
        #expect(try undecodable(folder.write(Array(text.utf8), to: "text.\(ending)")) != "")
    }

    @Test func `a file without a single frame`() throws {
        let path = folder.file("none.wav")
        try AudioFile.write([], to: path)
        expect(.undecodable(path: path, reason: "it holds no audio"), saying: "holds no audio", from: path)
    }

    @Test(arguments: AudioFile.Kind.allCases.filter(\.isLossless), [0.02, 0.5, 0.98])
    func `a file that is cut short`(kind: AudioFile.Kind, part: Double) throws {
        try AudioFile.write(AudioFile.noise(count: 20_000), to: folder.file("noise.\(kind)"), as: kind)
        #expect(try undecodable(folder.cutShort("noise.\(kind)", to: part)) != "")
    }

    @Test func `the reason says that the file is cut short`() throws {
        for kind in [AudioFile.Kind.wav, .flac, .aiff] {
            try AudioFile.write(AudioFile.noise(count: 20_000), to: folder.file("noise.\(kind)"), as: kind)
            #expect(try undecodable(folder.cutShort("noise.\(kind)", to: 0.5)) == "the file is cut short")
        }
    }

    // At 20480 Hz the limit falls on the end of a chunk read.
    @Test(arguments: [(31, 8000), (600, 8000), (31, 20_480)])
    func `more than 30 s`(seconds: Int, rate: Int) throws {
        let path = folder.file("long.wav")
        try AudioFile.write([Int16](repeating: 1, count: seconds * rate), to: path, rate: rate)
        expect(
            .unsuitable(path: path, reason: "it is longer than 30 s or larger than 64 MiB decoded"),
            saying: "longer than 30 s", from: path)
    }

    @Test func `a header that promises more than memory holds`() throws {
        let path = folder.file("huge.wav")
        try AudioFile.write([Int16](repeating: 1, count: 1000), to: path)
        var bytes = try folder.bytes("huge.wav")
        // The sizes of the RIFF and of the data chunk.
        bytes.replaceSubrange(4..<8, with: [0xF0, 0xFF, 0xFF, 0x7F])
        bytes.replaceSubrange(40..<44, with: [0xF0, 0xFF, 0xFF, 0x7F])
        #expect(try undecodable(folder.write(bytes, to: "huge.wav")) == "the file is cut short")
    }

    @Test(arguments: [3, 6])
    func `more than two channels`(channels: Int) throws {
        let path = folder.file("surround.wav")
        try AudioFile.write(AudioFile.noise(count: 100 * channels), to: path, channels: channels)
        expect(
            .unsuitable(path: path, reason: "it has \(channels) channels; mono or stereo is allowed"),
            saying: "mono or stereo is allowed", from: path)
    }

    @Test(arguments: [7999, 192_001])
    func `a rate outside what is allowed`(rate: Int) throws {
        let path = folder.file("rate.wav")
        try AudioFile.write([1, 2, 3], to: path, rate: rate)
        expect(
            .unsuitable(path: path, reason: "its rate is \(rate) Hz; 8000...192000 Hz is allowed"),
            saying: "8000...192000 Hz is allowed", from: path)
    }

    @Test func `bytes that are no audio`() {
        #expect(throws: SoundError.self) { try DecodedAudio(bytes: [1, 2, 3], name: "bytes") }
        #expect(throws: SoundError.self) { try DecodedAudio(bytes: [], name: "bytes") }
    }
}
