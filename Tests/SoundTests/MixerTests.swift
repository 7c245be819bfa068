// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing
import Waveforms

@testable import Sound

@Suite struct MixerTests {
    private let rate: SampleRate

    init() throws {
        rate = try #require(SampleRate(hertz: 8000))
    }

    /// A mixer that a test can look at.
    private final class Desk {
        private var mixer: Mixer
        private var samples: [Sample] = []

        init(_ rate: SampleRate, gain: Float = 1) {
            mixer = Mixer(rate: rate.hertz)
            mixer.setGain(gain)
        }

        var active: Int { mixer.active }
        func sounds(_ slot: Int) -> Bool { mixer.sounds(slot: slot) }
        func setGain(_ level: Float) { mixer.setGain(level) }

        func setMix(_ mix: LaneMix, ofLane lane: Int) { mixer.setMix(mix, ofLane: lane) }

        func start(_ sample: Sample, skip: Int = 0, gain: Float = 1, lane: Int = 0, slot: Int = 1) {
            samples.append(sample)
            mixer.start(Kit.Sound(sample.view, gain: gain), skip: skip, lane: lane, slot: slot)
        }

        /// The left channel of the next frames.
        func mix(_ count: Int) -> [Float] {
            var output = [Float](repeating: .nan, count: 2 * count)
            output.withUnsafeMutableBufferPointer { buffer in
                if let base = buffer.baseAddress { mixer.mix(into: base, count: count) }
            }
            return output.left
        }
    }

    private func largestStep(_ samples: some Sequence<Float>) -> Float {
        zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
    }

    @Test func `a volume change never jumps further than its ramp's step`() throws {
        var random = SeededGenerator(seed: 51)
        let sound = try Sample.constant(0.75, frames: 40_000, rate: rate)
        let mixer = Desk(rate)
        mixer.start(sound)
        var heard: [Float] = []
        for _ in 0..<400 {
            // Often in mid-ramp, and now and then back to where the ramp came from or is.
            let level = [0, 1, 0.5, Float.random(in: 0...1, using: &random)].randomElement(using: &random) ?? 0
            mixer.setGain(level)
            heard += mixer.mix(.random(in: 1...90, using: &random))
        }
        #expect(mixer.active == 1)
        #expect(largestStep(heard) <= 0.75 / 64 * 1.001)
        mixer.setGain(0.5)
        heard = mixer.mix(64)
        #expect(heard.last == 0.375)
    }

    @Test func `a gain set in silence holds at once`() throws {
        let mixer = Desk(rate, gain: 0.5)
        mixer.start(try Sample.impulse(1, rate: rate))
        #expect(mixer.mix(2) == [0.5, 0])
    }

    @Test func `a ramp runs on alike through sound and silence`() {
        for frames in [1, 2, 7, 63, 64, 65] {
            var sounding = GainRamp(frames: 64)
            sounding.move(to: 0.3, atOnce: true)
            sounding.move(to: 0.9, atOnce: false)
            var silent = sounding
            for _ in 0..<frames { _ = sounding.next() }
            silent.skip(frames)
            #expect(sounding.next() == silent.next())
        }
    }

    @Test func `a ramp turned to the very level that it passes stays there`() {
        var ramp = GainRamp(frames: 4)
        ramp.move(to: 1, atOnce: false)
        #expect(ramp.next() == 0.25)
        ramp.move(to: 0.25, atOnce: false)
        #expect((0..<8).map { _ in ramp.next() } == [Float](repeating: 0.25, count: 8))
    }

    @Test func `asking again for the same volume does not draw its ramp out`() {
        var ramp = GainRamp(frames: 8)
        ramp.move(to: 1, atOnce: false)
        for _ in 0..<7 {
            _ = ramp.next()
            ramp.move(to: 1, atOnce: false)
        }
        #expect(ramp.next() == 1)
    }

    @Test func `voices past the 120th fade the oldest out, and none is cut off`() throws {
        // 60 ms apart, as at 1000 bpm, and each would sound for 20 s.
        let attack = (0..<100).map { 0.005 * Float($0 + 1) / 100 }
        let sound = try Sample.mono(attack + [Float](repeating: 0.005, count: 160_000), rate: rate)
        let mixer = Desk(rate)
        var heard: [Float] = []
        for number in 0..<180 {
            mixer.start(sound, slot: number % 130)
            #expect(mixer.active <= Mixer.fullAt + 1)
            heard += mixer.mix(480)
            #expect(mixer.active == min(number + 1, Mixer.fullAt))
        }
        // A cut would jump by 0.005; a fade takes 24 frames.
        #expect(largestStep(heard) <= 0.005 / 24 + 0.005 / 100 + 1e-6)
        #expect(abs((heard.last ?? 0) - 120 * 0.005) < 1e-4)
        #expect(mixer.sounds(179 % 130) && mixer.sounds(60) && !mixer.sounds(59))
    }

    @Test func `the pool holds, however many voices start at once`() throws {
        let sound = try Sample.constant(0.001, frames: 1000, rate: rate)
        let mixer = Desk(rate)
        for number in 0..<200 { mixer.start(sound, slot: number % 130) }
        #expect(mixer.active == Mixer.capacity)
        #expect(mixer.sounds(199 % 130))
        #expect(mixer.mix(2000).last == 0)
        #expect(mixer.active == 0)
    }

    @Test func `a lane's gain, pan and mute turn within 8 ms and never jump`() throws {
        var random = SeededGenerator(seed: 52)
        let sound = try Sample.constant(0.5, frames: 20_000, rate: rate)
        let mixer = Desk(rate)
        mixer.start(sound, lane: 63)
        var heard: [Float] = mixer.mix(1)
        for _ in 0..<200 {
            let gain = Float.random(in: 0...1, using: &random)
            mixer.setMix(
                LaneMix(gain: gain, pan: .random(in: -1...1, using: &random), isMuted: Bool.random(using: &random)),
                ofLane: 63)
            heard += mixer.mix(.random(in: 1...90, using: &random))
        }
        #expect(largestStep(heard) <= 0.5 / 64 * 1.001)
        mixer.setMix(LaneMix(gain: 0.5, pan: 1), ofLane: 63)
        heard = mixer.mix(65)
        #expect(heard.last == 0)
        mixer.setMix(LaneMix(gain: 0.5, pan: -1), ofLane: 63)
        #expect(mixer.mix(65).last == 0.25)
    }

    @Test func `a lane's mix leaves the others alone, and its ramp does not depend on how frames are cut`() throws {
        let sound = try Sample.constant(0.25, frames: 1000, rate: rate)
        func mixed(_ cuts: [Int]) -> [Float] {
            let mixer = Desk(rate)
            mixer.start(sound, lane: 1)
            mixer.start(sound, gain: 0.5, lane: 2)
            _ = mixer.mix(10)
            mixer.setMix(LaneMix(isMuted: true), ofLane: 1)
            return cuts.flatMap { mixer.mix($0) }
        }
        let whole = mixed([200])
        #expect(whole.last == 0.125 && whole.first ?? 0 > 0.36)
        #expect(mixed([1, 2, 3, 50, 60, 84]) == whole)
    }

    @Test func `a lane on other channels is heard there and nowhere else`() throws {
        var mixer = Mixer(rate: rate.hertz, channels: 6)
        mixer.setGain(1)
        let sound = try Sample.impulse(0.5, rate: rate)
        mixer.setMix(LaneMix(channel: 2), ofLane: 3)
        // A lane past the last pair is heard on the last pair.
        mixer.setMix(LaneMix(gain: 0.5, channel: 9), ofLane: 4)
        var output = [Float](repeating: .nan, count: 12)
        withExtendedLifetime(sound) {
            for lane in 3...4 { mixer.start(Kit.Sound(sound.view), skip: 0, lane: lane, slot: 0) }
            output.withUnsafeMutableBufferPointer { buffer in
                if let base = buffer.baseAddress { mixer.mix(into: base, count: 2) }
            }
        }
        #expect(output == [0, 0, 0.5, 0.5, 0.25, 0.25, 0, 0, 0, 0, 0, 0])
    }

    @Test func `a voice started past its end does not sound`() throws {
        let mixer = Desk(rate)
        mixer.start(try Sample.impulse(1, rate: rate), skip: 1)
        #expect(mixer.active == 0)
    }

    @Test func `two full clicks together stay below full scale`() throws {
        let sound = try Sample.mono([1, -1, 1, -1], rate: rate)
        let mixer = Desk(rate)
        mixer.start(sound)
        mixer.start(sound)
        let heard = mixer.mix(4)
        #expect(heard.allSatisfy { abs($0) > 0.9 && abs($0) < 1 })
        #expect(heard[0] == -heard[1])
    }
}

@Suite struct SoftKneeTests {
    @Test func `up to 0,8 it leaves every value as it is`() {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<10_000 {
            let value = Float.random(in: -0.8...0.8, using: &random)
            #expect(softKnee(value).bitPattern == value.bitPattern)
        }
    }

    @Test func `it never reaches full scale, never falls, and is odd`() {
        var previous: Float = -1
        for step in 0...20_000 {
            let value = Float(step) / 100
            let bent = softKnee(value)
            #expect(bent < 1 && bent >= previous && softKnee(-value) == -bent)
            previous = bent
        }
        for value in [Float.greatestFiniteMagnitude, .infinity] {
            #expect(softKnee(value) <= 1 && softKnee(-value) >= -1)
        }
    }

    @Test func `its slope has no corner`() {
        func slope(_ value: Float) -> Float { (softKnee(value + 0.001) - softKnee(value - 0.001)) / 0.002 }
        for step in 0..<300 {
            let value = 0.7 + Float(step) * 0.001
            #expect(abs(slope(value + 0.001) - slope(value)) < 0.012)
        }
        #expect(abs(slope(0.802) - 1) < 0.02)
    }
}
