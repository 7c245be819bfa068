// SPDX-License-Identifier: Apache-2.0

internal import Faces
internal import MetronomeRhythm
internal import Sound

extension FuzzTarget {
    /// Files of sounds, as they are read for playing.
    static let sounds = FuzzTarget(
        "sounds", longest: 8192,
        words: { ["RIFF", "WAVEfmt ", "data", "fLaC", "OggS", "FORM", "AIFF", "SSND", "COMM", ".snd", "ID3", "caff"] },
        seeds: {
            // A WAV of 16 bits, mono, 8 kHz, four frames.
            let head: [UInt8] =
                Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
                + [0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [8, 0, 0, 0]
            return [head + [0, 0, 0, 0x40, 0, 0x20, 0, 0]]
        }
    ) { input in
        do throws(SoundError) {
            let audio = try DecodedAudio(bytes: input, name: "a")
            _ = try Sample(audio, rate: 48_000, name: "a")
        } catch { try lawOfErrors("\(error)") }
    }

    /// Pictures that move.
    static let pictures = FuzzTarget(
        "pictures", longest: 4096,
        words: { ["GIF87a", "GIF89a", "NETSCAPE2.0", "!\u{fe}", "!\u{1}\u{c}", ";", ","] },
        seeds: {
            // A GIF of one black pixel, with a delay and a loop.
            [
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
                    + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 2, 0, 0]
                    + [0x21, 0xF9, 4, 9, 5, 0, 1, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 2, 0x4C, 1, 0] + [0x3B]
            ]
        }
    ) { input in
        do throws(PictureError) {
            let animation = try GIFAnimation(reading: input)
            for beats in [1, 4, 4096] {
                for beat in [0, 3, 1 << 40] as [Int64] {
                    _ = animation.frame(at: BeatPosition(whole: beat, fraction: 1 << 63), beatsPerCycle: beats)
                }
            }
        } catch { try lawOfErrors("\(error)") }
    }
}
