// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Sound
import Testing

@Suite struct RendererTests {
    /// Impulses: 0.5 for the beat and 0.25 for the bell.
    private func score(_ tempo: Tempo, rate: SampleRate) throws -> TestPlan {
        TestPlan(
            tempo: tempo, beatSound: try .impulse(0.5, rate: rate), bellSound: try .impulse(0.25, rate: rate))
    }

    @Test func `every onset lies on the frame that the segment gives it`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<120 {
            let rate = try random.sampleRate()
            let rehearsal = Rehearsal(
                sampleRate: rate, tempo: try Tempo(100), frame: .random(in: 0...1 << 40, using: &random))
            let adoption = rehearsal.adopt(
                try score(try random.tempo(from: 240), rate: rate), startDelay: .random(in: 0...999, using: &random))
            let count = Int64.random(in: 2...9, using: &random)
            rehearsal.render(to: adoption.segment.frame(ofBeat: count))
            #expect(rehearsal.onsets.map(\.frame) == (0..<count).map { adoption.segment.frame(ofBeat: $0) })
        }
    }

    @Test func `a slow beat falls on its frame too`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            let rate = try random.sampleRate()
            let tempo = try random.tempo()
            let rehearsal = Rehearsal(sampleRate: rate, tempo: tempo)
            let adoption = rehearsal.adopt(try score(tempo, rate: rate))
            let beat = Int64.random(in: 1...1_000_000, using: &random)
            let before = Int64.random(in: 0...200, using: &random)
            rehearsal.seek(to: adoption.segment.frame(ofBeat: beat) - before)
            rehearsal.render(Int(before) + 200)
            #expect(rehearsal.onsets.first?.frame == before)
        }
    }

    @Test func `a new run begins at beat 0 after the delay asked for`() throws {
        let rehearsal = Rehearsal(sampleRate: .hz48000, tempo: try Tempo(60), frame: 1000)
        let first = rehearsal.adopt(try score(Tempo(600), rate: .hz48000), startDelay: 7)
        #expect(first.frame == 1000 && first.nextBeat == 0 && first.segment.firstFrame == 1007)
        rehearsal.render(to: 10_000)
        var again = try score(Tempo(600), rate: .hz48000)
        again.run = 2
        again.beatsPerBar = 3
        let second = rehearsal.adopt(again, startDelay: 100)
        #expect(second.run == 2 && second.nextBeat == 0)
        rehearsal.render(to: 15_000)
        #expect(rehearsal.onsets.map(\.frame) == [1007, 5807, 10_100, 14_900])
    }

    @Test func `a tempo change in mid-beat keeps the phase, and no beat is lost or doubled`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let rate = try random.sampleRate()
            let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(60))
            let first = rehearsal.adopt(try score(try random.tempo(from: 400), rate: rate))
            var timeline = Timeline(first.segment)
            for _ in 0..<8 {
                rehearsal.render(.random(in: 0...rate.hertz / 4, using: &random))
                let frame = rehearsal.frame
                let tempo = try random.tempo(from: 400)
                let adoption = rehearsal.adopt(try score(tempo, rate: rate))
                timeline.changeTempo(to: tempo, atFrame: frame)
                #expect(adoption.segment == timeline.segment(atFrame: frame))
                #expect(adoption.nextBeat == timeline.segment(atFrame: frame).firstBeat(atOrAfterFrame: frame))
            }
            rehearsal.render(rate.hertz / 4)
            let last = timeline.beat(atFrame: rehearsal.frame - 1)
            #expect(rehearsal.onsets.map(\.frame) == (0...last).map { timeline.frame(ofBeat: $0) })
        }
    }

    @Test func `the bell rings on the beats of its pattern and on no other`() throws {
        let rate = SampleRate.hz44100
        for (every, on) in [(1, 1), (2, 1), (4, 1), (4, 4), (5, 3), (7, 7)] {
            let pattern = try BellPattern(every: every, on: on)
            var score = try score(Tempo(1000), rate: rate)
            score.bell = pattern
            let rehearsal = Rehearsal(score, sampleRate: rate)
            rehearsal.render(2646 * 16)
            let grid = BarGrid(beatsPerBar: 4)
            #expect(
                rehearsal.onsets.map(\.level) == (0..<16).map { pattern.rings(onBeat: $0, in: grid) ? 0.25 : 0.5 })
        }
    }

    @Test func `without a bell every beat sounds alike`() throws {
        let rehearsal = Rehearsal(try score(Tempo(1000), rate: .hz44100), sampleRate: .hz44100)
        rehearsal.render(2646 * 9)
        #expect(rehearsal.onsets.map(\.level) == [Float](repeating: 0.5, count: 9))
    }

    @Test func `a sound with a lead starts early, so that its onset falls on the beat`() throws {
        let rate = SampleRate.hz48000
        var score = try score(Tempo(997), rate: rate)
        score.beatSound = try .mono([Float](repeating: 0.02, count: 37) + [0.5, 0.1], rate: rate)
        score.bellSound = try .mono([Float](repeating: 0.02, count: 211) + [0.25, 0.1], rate: rate)
        score.bell = try BellPattern(every: 3, on: 1)
        #expect(score.beatSound.view.lead == 37 && score.bellSound.view.lead == 211)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        let segment = rehearsal.adopt(score, startDelay: 211).segment
        rehearsal.render(to: segment.frame(ofBeat: 8))
        let left = rehearsal.left
        for beat in Int64(0)..<8 {
            let onset = Int(segment.frame(ofBeat: beat))
            #expect(left[onset] == (beat % 3 == 0 ? 0.25 : 0.5))
            let lead = beat % 3 == 0 ? 211 : 37
            #expect(left[(onset - lead)..<onset].allSatisfy { $0 == 0.02 })
            #expect(onset == lead || left[onset - lead - 1] == 0)
        }
    }

    @Test func `where there is no room for the lead the onset still falls on the beat`() throws {
        let rate = SampleRate.hz48000
        var score = try score(Tempo(600), rate: rate)
        score.beatSound = try .mono([Float](repeating: 0.02, count: 37) + [0.5], rate: rate)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        rehearsal.adopt(score, startDelay: 10)
        rehearsal.render(100)
        #expect(rehearsal.left == [Float](repeating: 0.02, count: 10) + [0.5] + [Float](repeating: 0, count: 89))
    }

    @Test func `a stop fades out in 8 ms and is silent from then on`() throws {
        for hertz in [8000, 44_100, 48_000, 192_000] {
            let rate = try #require(SampleRate(hertz: hertz))
            var score = try score(Tempo(60), rate: rate)
            score.beatSound = try .constant(0.5, frames: 2 * hertz, rate: rate)
            let rehearsal = Rehearsal(score, sampleRate: rate)
            rehearsal.render(1000)
            score.run = nil
            let adoption = rehearsal.adopt(score)
            #expect(adoption.run == nil && adoption.frame == 1000)
            #expect(!rehearsal.isSilent)
            let fade = hertz / 125
            rehearsal.render(fade)
            #expect(rehearsal.isSilent)
            rehearsal.render(hertz)
            let left = rehearsal.left
            #expect(left[999] == 0.5)
            for frame in 0..<fade - 1 {
                let expected = 0.5 * (1 - Float(frame + 1) / Float(fade))
                #expect(abs(left[1000 + frame] - expected) < 1e-6)
            }
            #expect(left[(1000 + fade - 1)...].allSatisfy { $0 == 0 })
        }
    }

    @Test func `both channels carry a mono sound, and each its own of a stereo sound`() throws {
        let rate = SampleRate.hz48000
        var score = try score(Tempo(600), rate: rate)
        score.bellSound = try Sample(
            DecodedAudio(sampleRate: 48_000, channels: 2, frames: [0.25, -0.5]), rate: 48_000, name: "pair")
        score.bell = try BellPattern(every: 2, on: 2)
        let rehearsal = Rehearsal(score, sampleRate: rate)
        rehearsal.render(4801)
        #expect(Array(rehearsal.output[0..<2]) == [0.5, 0.5])
        #expect(Array(rehearsal.output[9600..<9602]) == [0.25, -0.5])
    }

    @Test func `24 hours at 137,3 bpm drift by no frame`() throws {
        let rehearsal = Rehearsal(try score(Tempo(1373, over: 10), rate: .hz48000), sampleRate: .hz48000)
        // 24 · 60 · 137.3 beats are 24 h to the frame.
        let day: Int64 = 24 * 3600 * 48_000
        #expect(rehearsal.segment.frame(ofBeat: 197_712) == day)
        rehearsal.seek(to: day - 10)
        rehearsal.render(30)
        #expect(rehearsal.onsets.map(\.frame) == [10])
        #expect(rehearsal.nextBeat == 197_713)
    }
}
