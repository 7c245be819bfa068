// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Sound
import Testing
import Waveforms

/// A sound that has begun is committed: its onset keeps its frame, whatever changes.
@Suite struct RendererLeadTests {
    private let rate = SampleRate.hz48000

    /// A quiet lead-in of some length, then one frame at a level.
    private func sound(_ level: Float, lead: Int, rate: SampleRate = .hz48000) throws -> Sample {
        let sound = try Sample.mono([Float](repeating: level / 25, count: lead) + [level], rate: rate)
        #expect(sound.view.lead == lead)
        return sound
    }

    private func score(_ tempo: Tempo, lead: Int, bellLead: Int? = nil) throws -> TestPlan {
        TestPlan(
            tempo: tempo, beatSound: try sound(0.5, lead: lead), bellSound: try sound(0.75, lead: bellLead ?? lead))
    }

    /// The frames of the onsets: what is far above a lead-in.
    private func onsets(_ rehearsal: Rehearsal) -> [Int64] {
        rehearsal.output.frames(louderThan: 0.2).map(Int64.init)
    }

    /// The beats of a run, by all that was reported of it.
    private struct Reported {
        var timeline: Timeline

        init(_ adoption: Adoption) { timeline = Timeline(adoption.segment) }

        mutating func take(_ adoption: Adoption) {
            guard adoption.segment != timeline.segment(atFrame: adoption.segmentFrame) else { return }
            timeline.append(adoption.segment)
        }

        func beats(before frame: Int64) -> [Int64] {
            (0...timeline.beat(atFrame: frame - 1)).map { timeline.frame(ofBeat: $0) }
        }
    }

    @Test(arguments: [1920, 480, 2400])
    func `through random tempi every onset is heard where the reports put its beat`(lead: Int) throws {
        var random = SeededGenerator(seed: UInt64(lead))
        for _ in 0..<20 {
            var score = try score(try random.tempo(from: 120), lead: lead)
            let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
            var reported = Reported(rehearsal.adopt(score, startDelay: Int64(lead)))
            for _ in 0..<30 {
                rehearsal.render(.random(in: 0...12_000, using: &random))
                score.tempo = try random.tempo(from: 120)
                reported.take(rehearsal.adopt(score))
            }
            rehearsal.render(to: reported.timeline.frame(ofBeat: rehearsal.nextBeat) + 1)
            #expect(onsets(rehearsal) == reported.beats(before: rehearsal.frame))
        }
    }

    @Test func `a tempo change in a lead-in holds from the frame after the onset, and keeps the phase there`() throws {
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(60))
        var score = try score(Tempo(1000), lead: 2000)
        let first = rehearsal.adopt(score, startDelay: 2000).segment
        #expect(first.frame(ofBeat: 3) == 10_640)
        rehearsal.render(to: 9000)
        score.tempo = try Tempo(10)
        let change = rehearsal.adopt(score)
        #expect(change.frame == 9000 && change.segmentFrame == 10_641 && change.nextBeat == 4)
        #expect(change.segment == first.changing(to: try Tempo(10), atFrame: 10_641))
        rehearsal.render(to: 11_000)
        #expect(onsets(rehearsal) == [2000, 4880, 7760, 10_640])
    }

    @Test func `of two changes in one lead-in the second replaces the first from the same frame`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            var score = try score(Tempo(600), lead: 2000)
            let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
            let first = rehearsal.adopt(score, startDelay: 2000)
            var reported = Reported(first)
            rehearsal.render(to: 2000 + 4800 - 1500)
            var last = first
            for _ in 0..<3 {
                score.tempo = try random.tempo(from: 60)
                last = rehearsal.adopt(score)
                reported.take(last)
                #expect(last.segmentFrame == 6801)
                rehearsal.render(300)
            }
            // A plan that changes something else leaves the segment to come as it is.
            score.volume = 0.9
            #expect(rehearsal.adopt(score).segment == last.segment)
            rehearsal.render(to: reported.timeline.frame(ofBeat: 4) + 1)
            #expect(onsets(rehearsal) == reported.beats(before: rehearsal.frame))
            #expect(onsets(rehearsal).prefix(2) == [2000, 6800])
        }
    }

    @Test func `a bell with the longest lead among beats without one keeps its place at 1000 bpm`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<20 {
            var score = try score(Tempo(1000), lead: 0, bellLead: 2400)
            score.bell = try BellPattern(every: 2, on: 1)
            let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
            var reported = Reported(rehearsal.adopt(score, startDelay: 2400))
            for _ in 0..<40 {
                rehearsal.render(.random(in: 0...3000, using: &random))
                score.tempo = try random.tempo(from: 500)
                reported.take(rehearsal.adopt(score))
            }
            rehearsal.render(to: reported.timeline.frame(ofBeat: rehearsal.nextBeat) + 1)
            #expect(onsets(rehearsal) == reported.beats(before: rehearsal.frame))
        }
    }

    @Test func `a new volume is heard at once, in a lead-in too, while the tempo waits for the onset`() throws {
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(60))
        var score = try score(Tempo(600), lead: 2000)
        _ = rehearsal.adopt(score, startDelay: 2000)
        rehearsal.render(1000)
        score.tempo = try Tempo(300)
        score.volume = 0.5
        let change = rehearsal.adopt(score)
        #expect(change.frame == 1000 && change.segmentFrame == 2001)
        rehearsal.render(1100)
        #expect(abs(rehearsal.left[999] - 0.02) < 1e-6)
        // 8 ms later the ramp is over.
        #expect(abs(rehearsal.left[1383] - 0.01) < 1e-6 && rehearsal.left[1191] < 0.02)
        #expect(abs(rehearsal.left[2000] - 0.25) < 1e-6)
    }

    @Test func `a sound that a seek cuts in its lead-in is heard on its frame all the same`() throws {
        for target in [4500, 5500, 6500, 6800] as [Int64] {
            var score = try score(Tempo(600), lead: 2000)
            let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
            _ = rehearsal.adopt(score, startDelay: 2000)
            rehearsal.render(to: 5300)
            score.tempo = try Tempo(10)
            _ = rehearsal.adopt(score)
            let skipped = target - rehearsal.frame
            rehearsal.seek(to: target)
            #expect(rehearsal.nextBeat == 1)
            // What has begun once stays committed while it is cut.
            score.tempo = try Tempo(1000)
            #expect(rehearsal.adopt(score).segmentFrame == 6801)
            rehearsal.render(to: 7000)
            #expect(onsets(rehearsal) == [2000, 6800 - skipped])
        }
    }

    @Test func `a seek past the onset of a sound that runs in leaves it out`() throws {
        let score = try score(Tempo(600), lead: 2000)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        _ = rehearsal.adopt(score, startDelay: 2000)
        rehearsal.render(to: 5300)
        rehearsal.seek(to: 6801)
        #expect(rehearsal.nextBeat == 2)
        rehearsal.render(to: 6801 + 4800)
        #expect(onsets(rehearsal) == [2000, 5300 + 4799])
    }

    @Test func `after a change of rate a sound cut in its lead-in starts over, on its beat as reported`() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<50 {
            let to = try #require(SampleRate(hertz: .random(in: 44_100...192_000, using: &random)))
            var score = try score(Tempo(600), lead: 2000)
            let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
            _ = rehearsal.adopt(score, startDelay: 2000)
            rehearsal.render(to: 5300)
            if Bool.random(using: &random) {
                score.tempo = try random.tempo(from: 100)
                _ = rehearsal.adopt(score)
            }
            // What is heard lies behind what is rendered.
            rehearsal.change(sampleRate: to, atFrame: 4100)
            #expect(rehearsal.nextBeat == 1)
            score.beatSound = try sound(0.5, lead: 2000, rate: to)
            score.bellSound = score.beatSound
            let adoption = rehearsal.adopt(score)
            #expect(adoption.frame == 4100 && adoption.nextBeat == 1)
            let before = Int64(rehearsal.left.count)
            rehearsal.render(to: adoption.segment.frame(ofBeat: 3))
            #expect(
                onsets(rehearsal).dropFirst().map { $0 - before + 4100 }
                    == [1, 2].map { adoption.segment.frame(ofBeat: $0) })
        }
    }

    @Test func `a new run lets no onset of the run before be heard late, and begins at its own beat 0`() throws {
        var score = try score(Tempo(600), lead: 2000)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        _ = rehearsal.adopt(score, startDelay: 2000)
        rehearsal.render(to: 5300)
        score.run = nil
        _ = rehearsal.adopt(score)
        score.run = 2
        let second = rehearsal.adopt(score, startDelay: 2100)
        #expect(second.segmentFrame == 7400 && second.nextBeat == 0)
        rehearsal.render(to: 12_000)
        #expect(onsets(rehearsal) == [2000, 7400])
    }

    @Test func `a new run does not take the onset of a beat of the same number in the run before`() throws {
        var score = try score(Tempo(600), lead: 2000)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        _ = rehearsal.adopt(score, startDelay: 2000)
        // Beat 0 of the first run is committed to frame 2000.
        rehearsal.render(to: 500)
        score.run = 2
        _ = rehearsal.adopt(score, startDelay: 4000)
        score.tempo = try Tempo(300)
        #expect(rehearsal.adopt(score).segmentFrame == 4500)
        rehearsal.seek(to: 600)
        #expect(rehearsal.nextBeat == 0)
        rehearsal.render(to: rehearsal.segment.frame(ofBeat: 0) + 1)
        #expect(onsets(rehearsal).map { $0 + 100 } == [rehearsal.segment.frame(ofBeat: 0)])
    }

    @Test func `a stop in a lead-in fades out, and the next tempo is free of it`() throws {
        var score = try score(Tempo(600), lead: 2000)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: score.tempo)
        _ = rehearsal.adopt(score, startDelay: 2000)
        rehearsal.render(to: 5300)
        score.run = nil
        _ = rehearsal.adopt(score)
        rehearsal.render(to: 9000)
        #expect(rehearsal.isSilent && onsets(rehearsal) == [2000])
        score.run = 2
        score.tempo = try Tempo(300)
        #expect(rehearsal.adopt(score, startDelay: 2000).segment.firstFrame == 11_000)
    }
}
