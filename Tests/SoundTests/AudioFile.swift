// SPDX-License-Identifier: Apache-2.0

import CSndFile
import SeededRandom
import Testing

/// Audio files made for a test, by libsndfile itself.
enum AudioFile {
    /// What a file is written as.
    enum Kind: String, CaseIterable, Sendable {
        case wav, aiff, flac, ogg, mp3

        /// Whether the numbers come back as they were.
        var isLossless: Bool { self != .ogg && self != .mp3 }

        var format: Int {
            switch self {
            case .wav: SF_FORMAT_WAV | SF_FORMAT_PCM_16
            case .aiff: SF_FORMAT_AIFF | SF_FORMAT_PCM_16
            case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
            case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
            // SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, which older headers do not name.
            case .mp3: 0x230000 | 0x0082
            }
        }

        /// Whether this libsndfile can write it.
        var isWritable: Bool {
            var info = SF_INFO(
                frames: 0, samplerate: 44_100, channels: 1, format: Int32(format), sections: 0, seekable: 0)
            return sf_format_check(&info) != 0
        }
    }

    /// Writes interleaved samples, an MP3 with as many bits as each of its parts needs if that is asked for.
    static func write(
        _ samples: [Int16], to path: String, as kind: Kind = .wav, rate: Int = 48_000, channels: Int = 1,
        isVariable: Bool = false
    ) throws {
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = Int32(channels)
        info.format = Int32(kind.format)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info), "\(String(cString: sf_strerror(nil)))")
        defer { sf_close(file) }
        if isVariable {
            // SFC_SET_BITRATE_MODE and SF_BITRATE_MODE_VARIABLE, which older headers do not name.
            var mode: Int32 = 2
            sf_command(file, 0x1305, &mode, Int32(MemoryLayout<Int32>.size))
        }
        // libsndfile's Vorbis encoder keeps a whole call on its stack.
        for start in stride(from: 0, to: samples.count, by: 4096 * channels) {
            let part = Array(samples[start..<min(start + 4096 * channels, samples.count)])
            let frames = sf_count_t(part.count / channels)
            // As floats for the lossy ones: libsndfile 1.2.0 spoils stereo MP3 written as integers.
            let written =
                kind.isLossless
                ? sf_writef_short(file, part, frames) : sf_writef_float(file, part.map { Float($0) / 32768 }, frames)
            try #require(written == frames)
        }
    }

    /// Writes interleaved samples as 32-bit floats.
    static func write(floats: [Float], to path: String, rate: Int = 48_000) throws {
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = 1
        info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        defer { sf_close(file) }
        try #require(sf_writef_float(file, floats, sf_count_t(floats.count)) == sf_count_t(floats.count))
    }

    /// White noise at half of full scale, which no encoder can make small.
    static func noise(count: Int, seed: UInt64 = 1) -> [Int16] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Int16(truncatingIfNeeded: random.next()) / 2 }
    }
}
