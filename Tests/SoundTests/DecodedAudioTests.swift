// SPDX-License-Identifier: Apache-2.0

import Sound
import Testing

@Suite struct DecodedAudioTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: AudioFile.Kind.allCases.filter(\.isLossless), [8000, 44_100, 192_000])
    func `a lossless file gives back its very numbers`(kind: AudioFile.Kind, rate: Int) throws {
        let path = folder.file("noise.\(kind)")
        for channels in [1, 2] {
            let samples = AudioFile.noise(count: 9001 * channels) + [.max, .min].prefix(channels)
            try AudioFile.write(samples, to: path, as: kind, rate: rate, channels: channels)
            let audio = try DecodedAudio(path: path)
            #expect(audio.sampleRate == rate && audio.channels == channels)
            #expect(audio.frames.count == samples.count)
            #expect(zip(audio.frames, samples).allSatisfy { $0 == Float($1) / 32768 })
        }
    }

    /// A swelling tone, so that both a shift and a wrong scale are seen.
    private func tone(count: Int, rate: Int, channels: Int) -> [Int16] {
        (0..<count).flatMap { frame in
            let phase = 2 * Float.pi * 440 * Float(frame) / Float(rate)
            let value = Int16(12_000 * Float(frame) / Float(count) * sine(phase))
            return [Int16](repeating: value, count: channels)
        }
    }

    /// By its series, as good as needed within a turn.
    private func sine(_ phase: Float) -> Float {
        let turn = phase - 2 * .pi * (phase / (2 * .pi)).rounded()
        var (sum, term) = (turn, turn)
        for order in 1..<10 {
            term *= -turn * turn / Float(2 * order * (2 * order + 1))
            sum += term
        }
        return sum
    }

    private func expectTone(_ kind: AudioFile.Kind, channels: Int, rate: Int, slack: Int) throws {
        let path = folder.file("tone.\(kind)")
        let samples = tone(count: rate / 2, rate: rate, channels: channels)
        try AudioFile.write(samples, to: path, as: kind, rate: rate, channels: channels)
        let audio = try DecodedAudio(path: path)
        #expect(audio.sampleRate == rate && audio.channels == channels)
        #expect(abs(audio.frames.count - samples.count) <= slack * channels)
        let error = zip(audio.frames, samples).map { abs($0 - Float($1) / 32768) }.max() ?? 1
        #expect(error < 0.03)
    }

    @Test(.enabled(if: AudioFile.Kind.ogg.isWritable, "libsndfile writes no Ogg Vorbis here"), arguments: [1, 2])
    func `Ogg Vorbis is decoded in place and in scale`(channels: Int) throws {
        for rate in [8000, 48_000] { try expectTone(.ogg, channels: channels, rate: rate, slack: 0) }
    }

    @Test(.enabled(if: AudioFile.Kind.mp3.isWritable, "libsndfile writes no MP3 here"), arguments: [1, 2])
    func `MP3 is decoded in place and in scale`(channels: Int) throws {
        for rate in [8000, 48_000] { try expectTone(.mp3, channels: channels, rate: rate, slack: 0) }
    }

    /// The estimate is too long where the sound begins softly, and too short where it begins loud.
    @Test(.enabled(if: AudioFile.Kind.mp3.isWritable, "libsndfile writes no MP3 here"), arguments: [false, true])
    func `an MP3 whose length is only estimated is read to its end`(beginsLoud: Bool) throws {
        let (soft, loud) = ([Int16](repeating: 0, count: 24_000), AudioFile.noise(count: 72_000))
        let samples = beginsLoud ? loud + soft : soft + loud
        try AudioFile.write(samples, to: folder.file("noise.mp3"), as: .mp3, isVariable: true)
        let file = try folder.bytes("noise.mp3")
        // The first frame counts the others under this name; without it, the second is taken for as long as all.
        let tag = try #require(file.indices.first { file[$0...].starts(with: Array("Xing".utf8)) })
        let second = try #require(file.indices.first { $0 > tag && file[$0...].starts(with: [0xFF, 0xFB]) })
        let streamed = Array(file[second...])
        #expect(try DecodedAudio(bytes: streamed, name: "streamed").frames.count >= samples.count)
        #expect(try DecodedAudio(path: folder.write(streamed, to: "streamed.mp3")).frames.count >= samples.count)
    }

    @Test(arguments: AudioFile.Kind.allCases.filter(\.isWritable))
    func `a file in memory decodes as it does on disk`(kind: AudioFile.Kind) throws {
        let path = folder.file("noise.\(kind)")
        try AudioFile.write(AudioFile.noise(count: 5000), to: path, as: kind)
        let disk = try DecodedAudio(path: path)
        let memory = try DecodedAudio(bytes: folder.bytes("noise.\(kind)"), name: "noise")
        #expect(memory.frames == disk.frames && memory.sampleRate == disk.sampleRate)
    }

    /// The bytes of a file of noise.
    private func noise(_ kind: AudioFile.Kind, count: Int) throws -> [UInt8] {
        try AudioFile.write(AudioFile.noise(count: count), to: folder.file("noise.\(kind)"), as: kind)
        return try folder.bytes("noise.\(kind)")
    }

    /// Big-endian bytes of a size.
    private func bytes(_ size: UInt32) -> [UInt8] { withUnsafeBytes(of: size.bigEndian) { Array($0) } }

    /// Of writers that cannot go back: ffmpeg, sox, and a size of 2 GiB.
    @Test(arguments: [.max, 0x7FFF_F000, 0x7FFF_FFF0] as [UInt32])
    func `a WAV file whose size was unknown to its writer is read to its end`(size: UInt32) throws {
        var file = try noise(.wav, count: 1000)
        for start in [4, 40] { file.replaceSubrange(start..<start + 4, with: bytes(size).reversed()) }
        #expect(try DecodedAudio(bytes: file, name: "streamed").frames.count == 1000)
        #expect(try DecodedAudio(path: folder.write(file, to: "streamed.wav")).frames.count == 1000)
    }

    /// Of sox, of ffmpeg, and the largest.
    @Test(arguments: [0x7F00_0008, 0, .max] as [UInt32])
    func `an AIFF file whose size was unknown to its writer is read to its end`(size: UInt32) throws {
        var file = try noise(.aiff, count: 1000)
        file.replaceSubrange(4..<8, with: bytes(size))
        let chunk = try #require(file.indices.first { file[$0...].starts(with: Array("SSND".utf8)) })
        file.replaceSubrange(chunk + 4..<chunk + 8, with: bytes(size))
        #expect(try DecodedAudio(bytes: file, name: "streamed").frames.count == 1000)
    }

    @Test func `a FLAC file whose length was unknown to its writer is read to its end`() throws {
        var file = try noise(.flac, count: 20_000)
        // The last 36 bits of these bytes of STREAMINFO are the number of frames.
        file[21] &= 0xF0
        file.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        #expect(try DecodedAudio(bytes: file, name: "streamed").frames.count == 20_000)
        #expect(try DecodedAudio(path: folder.write(file, to: "streamed.flac")).frames.count == 20_000)
    }

    @Test func `the content says what a file is, not its ending`() throws {
        let path = folder.file("noise.wav")
        try AudioFile.write(AudioFile.noise(count: 100), to: path, as: .flac)
        #expect(try DecodedAudio(path: path).frames.count == 100)
    }

    @Test func `30 s are taken to the last frame`() throws {
        let path = folder.file("long.wav")
        try AudioFile.write([Int16](repeating: 1, count: 30 * 8000), to: path, rate: 8000)
        #expect(try DecodedAudio(path: path).frames.count == 30 * 8000)
    }
}
