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

    /// A header of CAF, whose sizes have 64 bits and whose rate is a Double, before a few frames.
    private func caf(rate: Double = 48_000, channels: UInt32 = 2, size: Int64) -> [UInt8] {
        func big(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        var bytes = Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + big(Int64(32))
        bytes += big(rate.bitPattern) + Array("lpcm".utf8) + big(UInt32(0))
        for field in [2 &* channels, 1, channels, 16] { bytes += big(field) }
        return bytes + Array("data".utf8) + big(size) + [0, 0, 0, 0] + [UInt8](repeating: 1, count: 400)
    }

    /// A header of Sony's W64, whose sizes have 64 bits, too.
    private func w64(rate: UInt32 = 48_000, channels: UInt16 = 2, size: Int64) -> [UInt8] {
        func little(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let rest: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
        let riff: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
        var bytes = Array("riff".utf8) + riff + little(size) + Array("wave".utf8) + rest
        bytes += Array("fmt ".utf8) + rest + little(Int64(40)) + little(UInt16(1)) + little(channels) + little(rate)
        bytes += little(rate &* UInt32(channels) &* 2) + little(channels &* 2) + little(UInt16(16))
        return bytes + Array("data".utf8) + rest + little(size) + [UInt8](repeating: 1, count: 400)
    }

    @Test(arguments: [0, 1, 400, 412, 424, 1 << 31, 1 << 32, 1 << 62, .max, .max - 7, -1, .min] as [Int64])
    func `sizes that lie, up to 2⁶³ bytes, are no reason to end`(size: Int64) {
        for bytes in [caf(size: size), w64(size: size), caf(channels: 1, size: size), w64(channels: 1, size: size)] {
            // Some are read as far as they go; none is longer than the bytes that are there.
            guard let audio = try? DecodedAudio(bytes: bytes, name: "lies") else { continue }
            #expect(audio.frames.count <= 200)
        }
    }

    @Test(arguments: [0, -1, 1e9, 1e300, .infinity, .nan, 7999, 1e-300] as [Double])
    func `a rate that is none is refused`(rate: Double) {
        #expect(throws: SoundError.self) { try DecodedAudio(bytes: caf(rate: rate, size: 404), name: "rate") }
        let whole = UInt32(exactly: rate.rounded()) ?? .max
        #expect(throws: SoundError.self) { try DecodedAudio(bytes: w64(rate: whole, size: 424), name: "rate") }
    }

    @Test(arguments: [0, 3, 1024, 65_535] as [UInt16])
    func `a number of channels that is none is refused`(channels: UInt16) {
        for bytes in [caf(channels: UInt32(channels), size: 404), w64(channels: channels, size: 424)] {
            #expect(throws: SoundError.self) { try DecodedAudio(bytes: bytes, name: "channels") }
        }
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
