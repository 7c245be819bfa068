// SPDX-License-Identifier: Apache-2.0

import Bridges
import ControlSamples
import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import MetronomeControl

@Suite struct MIDIClockTests {
    /// A machine that follows: where it is, in clocks from the begin of the music.
    private struct Machine {
        var place: Int64?
        var position: Int64 = 0
        var isRolling = false
        /// The place of each clock that it has played, and when.
        var played: [(place: Int64, atNs: Int64)] = []
        var clocks: [Int64] = []

        mutating func take(_ message: MIDIMessage, atNs: Int64) {
            switch message {
            case .clock:
                clocks.append(atNs)
                guard isRolling else { return }
                played.append((position, atNs))
                position += 1
            case .start: (isRolling, position) = (true, 0)
            case .resume: isRolling = true
            case .stop: isRolling = false
            case .position(let sixteenths):
                #expect(!isRolling, "a position is for those that are stopped")
                position = Int64(sixteenths) * 6
            }
        }
    }

    private func segment(beat: Int = 0, at seconds: Double, bpm: Int) -> TimelineState.Segment {
        .sample(beat: beat, atNs: Int64(seconds * 1e9), bpm: bpm)
    }

    private func subscription(_ timeline: TimelineState?) -> Subscription {
        var status = Status.allegro
        status.timeline = .some(timeline)
        status.run = timeline?.run ?? 1
        return Subscription(seq: 10, events: [.timeline, .state], state: status)
    }

    private func event(_ timeline: TimelineState?, seq: Int, run: Int) -> Event {
        .timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (seq, run, timeline) })
    }

    /// Runs a clock up to a time by its own wake-ups, and after pauses in which nobody asks.
    private func run(
        _ clock: inout MIDIClock, _ machine: inout Machine, until end: Int64, pauses: [Range<Int64>] = []
    ) {
        var steps = 0
        while let wake = clock.wakeNs, wake <= end, steps < 1_000_000 {
            steps += 1
            let now = pauses.first { $0.contains(wake) }?.upperBound ?? wake
            for due in clock.due(atNs: now) { machine.take(due.message, atNs: max(due.atNs, now)) }
        }
    }

    @Test func `messages that are asked for ahead are those that come when they are due, none of them lost`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 900)], end: 40)
        var (clock, early) = (MIDIClock(subscription(timeline), atNs: 0), MIDIClock(subscription(timeline), atNs: 0))
        var (due, ahead): ([MIDIClock.Due], [MIDIClock.Due]) = ([], [])
        while let wake = clock.wakeNs { due += clock.due(atNs: wake) }
        while let wake = early.wakeNs { ahead += early.due(atNs: wake - 60_000_000, aheadNs: 67_000_000) }
        #expect(ahead == due && due.count == 962)
    }

    @Test func `a run is started with its first beat, has 24 clocks a quarter note on their times, and is stopped`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 137)], end: 9)
        var clock = MIDIClock(subscription(timeline), atNs: 0)
        var messages: [MIDIClock.Due] = []
        while let wake = clock.wakeNs { messages += clock.due(atNs: wake) }
        #expect(messages.map(\.message) == [.start] + Array(repeating: .clock, count: 216) + [.stop])
        for (index, due) in messages.dropFirst().dropLast().enumerated() {
            let atNs = 10e9 + Double(index) * 60e9 / 137 / 24
            #expect(abs(Double(due.atNs) - atNs) < 1)
        }
        #expect((1_000_000...5_000_000).contains(10_000_000_000 - messages[0].atNs))
        let endNs = 10e9 + 9 * 60e9 / 137
        #expect(abs(Double(messages[217].atNs) - endNs) < 1)
    }

    @Test func `followers that have lost the stop at the end of the music are stopped once more`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 60)], end: 4)
        for isOver in [false, true] {
            var clock = MIDIClock(subscription(timeline), atNs: 0)
            var machine = Machine()
            run(&clock, &machine, until: .max - 1)
            if isOver { clock.add(event(nil, seq: 11, run: 3), atNs: 15_000_000_000) }
            #expect(clock.wakeNs == nil)
            clock.lose()
            #expect(clock.due(atNs: 16_000_000_000).map(\.message) == [.stop])
            #expect(clock.wakeNs == nil)
        }
    }

    @Test func `a beat is as long as its note, and what is later by an offset is all later`() {
        for (length, clocks) in [((1, 2), 12), ((3, 2), 36), ((1, 8), 3)] {
            let timeline = TimelineState.sample(
                [segment(at: 10, bpm: 60)], [.sample(beats: 2, length: length)], end: 2)
            var clock = MIDIClock(subscription(timeline), offsetNs: -3_000_000, atNs: 0)
            var machine = Machine()
            run(&clock, &machine, until: .max - 1)
            #expect(machine.played.count == 2 * clocks)
            #expect(machine.played.first?.atNs == 9_997_000_000)
            let lastNs = 11_997_000_000 - 1_000_000_000 / Int64(clocks)
            #expect(abs((machine.played.last?.atNs ?? 0) - lastNs) <= 1)
        }
    }

    @Test(arguments: [(end: Int?.some(4), stop: Int64(14)), (nil, 13)])
    func `music that ends is played to its end by those that are sent it later`(end: Int?, stop: Int64) {
        for offset: Int64 in [50_000_000, 400_000_000, 1_500_000_000] {
            let timeline = TimelineState.sample([segment(at: 10, bpm: 60)], end: end)
            var clock = MIDIClock(subscription(timeline), offsetNs: offset, atNs: 0)
            var machine = Machine()
            let stopNs = stop * 1_000_000_000
            run(&clock, &machine, until: stopNs)
            clock.add(event(nil, seq: 11, run: 3), atNs: stopNs)
            run(&clock, &machine, until: .max - 1)
            #expect(machine.played.count == Int(stop - 10) * 24 && !machine.isRolling, "\(offset)")
            #expect(machine.played.last.map { $0.atNs < stopNs + offset } == true)
            // A start that comes meanwhile begins at once.
            let next = TimelineState.sample(run: 4, [segment(at: Double(stop) + 5, bpm: 60)])
            clock.add(event(next, seq: 12, run: 4), atNs: stopNs + offset)
            run(&clock, &machine, until: (stop + 8) * 1_000_000_000)
            #expect(machine.isRolling && machine.played.last?.place ?? 0 > 10)
        }
    }

    @Test func `what is counted in has clocks, and bar 1 is the start`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 60)], [.sample(origin: 4)], end: 8)
        var clock = MIDIClock(subscription(timeline), atNs: 0)
        var machine = Machine()
        run(&clock, &machine, until: .max - 1)
        #expect(machine.clocks.count == 192 && machine.played.count == 96)
        #expect(machine.played.first.map { $0.place == 0 && $0.atNs == 14_000_000_000 } == true)
    }

    @Test func `who joins in mid-music is sent to the next sixteenth`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 60)])
        // Bar 3, beat 2, a little after its first sixteenth.
        var clock = MIDIClock(subscription(timeline), atNs: 19_300_000_000)
        var messages: [MIDIClock.Due] = []
        while messages.count < 12, let wake = clock.wakeNs { messages += clock.due(atNs: wake) }
        let heads = messages.map(\.message).filter { $0 != .clock }
        #expect(heads == [.position(9 * 4 + 2), .resume])
        let first = messages.firstIndex { $0.message == .resume }.map { messages[$0 + 1].atNs }
        #expect(first == 19_500_000_000)
    }

    @Test func `a place beyond what a position can tell is gone on from without one`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 60)])
        var clock = MIDIClock(subscription(timeline), atNs: 10_000_000_000 + 5000 * 1_000_000_000)
        var heads: [MIDIMessage] = []
        while heads.count < 20, let wake = clock.wakeNs { heads += clock.due(atNs: wake).map(\.message) }
        #expect(heads.filter { $0 != .clock } == [.resume])
    }

    @Test func `while a song jumps and its meter changes, a machine that follows is where the song is`() throws {
        let timeline = TimelineState.sample(
            [segment(at: 10, bpm: 60), segment(beat: 6, at: 16, bpm: 90)],
            [
                .sample(origin: 2, beats: 2, length: (1, 1)), .sample(from: 2, song: (0, 1)),
                .sample(from: 6, bar: 2, beats: 7, length: (1, 2), song: (4, 1)), .sample(from: 13, song: (0, 1)),
                .sample(from: 17, bar: 9, beats: 2, length: (3, 2), song: (40, 1)),
            ], end: 21)
        var clock = MIDIClock(subscription(timeline), atNs: 0)
        var machine = Machine()
        run(&clock, &machine, until: .max - 1)
        // A count-in, then 4, 3.5, 4 and 6 quarter notes.
        #expect(machine.clocks.count == 24 * 2 + 24 * 4 + 84 + 96 + 144)
        let places = machine.played.map(\.place)
        #expect(places == Array(0..<180) + Array(0..<96) + Array(960..<1104))
        let music = try #require(HeardTimeline(timeline))
        #expect(machine.played[96 + 84].atNs == music.beat(13)?.time.nanoseconds)
        #expect(machine.played[96 + 84 + 96].atNs == music.beat(17)?.time.nanoseconds)
    }

    @Test func `after another tempo no clock is sent twice or left out`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            var segments = [segment(at: 10, bpm: 120)]
            let timeline = TimelineState.sample(segments)
            var clock = MIDIClock(subscription(timeline), atNs: 0)
            var machine = Machine()
            var now: Int64 = 10_000_000_000
            for change in 1...8 {
                now += Int64.random(in: 1_000_000...900_000_000, using: &random)
                run(&clock, &machine, until: now)
                // From the next beat on, as it is then.
                let present = TimelineState.sample(segments)
                let beat = try #require(HeardTimeline(present)?.beat(after: ClockTime(nanoseconds: now)))
                if segments.last?.origin.beat == Int(beat.index) { segments.removeLast() }
                segments.append(
                    segment(
                        beat: Int(beat.index), at: Double(beat.time.nanoseconds) / 1e9,
                        bpm: Int.random(in: 40...400, using: &random)))
                let told = TimelineState.sample(segments)
                clock.add(event(told, seq: 10 + change, run: 3), atNs: now)
            }
            run(&clock, &machine, until: now + 2_000_000_000)
            #expect(machine.played.map(\.place) == Array(0..<Int64(machine.played.count)))
            let told = TimelineState.sample(segments)
            let music = try #require(HeardTimeline(told))
            for (place, atNs) in machine.played {
                let time = music.time(of: BeatPosition(beats: Double(place) / 24))
                #expect(abs(atNs - time.nanoseconds) < 1000)
            }
        }
    }

    @Test func `after a stall clocks never come in a burst, and a machine that follows is where the music is`() {
        var random = SeededGenerator(seed: 6)
        let timeline = TimelineState.sample([segment(at: 10, bpm: 120)])
        let clockNs = 60e9 / 120 / 24
        for _ in 0..<100 {
            var clock = MIDIClock(subscription(timeline), atNs: 0)
            var machine = Machine()
            let pauses = (0..<4).map { index in
                let begin = Int64(10_500_000_000 + index * 1_000_000_000)
                return begin..<begin + Int64.random(in: 1_000_000...800_000_000, using: &random)
            }
            run(&clock, &machine, until: 15_000_000_000, pauses: pauses)
            for (one, next) in zip(machine.clocks, machine.clocks.dropFirst()) {
                #expect(Double(next - one) > clockNs / 2 - 2)
            }
            // One clock may be late by less than its own length; none is played at another place than its own.
            for (place, atNs) in machine.played {
                let late = Double(atNs) - (10e9 + Double(place) * clockNs)
                #expect(late > -2 && late < clockNs)
            }
            #expect(machine.isRolling && Double(machine.played.last?.place ?? 0) > 5e9 / clockNs - 2)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `after a stall of thirty years the followers are where the music is`() {
        let timeline = TimelineState.sample(
            [segment(at: 10, bpm: 120)], [.sample(), .sample(from: 64, beats: 3), .sample(from: 1 << 30, origin: 0)])
        let clockNs = 60e9 / 120 / 24
        var clock = MIDIClock(subscription(timeline), atNs: 0)
        var machine = Machine()
        run(&clock, &machine, until: 10_500_000_000)
        machine.played = []
        let end: Int64 = 1_000_000_000_000_000_000
        run(&clock, &machine, until: end + 2_000_000_000, pauses: [10_500_000_001..<end])
        #expect(machine.isRolling && machine.played.count > 24)
        for (place, atNs) in machine.played {
            // A song position has no more than 16,384 sixteenths: beyond it followers stay with what they count.
            let late = (Double(atNs) - 10e9) / clockNs - Double(place)
            #expect(abs(late.rounded() - late) < 1e-3)
        }
    }

    @Test(.timeLimit(.minutes(10))) func `who is told of a beat long ago counts no clocks through`() {
        for now in [.max / 2, 3_000_000_000_000_000_000, 1_000_000_000_000_000_000] as [Int64] {
            let timeline = TimelineState.sample(
                [segment(at: 10, bpm: 120)],
                [.sample(), .sample(from: 64, beats: 3), .sample(from: 1 << 30, origin: 0)])
            var clock = MIDIClock(subscription(timeline), atNs: now)
            _ = clock.due(atNs: now, aheadNs: 10_000_000)
            #expect(clock.wakeNs.map { $0 >= now - 1_000_000_000 } ?? true, "\(now)")
        }
    }

    @Test func `a clock that a stall held up while it was written counts from when it was sent`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 120)])
        let clockNs = Int64(60e9 / 120 / 24)
        var clock = MIDIClock(subscription(timeline), atNs: 0)
        var machine = Machine()
        run(&clock, &machine, until: 10_500_000_000)
        #expect(machine.clocks.last == 10_500_000_000)
        let sentNs = 10_500_000_000 + clockNs * 3 / 4
        clock.wasSent(atNs: sentNs)
        run(&clock, &machine, until: 11_000_000_000)
        let next = machine.clocks.first { $0 > 10_500_000_000 } ?? 0
        #expect(abs(next - (sentNs + clockNs / 2)) < 1000)
        // All others are at their times.
        #expect(machine.clocks.last == 11_000_000_000 && machine.played.last?.place == 48)
    }

    @Test func `a stop is sent at once, lost messages are made up for, and the next run starts anew`() {
        let timeline = TimelineState.sample([segment(at: 10, bpm: 60)])
        var clock = MIDIClock(subscription(timeline), atNs: 0)
        var machine = Machine()
        run(&clock, &machine, until: 11_100_000_000)
        clock.lose()
        run(&clock, &machine, until: 12_000_000_000)
        #expect(machine.isRolling && machine.played.last.map { $0.place == 48 && $0.atNs == 12_000_000_000 } == true)
        clock.add(event(nil, seq: 11, run: 3), atNs: 12_100_000_000)
        #expect(clock.due(atNs: 12_100_000_000).map(\.message) == [.stop])
        #expect(clock.wakeNs == nil)
        let again = TimelineState.sample(run: 4, [segment(at: 20, bpm: 60)])
        clock.add(event(again, seq: 12, run: 4), atNs: 19_000_000_000)
        machine.played = []
        run(&clock, &machine, until: 21_000_000_000)
        #expect(machine.played.map(\.place) == Array(0...24))
    }

    @Test func `messages are the bytes of the standard`() {
        #expect(
            MIDIMessage.position(0).bytes == [0xF2, 0, 0] && MIDIMessage.position(16_383).bytes == [0xF2, 0x7F, 0x7F])
        #expect(MIDIMessage.position(200).bytes == [0xF2, 0x48, 0x01])
        #expect([MIDIMessage.clock, .start, .resume, .stop].map(\.bytes) == [[0xF8], [0xFA], [0xFB], [0xFC]])
    }

    @Test func `whatever bars a daemon tells, clocks are sent or none are`() {
        let numbers = [Int.min, -1, 0, 1, 3, 1 << 20, 1 << 41, 1 << 52, .max]
        for origin in numbers {
            for bar in numbers {
                for (count, length) in [
                    (4, (1, 1)), (1 << 20, (1 << 62, 1)), (4, (1, 1 << 62)), (4, (0, 0)), (0, (1, 1)),
                ] {
                    let bars = TimelineState.Bars.sample(
                        origin: origin, bar: bar, beats: count, length: length, song: (bar, origin))
                    let timeline = TimelineState.sample([segment(at: 1, bpm: 120)], [bars])
                    var clock = MIDIClock(subscription(timeline), atNs: 2_000_000_000)
                    #expect(clock.due(atNs: 2_100_000_000).count < 100)
                }
            }
        }
    }
}
