// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// A run on a device whose frames are heard by a clock, and what it is sent.
private struct Desk {
    var settings = Settings()
    var music: PlannedMusic
    var run: HeardRun

    init(bpm: Int64, clock: DeviceClock, begin: Int64 = 0) throws {
        settings.tempo = try Tempo(bpm)
        music = PlannedMusic(settings)
        let segment = TimelineSegment(
            originFrame: begin, originPosition: .zero, tempo: settings.tempo, sampleRate: .hz48000)
        let plan = AdoptedPlan(
            frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0)
        run = HeardRun(RunRecord(plan, bell: nil), HeardClock(clock, offsetMilliseconds: 20))
    }

    /// Sends a plan with a bridge, which is adopted at a frame. Nil where there is nothing to move.
    mutating func bridge(
        to target: PhaseBridge.Target, tempo: Tempo? = nil, atFrame frame: Int64
    ) throws -> PhaseBridge? {
        if let tempo { settings.tempo = tempo }
        guard
            let bridge = PhaseBridge(to: target, of: run, fromFrame: frame, tempo: settings.tempo)
        else { return nil }
        let former = music
        let next = run.record.timeline.beat(atFrame: frame) + 1
        _ = music.change(to: settings, pending: [], nextBeat: next)
        music.add(bridge, after: former)
        // Up to the bridge nothing changes, so the segment in force is the one before.
        run.record.adopt(
            AdoptedPlan(
                frame: frame, run: 1, segment: run.record.timeline.segment(atFrame: frame),
                grid: BarGrid(beatsPerBar: 4), nextBeat: next),
            accents: BeatAccents(bell: nil), rules: music.rules, tempi: music.tempi)
        return bridge
    }
}

@Suite struct PhaseBridgeTests {
    private let even = DeviceClock(
        frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: 48_000, writtenFrame: 0)

    @Test func `a plan before the first beat that sets no other tempo keeps the way to the phase`() throws {
        var settings = Settings()
        var music = PlannedMusic(settings)
        settings.tempo = try Tempo(90)
        let former = music
        _ = music.change(to: settings, pending: [], nextBeat: 0, gestures: [.tempo])
        music.add(PhaseBridge(from: try #require(Ratio(1, over: 2)), toBeat: 2, tempo: try Tempo(100)), after: former)
        let stretches = music.stretches
        #expect(!stretches.isEmpty)
        settings.volume = 0.5
        _ = music.change(to: settings, pending: [], nextBeat: 0)
        #expect(music.stretches == stretches)
        settings.tempo = try Tempo(91)
        _ = music.change(to: settings, pending: [], nextBeat: 0, gestures: [.tempo])
        #expect(music.stretches.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a tempo that waits begins with its beat, also on the way to another phase`(
        _ comesLater: Bool
    ) throws {
        let settings = Settings()
        let slower = PendingChange(
            id: 1, cue: .place(bar: 2, beat: 2), fromBeat: 0, action: .edit(.tempo(.to(try Tempo(60)))))
        let bridge = PhaseBridge(from: try #require(Ratio(9, over: 2)), toBeat: 7, tempo: try Tempo(90))
        var music = PlannedMusic(settings, pending: comesLater ? [] : [slower])
        music.add(bridge, after: music)
        _ = music.change(to: settings, pending: [slower], nextBeat: 4)
        let tempi = music.tempi.suffix(2)
        #expect(tempi.map(\.from) == [bridge.from, Ratio(whole: 5)])
        #expect(try tempi.map(\.tempo) == [Tempo(90), Tempo(60)])
    }

    @Test func `before the first beat a bridge begins behind it, so that it is heard where it was told`() throws {
        let desk = try Desk(bpm: 120, clock: even, begin: 20_000)
        let target = PhaseBridge.Target.beats(at: ClockTime(nanoseconds: 2_000_000_000), periodNs: 1_456_000_000)
        for frame in [0, 19_999, 20_000] as [Int64] {
            let bridge = try #require(PhaseBridge(to: target, of: desk.run, fromFrame: frame, tempo: try Tempo(41)))
            #expect(bridge.from > .zero && bridge.from < .one)
        }
    }

    @Test func `a shift moves every later beat by exactly so much, and no earlier one`() throws {
        for milliseconds in [-250.0, -40, -0.5, 0.02, 7, 100, 900] {
            var desk = try Desk(bpm: 120, clock: even)
            let before = desk.run
            let bridge = try #require(
                try desk.bridge(to: .shift(milliseconds: milliseconds), atFrame: 100_000))
            #expect(bridge.from > Ratio(whole: 4) && bridge.toBeat >= 5)
            for beat in 0..<200 as Range<Int64> {
                let frames = desk.run.record.timeline.frame(ofBeat: beat) - before.record.timeline.frame(ofBeat: beat)
                if beat < 5 { #expect(frames == 0) }
                if beat >= bridge.toBeat { #expect(frames == Int64((milliseconds * 48).rounded())) }
            }
            let tempi = desk.music.tempi.map(\.tempo.beatsPerMinute)
            #expect(tempi.allSatisfy { (79...241).contains($0) } && tempi.first == 120 && tempi.last == 120)
        }
    }

    @Test func `two shifts add up, also where the second begins during the first`() throws {
        for second in [101_000, 110_000, 119_000, 200_000] as [Int64] {
            var desk = try Desk(bpm: 120, clock: even)
            let before = desk.run
            _ = try desk.bridge(to: .shift(milliseconds: 100), atFrame: 100_000)
            let bridge = try #require(try desk.bridge(to: .shift(milliseconds: -30), atFrame: second))
            for beat in bridge.toBeat..<bridge.toBeat + 50 {
                let frames = desk.run.record.timeline.frame(ofBeat: beat) - before.record.timeline.frame(ofBeat: beat)
                #expect(frames == 70 * 48)
            }
        }
    }

    @Test
    func `at any tempo, place and target a beat falls on the target, and none is nearer than half or farther than two`()
        throws
    {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let clock = DeviceClock(
                frame: 1000, time: ClockTime(nanoseconds: 5_000_000_000),
                framesPerSecond: .random(in: 47_990...48_010, using: &random), writtenFrame: 0)
            var desk = try Desk(bpm: .random(in: 40...240, using: &random), clock: clock, begin: 4800)
            let bpm = Int64.random(in: 40...240, using: &random)
            let frame = Int64.random(in: 4800...2_000_000, using: &random)
            let time = desk.run.clock.time(ofFrame: Double(frame + .random(in: -30_000...30_000, using: &random)))
            let former = desk.run.record.timeline
            let periodNs = 60e9 / Double(bpm)
            let tempo = try Tempo(bpm)
            guard
                let bridge = try desk.bridge(
                    to: .beats(at: time, periodNs: periodNs), tempo: tempo, atFrame: frame)
            else { continue }
            let relative = bridge.tempo.beatsPerMinute / Double(bpm)
            #expect((0.49...2.05).contains(relative))
            // The frame of the target is of the device's clock; nominal frames lead on from there.
            let heard = desk.run.time(ofBeat: bridge.toBeat)
            let beats = Double(heard.nanoseconds(since: time)) / periodNs
            #expect(abs(beats - beats.rounded()) * periodNs < 0.6 / 48_000 * 1e9)
            let timeline = desk.run.record.timeline
            let old = former.beat(atFrame: frame)
            for beat in max(0, old - 3)...max(0, old) {
                #expect(timeline.frame(ofBeat: beat) == former.frame(ofBeat: beat))
            }
            #expect(timeline.segment(atFrame: timeline.frame(ofBeat: bridge.toBeat + 1)).tempo == tempo)
        }
    }

    @Test func `a bridge that a plan brings too late is no part of the run`() throws {
        var desk = try Desk(bpm: 120, clock: even)
        let before = desk.run
        let bridge = try #require(
            PhaseBridge(to: .shift(milliseconds: 100), of: desk.run, fromFrame: 100_000, tempo: desk.settings.tempo))
        let former = desk.music
        desk.music.add(bridge, after: former)
        // Another plan that has the bridge is adopted after it, at the tempo that plays.
        desk.run.record.adopt(
            AdoptedPlan(
                frame: 400_000, run: 1, segment: before.record.timeline.segments[0],
                grid: BarGrid(beatsPerBar: 4), nextBeat: 17), accents: BeatAccents(bell: nil), rules: desk.music.rules,
            tempi: desk.music.tempi)
        #expect(desk.run.record.timeline == before.record.timeline)
    }

    @Test func `a plan that is adopted within the frame with which a bridge begins leaves it as it is`() throws {
        var count = 0
        for shift in stride(from: 10.0, to: 60, by: 1) {
            var desk = try Desk(bpm: 203, clock: even)
            let bridge = try #require(
                try desk.bridge(to: .shift(milliseconds: shift), atFrame: 100_000 + Int64(shift)))
            let told = desk.run.record.timeline
            let place = told.place(of: Position(units: bridge.from))
            let frame = Int64(place.rounded(.up))
            // A place belongs to the frame that is nearest to it.
            guard Double(frame) - place < 0.49 else { continue }
            count += 1
            desk.run.record.adopt(
                AdoptedPlan(
                    frame: frame, run: 1, segment: told.segments[0], grid: BarGrid(beatsPerBar: 4),
                    nextBeat: bridge.from.quotient(by: .one) + 1),
                accents: BeatAccents(bell: nil), rules: desk.music.rules, tempi: desk.music.tempi)
            #expect(desk.run.record.timeline == told)
        }
        #expect(count > 10)
    }

    @Test func `what is in step already is left alone`() throws {
        var desk = try Desk(bpm: 120, clock: even)
        let time = desk.run.time(ofBeat: 40) + .microseconds(700)
        #expect(try desk.bridge(to: .beats(at: time, periodNs: 500e6), atFrame: 100_000) == nil)
        let other = desk.run.time(ofBeat: 40) + .milliseconds(3)
        #expect(try desk.bridge(to: .beats(at: other, periodNs: 500e6), atFrame: 100_000) != nil)
    }

    @Test func `another tempo asked for gives the phase up, and a volume does not`() throws {
        var desk = try Desk(bpm: 120, clock: even)
        _ = try desk.bridge(to: .shift(milliseconds: 100), atFrame: 100_000)
        let stretched = desk.music.tempi
        desk.settings.volume = 0.2
        _ = desk.music.change(to: desk.settings, pending: [], nextBeat: 5)
        #expect(desk.music.tempi == stretched)
        desk.settings.tempo = try Tempo(90)
        _ = desk.music.change(to: desk.settings, pending: [], nextBeat: 5)
        #expect(desk.music.tempi.map(\.tempo.beatsPerMinute) == [90])
        #expect(desk.music.arrangement(kits: []).passages.count == 1)
    }

    @Test func `what is long over is dropped`() throws {
        var desk = try Desk(bpm: 120, clock: even)
        _ = try desk.bridge(to: .shift(milliseconds: 100), atFrame: 100_000)
        _ = desk.music.change(to: desk.settings, pending: [], nextBeat: 50)
        #expect(desk.music.tempi.count == 1 && desk.music.arrangement(kits: []).passages.count == 1)
    }

    @Test func `as passages the bridge is a stretch of another tempo, and the bars and bells go on`() throws {
        var desk = try Desk(bpm: 120, clock: even)
        let bridge = try #require(try desk.bridge(to: .shift(milliseconds: 100), atFrame: 100_000))
        let passages = desk.music.arrangement(kits: []).passages
        #expect(passages.map(\.curve.start) == [try Tempo(120), bridge.tempo, try Tempo(120)])
        #expect(passages.map(\.length) == [bridge.from, Ratio(whole: bridge.toBeat).subtracting(bridge.from), nil])
        #expect(passages.map(\.lead) == [.zero, bridge.from, Ratio(whole: bridge.toBeat)])
        #expect(Set(passages.map(\.lanes)).count == 1)
    }
}
