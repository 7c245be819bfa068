// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// Who leads the beats.
@Suite struct LeaderTests {
    private final class Client {}
    private let owner = Client()
    private let other = Client()
    private let now = ClockTime(nanoseconds: 1_000_000_000)

    private func leader() throws -> Leader {
        let line = try OutsideLine(beat: 0, at: now, bpm: 120, quantum: 4, cameAt: now)
        var leader = Leader()
        leader.source = SyncSource("link", owner: ObjectIdentifier(owner), line, cameAt: now)
        return leader
    }

    @Test func `a clock is its owner's alone`() throws {
        let leader = try leader()
        let asks = [owner, other].map { Ask(id: 1, client: ObjectIdentifier($0), wish: .call(.unfollow)) }
        #expect(asks.map(leader.isOwner) == [true, false])
        #expect(!leader.isOwner(Ask(id: -1, wish: .sounds)) && !Leader().isOwner(asks[0]))
    }

    @Test func `for one beat two plans are sent at most, and for the next one two again`() {
        var leader = Leader()
        let may = [4, 4, 4, 5, 5, 5, 4].map { leader.mayStep($0) }
        #expect(may == [true, true, false, true, true, false, true])
    }

    @Test func `what was proposed is taken back once`() throws {
        var leader = try leader()
        let tempo = try Tempo(130)
        leader.proposed = Proposal(edit: .tempo(.to(tempo)), tempo: tempo, source: .request(), ask: nil)
        let taken = [leader.takeProposal(), leader.takeProposal()]
        #expect(taken.map { $0?.tempo } == [tempo, nil])
    }

    @Test func `with the end of the run a clock whose owner has gone is none any more`() throws {
        var (present, gone) = (try leader(), try leader())
        gone.source?.leave()
        present.endRun()
        gone.endRun()
        #expect(present.source != nil && gone == Leader())
    }
}

/// How far trainers have come.
@Suite struct PracticeProgressTests {
    /// A run at 120 bpm from frame 0, at a rate.
    private func record(_ rate: SampleRate) throws -> RunRecord {
        let segment = TimelineSegment(originFrame: 0, originPosition: .zero, tempo: try Tempo(120), sampleRate: rate)
        let grid = BarGrid(beatsPerBar: 4)
        return RunRecord(
            AdoptedPlan(frame: 0, run: 1, segment: segment, grid: grid, nextBeat: 0),
            accents: BeatAccents(bar: [.normal]))
    }

    private func timer(_ seconds: Int64) throws -> PracticeCourse.Begun {
        var course = PracticeCourse()
        course.enter(
            Practice(PracticeTimer(seconds, .seconds)), tempo: try Tempo(120), fromBeat: 0,
            in: BarGrid(beatsPerBar: 4))
        return try #require(course.timed)
    }

    @Test(arguments: [(10, 20), (11, 24), (1, 4), (12, 24)] as [(Int64, Int64)])
    func `a timer that counts time ends the music with the bar line that it is over at, or with the next`(
        _ seconds: Int64, _ beat: Int64
    ) throws {
        var progress = PracticeProgress()
        progress.look(try timer(seconds), in: try record(.hz48000), nextBeat: 1, writtenFrame: 100)
        #expect(progress.timedEnd == beat)
        progress.forgetTimer()
        #expect(progress == PracticeProgress())
    }

    /// The same run, from beat 10, which is five seconds from its start, at another tempo and rate.
    private func goingOn(at bpm: Int64, _ rate: SampleRate) throws -> RunRecord {
        let segment = TimelineSegment(
            originFrame: 240_000, originPosition: Position(whole: 10), tempo: try Tempo(bpm), sampleRate: rate)
        return RunRecord(
            AdoptedPlan(
                frame: 240_000, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 10),
            accents: BeatAccents(bar: [.normal]))
    }

    @Test(arguments: [(60, .hz48000, 16), (60, .hz44100, 16), (240, .hz48000, 32)] as [(Int64, SampleRate, Int64)])
    func `a timer goes on through another tempo and on another device, as long as it was to last`(
        _ bpm: Int64, _ rate: SampleRate, _ beat: Int64
    ) throws {
        var progress = PracticeProgress()
        let timer = try timer(10)
        progress.look(timer, in: try record(.hz48000), nextBeat: 1, writtenFrame: 0)
        // Five seconds are left: 5 beats at 60 bpm, 20 at 240; the music ends with the bar.
        progress.look(timer, in: try goingOn(at: bpm, rate), nextBeat: 11, writtenFrame: 240_000)
        #expect(progress.timedEnd == beat)
    }
}
