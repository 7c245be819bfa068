// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Sound
import Testing

/// Plans are lent to the renderer, and every one comes back.
@Suite struct RendererPlanTests {
    private let rate = SampleRate.hz48000

    @Test func `a replaced plan comes back once the last of its voices has ended`() throws {
        let long = try Sample.constant(0.5, frames: 1000, rate: rate)
        var score = TestPlan(tempo: try Tempo(60), beatSound: long, bellSound: long)
        let rehearsal = Rehearsal(score, sampleRate: rate)
        rehearsal.render(100)
        score.volume = 0.5
        rehearsal.adopt(score)
        #expect(rehearsal.retired() == [])
        rehearsal.render(to: 999)
        #expect(rehearsal.retired() == [])
        rehearsal.render(to: 1000)
        #expect(rehearsal.retired() == [1])
        #expect(rehearsal.retired() == [])
    }

    @Test func `a plan that never sounded comes back at once, and the one in force never`() throws {
        let sound = try Sample.impulse(0.5, rate: rate)
        var score = TestPlan(tempo: try Tempo(60), run: nil, beatSound: sound, bellSound: sound)
        let rehearsal = Rehearsal(score, sampleRate: rate)
        for revision in UInt64(1)..<100 {
            score.volume = Float(revision) / 100
            rehearsal.adopt(score)
            #expect(rehearsal.retired() == [revision])
        }
    }

    @Test func `128 plans that sound and the one replaced last are all that is kept, and all come back`() throws {
        let long = try Sample.constant(0.02, frames: 4000, rate: rate)
        var score = TestPlan(tempo: try Tempo(60), beatSound: long, bellSound: long)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        // Each run sounds at once, and what sounds of the run before takes 144 frames to fade.
        for run in UInt64(1)...128 {
            score.run = run
            rehearsal.adopt(score)
            rehearsal.render(1)
            #expect(rehearsal.retired() == [])
        }
        // Two more adopted at one frame: the first of them is the 129th that was replaced, and never sounded.
        for run in UInt64(129)...130 {
            score.run = run
            rehearsal.adopt(score)
            #expect(rehearsal.retired() == (run == 130 ? [129] : []))
        }
        // A 129th voice takes the place of the one that has the least left to play.
        rehearsal.render(1)
        #expect(rehearsal.retired() == [1])
        rehearsal.render(200)
        #expect(Set(rehearsal.retired()) == Set(2...128))
    }

    @Test func `a stop gives the plan back when the fade is over`() throws {
        let long = try Sample.constant(0.5, frames: 48_000, rate: rate)
        var score = TestPlan(tempo: try Tempo(60), beatSound: long, bellSound: long)
        let rehearsal = Rehearsal(score, sampleRate: rate)
        rehearsal.render(100)
        score.run = nil
        rehearsal.adopt(score)
        rehearsal.render(383)
        #expect(rehearsal.retired() == [])
        rehearsal.render(1)
        #expect(rehearsal.retired() == [1])
    }

    @Test func `through random changes each plan comes back exactly once, and never while it sounds`() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<8 {
            let sound = try Sample.constant(0.05, frames: .random(in: 1...6000, using: &random), rate: rate)
            var score = TestPlan(tempo: try random.tempo(from: 600), beatSound: sound, bellSound: sound)
            let rehearsal = Rehearsal(score, sampleRate: rate)
            var inForce: UInt64 = 1
            var soundsUntil: [UInt64: Int64] = [:]
            var replaced: Set<UInt64> = []
            for _ in 0..<80 {
                // A voice is its plan's that was in force when it started.
                let segment = rehearsal.segment
                let target = rehearsal.frame + .random(in: 1...3000, using: &random)
                for beat in rehearsal.nextBeat..<segment.firstBeat(atOrAfterFrame: target) {
                    soundsUntil[inForce] = segment.frame(ofBeat: beat) + Int64(sound.view.count)
                }
                rehearsal.render(to: target)
                let back = Set(rehearsal.retired())
                let expected = replaced.filter { soundsUntil[$0] ?? 0 <= target }
                #expect(back == expected)
                replaced.subtract(back)
                if Bool.random(using: &random) {
                    score.tempo = try random.tempo(from: 600)
                    rehearsal.adopt(score)
                    replaced.insert(inForce)
                    inForce += 1
                }
            }
        }
    }
}
