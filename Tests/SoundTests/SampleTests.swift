// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import Sound

@Suite struct SampleTests {
    private func sample(_ frames: [Float], channels: Int = 1, rate: Int = 48_000, to: Int = 48_000) throws -> Sample {
        try Sample(DecodedAudio(sampleRate: rate, channels: channels, frames: frames), rate: to, name: "test")
    }

    private func left(_ sample: Sample) -> [Float] {
        (0..<sample.view.count).map { sample.view.frames[2 * $0] }
    }

    private let silence = [Float](repeating: 0, count: 1234)

    @Test func `leading silence is skipped`() throws {
        let sample = try sample(silence + [0.5, -0.25])
        #expect(sample.view.lead == 0)
        #expect(left(sample) == [0.5, -0.25])
    }

    @Test func `leading noise 60 dB below the peak is silence too`() throws {
        #expect(left(try sample([Float](repeating: 0.0009, count: 500) + [1])) == [1])
    }

    @Test func `the onset is where the sound first reaches a tenth of its peak`() throws {
        let sample = try sample(silence + [0.01, 0.03, -0.079, 0.081, 0.5, 0.8, 0.2])
        #expect(sample.view.lead == 3)
        #expect(sample.view.count == 7)
    }

    @Test func `a slow attack starts at most 50 ms before its onset`() throws {
        let attack = (0..<48_000).map { 0.002 + 0.09 * Float($0) / 48_000 }
        let sample = try sample(attack + [1])
        #expect(sample.view.lead == 2400)
        #expect(sample.view.count == 2401)
    }

    @Test func `the inaudible end is cut off`() throws {
        #expect(left(try sample([1, 0.5, 2e-5] + [Float](repeating: 9e-6, count: 100))) == [1, 0.5, 2e-5])
    }

    @Test func `either channel can be the first to sound`() throws {
        let sample = try sample([0, 0, 0, 0.5, 0.25, 0], channels: 2)
        #expect(sample.view.count == 2 && sample.view.lead == 0)
        #expect((0..<4).map { sample.view.frames[$0] } == [0, 0.5, 0.25, 0])
        #expect(sample.view.count == 2)
    }

    @Test(arguments: [(8000, 48_000), (44_100, 48_000), (48_000, 44_100), (192_000, 48_000), (48_000, 192_000)])
    func `resampling keeps length and peak to the frame`(rate: Int, to: Int) throws {
        for at in [0, 1, 777, 3999] {
            var frames = [Float](repeating: 0, count: 4000)
            frames[at] = 1
            let audio = try DecodedAudio(sampleRate: rate, channels: 1, frames: frames).resampled(to: to)
            let ratio = Double(to) / Double(rate)
            #expect(abs(Double(audio.frames.count) - 4000 * ratio) <= 1)
            #expect(audio.sampleRate == to && audio.channels == 1)
            let peak = audio.frames.indices.max { audio.frames[$0] < audio.frames[$1] } ?? -1
            #expect(abs(Double(peak) - Double(at) * ratio) <= 1)
        }
    }

    @Test(arguments: [8000, 11_025, 12_345, 192_000])
    func `a sound of one frame is heard at every rate`(rate: Int) throws {
        #expect(try sample([0.5], rate: 48_000, to: rate).view.count > 0)
    }

    @Test(arguments: [(8000, 48_000), (44_100, 48_000), (48_000, 44_100), (192_000, 48_000), (44_100, 192_000)])
    func `resampling keeps the onset within a frame`(rate: Int, to: Int) throws {
        // A smooth swell from 100 to 140 ms, with nothing in it that is too quick for any of the rates.
        let frames = (0..<rate / 2).map { frame in
            let seconds = Double(frame) / Double(rate) - 0.1
            let level = max(0, 1 - abs(seconds / 0.02 - 1))
            return Float(0.8 * level * level * level * (level * (6 * level - 15) + 10))
        }
        func onset(_ rate: Int, to: Int) throws -> Double {
            let audio = try DecodedAudio(sampleRate: rate, channels: 1, frames: frames).resampled(to: to)
            let peak = audio.frames.map(abs).max() ?? 0
            return Double(audio.frames.firstIndex { abs($0) >= peak * Sample.onset } ?? -1) / Double(to)
        }
        let shift = try onset(rate, to: to) - onset(rate, to: rate)
        #expect(abs(shift) <= 1.0 / Double(min(rate, to)))
        let lead = try sample(frames, rate: rate).view.lead
        #expect(
            abs(Double(lead) / 48_000 - Double(try sample(frames, rate: rate, to: to).view.lead) / Double(to)) < 0.001)
    }

    @Test func `resampling to the same rate changes nothing, and keeps channels apart`() throws {
        let frames = AudioFile.noise(count: 2000).map { Float($0) / 32768 }
        let audio = DecodedAudio(sampleRate: 44_100, channels: 2, frames: frames)
        #expect(try audio.resampled(to: 44_100).frames == frames)
        let onlyLeft = frames.enumerated().map { $0.offset % 2 == 0 ? $0.element : 0 }
        let resampled = try DecodedAudio(sampleRate: 44_100, channels: 2, frames: onlyLeft).resampled(to: 48_000)
        #expect(resampled.frames.count % 2 == 0)
        #expect(stride(from: 1, to: resampled.frames.count, by: 2).allSatisfy { resampled.frames[$0] == 0 })
    }

    @Test func `a silent sound is refused`() {
        for frames in [[], [0], [Float](repeating: 1e-6, count: 1000)] {
            #expect(throws: SoundError.unsuitable(path: "test", reason: "it is silent")) { try sample(frames) }
        }
    }

    @Test func `a sound with values that are no numbers is refused`() throws {
        let folder = try TemporaryFolder()
        for value in [Float.nan, .infinity, -.infinity] {
            try AudioFile.write(floats: [0.5, value, 0.25], to: folder.file("broken.wav"))
            let audio = try DecodedAudio(path: folder.file("broken.wav"))
            for rate in [48_000, 44_100] {
                #expect(throws: SoundError.self) { try Sample(audio, rate: rate, name: "broken") }
            }
        }
    }
}
