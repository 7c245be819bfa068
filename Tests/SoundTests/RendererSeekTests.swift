// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Sound
import Testing

@Suite struct RendererSeekTests {
    private let rate = SampleRate.hz48000

    private func score(frames: Int = 1) throws -> TestPlan {
        let sound = try Sample.constant(0.5, frames: frames, rate: rate)
        return TestPlan(tempo: try Tempo(600), beatSound: sound, bellSound: sound)
    }

    @Test func `a seek catches no beat up`() throws {
        let rehearsal = Rehearsal(try score(), sampleRate: rate)
        rehearsal.render(100)
        rehearsal.seek(to: 4800 * 20 + 1)
        #expect(rehearsal.nextBeat == 21)
        rehearsal.render(4800)
        // The bench counts on from frame 100.
        #expect(rehearsal.onsets.map(\.frame) == [0, 100 + 4799])
    }

    @Test func `a seek onto an onset plays it`() throws {
        let rehearsal = Rehearsal(try score(), sampleRate: rate)
        rehearsal.render(100)
        rehearsal.seek(to: 4800 * 3)
        rehearsal.render(10)
        #expect(rehearsal.onsets.map(\.frame) == [0, 100])
    }

    @Test func `a seek back starts no beat twice`() throws {
        let rehearsal = Rehearsal(try score(), sampleRate: rate)
        rehearsal.render(4801)
        rehearsal.seek(to: 10)
        rehearsal.render(to: 9601)
        #expect(rehearsal.onsets.map(\.frame) == [0, 4800, 4801 + 9590])
        #expect(rehearsal.nextBeat == 3)
    }

    @Test func `a seek ends what sounded, and a seek to the same frame does nothing`() throws {
        let rehearsal = Rehearsal(try score(frames: 3000), sampleRate: rate)
        rehearsal.render(100)
        rehearsal.seek(to: 100)
        rehearsal.render(100)
        rehearsal.seek(to: 300)
        rehearsal.render(100)
        #expect(rehearsal.left == [Float](repeating: 0.5, count: 200) + [Float](repeating: 0, count: 100))
    }

    @Test func `without a run a seek only moves the frame`() throws {
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(60))
        rehearsal.seek(to: 1 << 45)
        #expect(rehearsal.frame == 1 << 45 && rehearsal.isSilent)
        #expect(rehearsal.adopt(try score()).segment.firstFrame == 1 << 45)
    }

    @Test func `an onset that was rendered and not heard is not started again at another rate`() throws {
        let rate = SampleRate.hz48000
        let sound = try Sample.impulse(0.5, rate: rate)
        let plan = TestPlan(tempo: try Tempo(600), beatSound: sound, bellSound: sound)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: plan.tempo)
        rehearsal.adopt(plan, startDelay: 2000)
        // Beats at 2000, 6800 and 11600; what is heard lies behind what is rendered.
        rehearsal.render(to: 10_000)
        rehearsal.change(sampleRate: .hz44100, atFrame: 4100)
        #expect(rehearsal.nextBeat == 2)
        #expect(rehearsal.adopt(plan).nextBeat == 2)
    }

    @Test func `another rate from the very frame of an onset on plays that onset once`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<200 {
            let (from, to) = (try random.sampleRate(), try random.sampleRate())
            let tempo = try random.tempo(from: 300)
            let sound = try Sample.impulse(0.5, rate: from)
            let rehearsal = Rehearsal(sampleRate: from, tempo: tempo)
            let before = rehearsal.adopt(TestPlan(tempo: tempo, beatSound: sound, bellSound: sound)).segment
            let frame = before.frame(ofBeat: 3)
            rehearsal.render(to: frame)
            rehearsal.change(sampleRate: to, atFrame: frame)
            let other = try Sample.impulse(0.25, rate: to)
            let adoption = rehearsal.adopt(TestPlan(tempo: tempo, beatSound: other, bellSound: other))
            let after = adoption.segment
            let nearness = Int64(to.hertz / from.hertz) + 1
            #expect(adoption.nextBeat == 3 && abs(after.frame(ofBeat: 3) - frame) <= nearness)
            rehearsal.render(to: after.frame(ofBeat: 5))
            #expect(
                rehearsal.onsets.map(\.frame)
                    == (Int64(0)..<3).map { before.frame(ofBeat: $0) } + (Int64(3)..<5).map { after.frame(ofBeat: $0) })
        }
    }

    @Test func `another rate keeps the place between the beats`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let from = try random.sampleRate()
            let to = try random.sampleRate()
            let tempo = try random.tempo(from: 300)
            let rehearsal = Rehearsal(sampleRate: from, tempo: tempo)
            let sound = try Sample.impulse(0.5, rate: from)
            let before = rehearsal.adopt(TestPlan(tempo: tempo, beatSound: sound, bellSound: sound)).segment
            let frame = (before.frame(ofBeat: 2) + before.frame(ofBeat: 3)) / 2
            rehearsal.render(to: frame)
            rehearsal.change(sampleRate: to, atFrame: frame)
            let after = rehearsal.segment
            #expect(after.firstFrame == frame)
            #expect(after.originPosition == before.firstPosition(atOrAfterFrame: frame))
            #expect(after.sampleRate == to && after.tempo == tempo)

            let other = try Sample.impulse(0.25, rate: to)
            let adoption = rehearsal.adopt(TestPlan(tempo: tempo, beatSound: other, bellSound: other))
            #expect(adoption.segment == after && adoption.nextBeat == 3)
            rehearsal.render(to: after.frame(ofBeat: 5))
            #expect(
                rehearsal.onsets.map(\.frame)
                    == (Int64(0)..<3).map { before.frame(ofBeat: $0) } + (Int64(3)..<5).map { after.frame(ofBeat: $0) })
        }
    }
}
