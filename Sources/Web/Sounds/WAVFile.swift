// SPDX-License-Identifier: Apache-2.0

internal import Sound

/// A WAV file of 16 bits, which every browser plays.
enum WAVFile {
    /// The file of some audio.
    static func bytes(of audio: DecodedAudio) -> [UInt8] {
        let (channels, size) = (audio.channels, 2 * audio.frames.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + size)
        func number(_ value: Int, _ width: Int) {
            var rest = UInt32(truncatingIfNeeded: value)
            for _ in 0..<width {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
        bytes += "RIFF".utf8
        number(36 + size, 4)
        bytes += "WAVEfmt ".utf8
        number(16, 4)
        number(1, 2)
        number(channels, 2)
        number(audio.sampleRate, 4)
        number(audio.sampleRate * channels * 2, 4)
        number(channels * 2, 2)
        number(16, 2)
        bytes += "data".utf8
        number(size, 4)
        for frame in audio.frames {
            // A float file may hold what is no number.
            let level = frame.isNaN ? 0 : min(max(frame, -1), 1)
            number(Int(exactly: (level * 32767).rounded()) ?? 0, 2)
        }
        return bytes
    }
}
