// SPDX-License-Identifier: Apache-2.0

import CMetronomeLinux
import ControlSamples
import Foundation
import MetronomeLinux
import MetronomeRhythm
import Songs
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct JACKExchangeTests {
    private static let second: Int64 = 1_000_000_000

    /// A cycle at a time, by a server that started at 0.
    private func clock(
        at seconds: Double, rolls: Bool = false, starts: Bool = false, place: Int64 = 0, changes: Int = 0,
        latency: Int = 0
    ) -> JACKClock {
        var cycle = JACKCycle(
            frame: Int64(seconds * 48000), timeNs: Int64(seconds * 1e9), frames: 256, rate: 48000, rolls: rolls,
            place: place)
        (cycle.starts, cycle.changes) = (starts, changes)
        return JACKClock(cycle, FrameLine(cycle), latency: latency)
    }

    private func status(playing: Bool = false, song: SongState? = nil) -> Status {
        var status = Status.allegro
        (status.playing, status.settings.bpm, status.settings.meter) = (playing, 120, "4/4")
        (status.song, status.timeline, status.sync) = (song, nil, nil)
        status.settings.others["beat"] = nil
        if !playing { status.position = nil }
        return status
    }

    private let song = SongState {
        $0.path = "/a.toml"; $0.bars = 20; $0.startBar = 1; $0.scale = 1; $0.beats = 4
        $0.accents = "Xxxx"
    }

    private func timeline(at ns: Int64, run: Int, bars: TimelineState.Bars) -> Event {
        .timeline(
            TimelineEvent {
                $0.seq = 25 + run / 9 * 4 + (run - 9) * 10; $0.run = run
                $0.timeline = .sample(run: run, [.sample(atNs: ns)], [bars])
            })
    }

    private func told(_ seq: Int, run: Int = 3, _ status: Status) -> Event {
        .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, run, ["playing"], status) })
    }

    private func requests(_ actions: [JACKExchange.Action]) -> [BridgeRequest] {
        actions.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    /// Joined, with the daemon there, at rest.
    private func joined(song: SongState? = nil, tellsBars: Bool = true) -> JACKExchange {
        var exchange = JACKExchange(tellsBars: tellsBars)
        exchange.connect(Subscription(seq: 1, events: [.timeline, .state], state: status(song: song)))
        _ = exchange.turn(clock(at: 1), atNs: Self.second)
        return exchange
    }

    /// An exchange whose beat has started: a bar is counted in from 2.1 s on, so that bar 1 is at 4.1 s.
    private func countedIn() -> JACKExchange {
        var exchange = joined()
        _ = exchange.add(told(30, status(playing: true)), atNs: 2 * Self.second)
        _ = exchange.add(
            timeline(
                at: 2_100_000_000, run: 9, bars: .init { ($0.origin, $0.beats) = (.init(beat: 4, bar: 1), 4) }
            ),
            atNs: 2 * Self.second)
        return exchange
    }

    @Test func `bars and beats are told before anything plays`() {
        var exchange = JACKExchange()
        exchange.connect(Subscription(seq: 1, events: [.timeline, .state], state: status()))
        let actions = exchange.turn(clock(at: 1, place: 700), atNs: Self.second)
        #expect(actions.contains { if case .score(_, 700) = $0 { true } else { false } })
        let score = scores(actions)
        #expect(score.count == 1 && score[0].count == 1 && score[0][0].framesPerBeat == 24000)
        #expect(exchange.turn(clock(at: 2, place: 700), atNs: 2 * Self.second).isEmpty)
    }

    @Test func `a transport that starts starts the beat, and leads it`() throws {
        var exchange = joined()
        let actions = requests(
            exchange.turn(clock(at: 2, rolls: true, place: 36000, changes: 1, latency: 480), atNs: 2 * Self.second))
        #expect(actions.map(\.method) == ["follow", "start"])
        let line = try #require(actions.first?.params)
        #expect(line["beat"] == 1.5 && line["bpm"] == 120 && line["quantum"] == 4)
        // What is given to JACK now is heard after its latency.
        #expect(line["time_ns"] == .integer(2_010_000_000))
        #expect(actions.last?.params == ["at": .string("beat")])
        // Four lines a second from then on, and no second start.
        let later = (1...100).flatMap { index -> [BridgeRequest] in
            let at = 2 + Double(index) / 100
            return requests(
                exchange.turn(
                    clock(at: at, rolls: true, place: 36000 + Int64(480 * index), changes: 1), atNs: Int64(at * 1e9)))
        }
        #expect(later.map(\.method) == ["follow", "follow", "follow", "follow"])
        // The run that this brings does not move the transport.
        #expect(exchange.add(told(30, status(playing: true)), atNs: 3 * Self.second).isEmpty)
        _ = exchange.add(
            timeline(
                at: 3 * Self.second, run: 9,
                bars: .init { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }),
            atNs: 3 * Self.second)
        #expect(
            exchange.turn(clock(at: 3.01, rolls: true, place: 84480, changes: 1), atNs: 3_010_000_000).allSatisfy {
                if case .request(let request) = $0 { request.method == "follow" } else { false }
            })
        // It stops: so does the beat, once.
        let stop = requests(exchange.turn(clock(at: 3.2, place: 93600, changes: 2), atNs: 3_200_000_000))
        #expect(stop.map(\.method) == ["stop", "follow.end"])
        #expect(exchange.add(told(31, status()), atNs: 3_300_000_000).isEmpty)
    }

    @Test func `a beat that starts starts the transport, with frame 0 where bar 1 is heard`() {
        // Bar 1 is at frame 196800, of which 480 are latency.
        var exchange = countedIn()
        var orders: [JACKExchange.Action] = []
        var begun: Int64?
        for index in 0..<600 where orders.isEmpty {
            let at = 2 + Double(index * 256) / 48000
            orders = exchange.turn(clock(at: at, latency: 480), atNs: Int64(at * 1e9))
            begun = Int64(at * 48000)
        }
        #expect(orders.count == 2 && orders.last == .start)
        guard case .locate(let frame)? = orders.first, let begun else { return #expect(Bool(false), "\(orders)") }
        // It rolls three cycles later.
        #expect(abs(begun + 3 * 256 - frame - (196_800 - 480)) <= 1)
        // The daemon stops: so does the transport.
        _ = exchange.turn(clock(at: 5, rolls: true, place: 43680, changes: 3, latency: 480), atNs: 5 * Self.second)
        #expect(exchange.add(told(40, run: 9, status()), atNs: 5 * Self.second) == [.stop])
    }

    @Test func `a start that was refused is asked for again when the transport starts again`() {
        var exchange = joined()
        let first = requests(exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second))
        #expect(first.map(\.method).contains("start"))
        exchange.refuse("start")
        _ = exchange.turn(clock(at: 3, place: 48000, changes: 2), atNs: 3 * Self.second)
        let second = requests(
            exchange.turn(clock(at: 4, rolls: true, place: 48000, changes: 3), atNs: 4 * Self.second))
        #expect(second.map(\.method).contains("start"))
    }

    @Test(arguments: [true, false])
    func `a transport that stops before its start of the beat is told stops that, and stays`(isHeard: Bool) {
        var exchange = joined()
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        let stop = requests(exchange.turn(clock(at: 2.01, place: 480, changes: 2), atNs: 2_010_000_000))
        #expect(stop.map(\.method) == ["stop", "follow.end"])
        // The run begins, and is over.
        #expect(exchange.add(told(20, run: 9, status(playing: true)), atNs: 2_020_000_000).isEmpty)
        if isHeard {
            _ = exchange.add(
                timeline(
                    at: 3 * Self.second, run: 9, bars: .init { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }),
                atNs: 2_020_000_000)
            #expect(exchange.turn(clock(at: 2.03, place: 480, changes: 2), atNs: 2_030_000_000).isEmpty)
        }
        #expect(exchange.add(told(40, run: 9, status()), atNs: 2_040_000_000).isEmpty)
        // The next start of the metronome moves the transport again.
        _ = exchange.add(told(41, run: 18, status(playing: true)), atNs: 3 * Self.second)
        _ = exchange.add(
            timeline(at: 4 * Self.second, run: 18, bars: .init { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }),
            atNs: 3 * Self.second)
        let orders = (0..<600).flatMap { index -> [JACKExchange.Action] in
            let at = 3 + Double(index * 256) / 48000
            return exchange.turn(clock(at: at, place: 480, changes: 2), atNs: Int64(at * 1e9))
        }
        #expect(orders.contains(.start))
    }

    @Test func `a beat that stops before the transport rolls stops it, and it is sent nowhere`() {
        var exchange = countedIn()
        #expect(exchange.turn(clock(at: 2), atNs: 2 * Self.second).isEmpty)
        #expect(exchange.wakeNs(clock(at: 2)) != nil)
        #expect(exchange.add(told(40, run: 9, status()), atNs: 2_500_000_000) == [.stop])
        for index in 0..<600 {
            let at = 2.5 + Double(index * 256) / 48000
            #expect(exchange.turn(clock(at: at), atNs: Int64(at * 1e9)).isEmpty)
        }
    }

    @Test func `a transport that is stopped before it rolls stops the beat`() {
        // It rolls, is sent elsewhere, where another program is not ready, and is stopped.
        var sent = joined()
        _ = sent.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        var followed = status(playing: true)
        followed.sync = SyncState { ($0.source, $0.bpm) = ("jack", 120) }
        _ = sent.add(told(20, run: 9, followed), atNs: 2_100_000_000)
        let bars = TimelineState.Bars { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }
        _ = sent.add(timeline(at: 2_500_000_000, run: 9, bars: bars), atNs: 2_100_000_000)
        #expect(
            sent.turn(clock(at: 3, starts: true, place: 500_000, changes: 2), atNs: 3 * Self.second).isEmpty)
        let stop = requests(sent.turn(clock(at: 4, place: 500_000, changes: 3), atNs: 4 * Self.second))
        #expect(stop.map(\.method) == ["stop", "follow.end"])
        // The beat has started, and the transport was sent after it.
        var begun = countedIn()
        let isOrdered = (0..<600).contains { index in
            let at = 2 + Double(index * 256) / 48000
            return !begun.turn(clock(at: at), atNs: Int64(at * 1e9)).isEmpty
        }
        #expect(isOrdered)
        let starts = clock(at: 4.2, starts: true, place: 500, changes: 1)
        #expect(begun.turn(starts, atNs: 4_200_000_000).isEmpty)
        #expect(begun.wakeNs(starts) == nil, "JACK wakes when it rolls")
        let end = requests(begun.turn(clock(at: 5, place: 500, changes: 2), atNs: 5 * Self.second))
        #expect(end.map(\.method) == ["stop"])
        #expect(begun.add(told(40, run: 9, status()), atNs: 5_100_000_000).isEmpty)
        #expect(begun.turn(clock(at: 6, place: 500, changes: 2), atNs: 6 * Self.second).isEmpty)
    }

    @Test func `a beat that starts anew before the transport has stopped plays on, and starts it`() {
        var exchange = joined()
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        let bars = TimelineState.Bars { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }
        _ = exchange.add(told(20, run: 9, status(playing: true)), atNs: 2_100_000_000)
        _ = exchange.add(timeline(at: 2_500_000_000, run: 9, bars: bars), atNs: 2_100_000_000)
        _ = exchange.turn(clock(at: 3, rolls: true, place: 48000, changes: 1), atNs: 3 * Self.second)
        #expect(exchange.add(told(40, run: 9, status()), atNs: 3_010_000_000) == [.stop])
        _ = exchange.add(told(41, run: 10, status(playing: true)), atNs: 3_020_000_000)
        _ = exchange.add(timeline(at: 3_200_000_000, run: 10, bars: bars), atNs: 3_020_000_000)
        _ = exchange.turn(clock(at: 3.02, rolls: true, place: 48960, changes: 1), atNs: 3_020_000_000)
        let stopped = exchange.turn(clock(at: 3.03, place: 49440, changes: 2), atNs: 3_030_000_000)
        #expect(!requests(stopped).map(\.method).contains("stop"))
        let orders = (0..<100).flatMap { index -> [JACKExchange.Action] in
            let at = 3.04 + Double(index * 256) / 48000
            return exchange.turn(clock(at: at, place: 49440, changes: 2), atNs: Int64(at * 1e9))
        }
        #expect(orders.contains(.start))
        // A stop that comes from JACK is one again.
        _ = exchange.turn(clock(at: 5, rolls: true, place: 86400, changes: 3), atNs: 5 * Self.second)
        let stop = requests(exchange.turn(clock(at: 6, place: 130_000, changes: 4), atNs: 6 * Self.second))
        #expect(stop.map(\.method) == ["stop", "follow.end"])
    }

    @Test func `a song at rest begins where a start of the transport was stopped`() throws {
        var exchange = joined(song: song)
        let text = "[[section]]\nmeter = \"4/4\"\ntempo = 120\nbars = 20\n"
        exchange.take(song: try SongCourse(try #require(SongReading(Array(text.utf8), format: .toml).song)))
        _ = exchange.turn(clock(at: 2, starts: true, place: 192_100, changes: 1), atNs: 2 * Self.second)
        let seek = requests(exchange.turn(clock(at: 3, place: 192_100, changes: 2), atNs: 3 * Self.second))
        #expect(seek.map(\.params) == [["place": 3]])
    }

    @Test func `a tempo that is asked for is taken, and told to JACK from there on`() throws {
        var exchange = joined()
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        var asked = status(playing: true)
        asked.sync = SyncState { ($0.source, $0.bpm, $0.proposal) = ("jack", 120, 96) }
        #expect(exchange.add(told(30, asked), atNs: 2_500_000_000).isEmpty)
        let actions = exchange.turn(clock(at: 2.5, rolls: true, place: 24000, changes: 1), atNs: 2_500_000_000)
        let score = try #require(scores(actions).first)
        #expect(score.count == 2 && score[1].bpm == 96 && score[1].beat == 1)
        #expect(requests(actions).last?.params["bpm"] == 96)
        // Where another program tells bars and beats, the tempo is its own.
        exchange.ownsTimebase = false
        _ = exchange.turn(rolling(3...3, bpm: 96)[0], atNs: 3 * Self.second)
        #expect(requests(exchange.add(told(31, asked), atNs: 2_600_000_000)).map(\.method) == ["follow.refuse"])
    }

    @Test func `where the transport goes back, and where bar 1 begins anew, the present tempo and meter hold`() throws {
        var exchange = joined()
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        var asked = status(playing: true)
        (asked.settings.bpm, asked.settings.meter) = (96, "3/4")
        let bars = TimelineState.Bars { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }
        _ = exchange.add(timeline(at: 2_100_000_000, run: 9, bars: bars), atNs: 2 * Self.second)
        _ = exchange.add(told(30, run: 9, asked), atNs: 2_500_000_000)
        func score(_ actions: [JACKExchange.Action]) throws -> [JACKSegment] {
            try #require(scores(actions).first)
        }
        let there = try score(exchange.turn(clock(at: 4, rolls: true, place: 96000, changes: 1), atNs: 4 * Self.second))
        #expect(there.map(\.bpm) == [120, 96, 96] && there.map(\.beatsPerBar) == [4, 4, 3])
        // In the midst of bar 1.
        let back = try score(exchange.turn(clock(at: 5, rolls: true, place: 12000, changes: 2), atNs: 5 * Self.second))
        #expect(back.map(\.bpm) == [120, 96, 96] && back.map(\.beatsPerBar) == [4, 4, 3])
        #expect(back.map(\.frame) == [0, 12000, 117_000])
        // The beat starts while the transport stands at a later frame.
        _ = exchange.turn(clock(at: 6, place: 480_000, changes: 3), atNs: 6 * Self.second)
        var stopped = asked
        stopped.playing = false
        _ = exchange.add(told(31, run: 9, stopped), atNs: 6 * Self.second)
        _ = exchange.add(told(32, run: 10, asked), atNs: 7 * Self.second)
        _ = exchange.add(
            timeline(at: 7_100_000_000, run: 10, bars: .init { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 3) }),
            atNs: 7 * Self.second)
        var actions = exchange.turn(clock(at: 7, place: 480_000, changes: 3), atNs: 7 * Self.second)
        actions += exchange.turn(clock(at: 7.01, place: 480_000, changes: 3), atNs: 7_010_000_000)
        let begun = try score(actions)
        #expect(begun.map(\.bpm) == [96] && begun.map(\.beatsPerBar) == [3])
    }

    @Test func `nothing wakes where no line of the transport can be told`() {
        var exchange = joined()
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        let first = exchange.wakeNs(clock(at: 2, rolls: true, changes: 1))
        #expect(first.map { $0 > 2 * Self.second } == true)
        // A song, which keeps its own tempo, comes while it rolls.
        _ = exchange.add(told(30, status(playing: true, song: song)), atNs: 2_400_000_000)
        let song = clock(at: 2.5, rolls: true, place: 24000, changes: 1)
        _ = exchange.turn(song, atNs: 2_500_000_000)
        #expect(exchange.wakeNs(song) == nil)
        // Another program's tempo is beyond what can be followed.
        var other = joined()
        other.ownsTimebase = false
        var fast = clock(at: 2, rolls: true, changes: 1)
        _ = other.turn(fast, atNs: 2 * Self.second)
        fast = clock(at: 2.5, rolls: true, place: 24000, changes: 1)
        fast.cycle.bars = .init(bar: 1, beat: 1, tick: 0, ticksPerBeat: 960, beatsPerBar: 4, beatType: 4, bpm: 2000)
        #expect(requests(other.turn(fast, atNs: 2_500_000_000)).isEmpty)
        #expect(other.wakeNs(fast).map { $0 > 2_500_000_000 } == true)
    }

    @Test func `bars and beats of another timebase master are followed`() throws {
        var exchange = joined()
        exchange.ownsTimebase = false
        var clock = clock(at: 2, rolls: true, place: 5, changes: 1)
        clock.cycle.bars = .init(
            bar: 3, beat: 2, tick: 480, ticksPerBeat: 960, beatsPerBar: 6, beatType: 8, bpm: 180)
        let line = try #require(requests(exchange.turn(clock, atNs: 2 * Self.second)).first?.params)
        // Two bars of six eighths, one eighth and a half.
        #expect(line["beat"] == 6.75 && line["bpm"] == 90 && line["quantum"] == 3)
    }

    /// Cycles of a transport that rolls from 2 s on, ten a second, with bars of the program that has told them from frame 0 on.
    private func rolling(_ seconds: ClosedRange<Int>, bpm: Double?, asked: Int = 0) -> [JACKClock] {
        (seconds.lowerBound * 10...seconds.upperBound * 10).map { tenth in
            let place = Int64(tenth * 4800 - 96000)
            var clock = clock(at: Double(tenth) / 10, rolls: true, place: place, changes: 1)
            clock.cycle.asked = asked + (bpm == 120 ? tenth * 18 : 0)
            clock.cycle.bars = bpm.map { bpm in
                let beats = Double(place) / 48000 * bpm / 60
                return .init(
                    bar: Int(beats / 4) + 1, beat: Int(beats) % 4 + 1,
                    tick: Int(beats.truncatingRemainder(dividingBy: 1) * 960), ticksPerBeat: 960, beatsPerBar: 4,
                    beatType: 4, bpm: bpm)
            }
            return clock
        }
    }

    private func play(_ exchange: inout JACKExchange, _ clocks: [JACKClock]) -> [JACKExchange.Action] {
        clocks.flatMap { exchange.turn($0, atNs: $0.cycle.timeNs) }
    }

    private func scores(_ actions: [JACKExchange.Action]) -> [[JACKSegment]] {
        actions.compactMap { if case .score(let score, _) = $0 { score } else { nil } }
    }

    @Test func `where another program tells bars and beats no more, they are told on at its tempo`() throws {
        var exchange = joined()
        exchange.ownsTimebase = false
        #expect(scores(play(&exchange, rolling(2...5, bpm: 90))).isEmpty)
        _ = exchange.add(told(30, status(playing: true)), atNs: 5 * Self.second)
        let actions = play(&exchange, rolling(6...6, bpm: nil))
        let score = try #require(scores(actions).first)
        #expect(score.map(\.bpm) == [90] && score.map(\.frame) == [0])
        let line = try #require(requests(actions).first?.params)
        #expect(line["bpm"] == 90 && line["beat"]?.number.map { abs($0 - 6) < 1e-9 } == true)
        // Once they are told, a tempo is taken again.
        exchange.ownsTimebase = true
        var asked = status(playing: true)
        asked.sync = SyncState { ($0.source, $0.bpm, $0.proposal) = ("jack", 90, 100) }
        #expect(exchange.add(told(31, asked), atNs: 6_100_000_000).isEmpty)
        #expect(scores(play(&exchange, rolling(7...7, bpm: nil))).last?.map(\.bpm) == [90, 100])
    }

    @Test func `with the next server bars and beats are told as at first, whoever told them to the last one`() {
        for tellsBars in [true, false] {
            var exchange = joined(tellsBars: tellsBars)
            exchange.ownsTimebase = false
            exchange.lose()
            #expect(exchange.ownsTimebase == tellsBars)
        }
    }

    @Test func `a tempo is taken where nobody tells bars and beats, though they are not told here`() {
        var exchange = joined()
        exchange.ownsTimebase = false
        _ = play(&exchange, rolling(2...3, bpm: nil))
        var asked = status(playing: true)
        asked.sync = SyncState { ($0.source, $0.bpm, $0.proposal) = ("jack", 120, 100) }
        #expect(exchange.add(told(30, asked), atNs: 3 * Self.second).isEmpty)
        #expect(requests(play(&exchange, rolling(4...4, bpm: nil))).first?.params["bpm"] == 100)
    }

    @Test func `where no bars and beats are to be told, none are told, also where nobody tells them`() {
        var exchange = joined(tellsBars: false)
        let actions = play(&exchange, rolling(2...3, bpm: nil))
        #expect(scores(actions).isEmpty)
        #expect(requests(actions).map(\.method).contains("follow"))
    }

    @Test func `where nobody tells bars and beats, they are told whatever stands still`() {
        var exchange = joined()
        exchange.ownsTimebase = false
        var clock = clock(at: 2, place: 700, changes: 1)
        clock.cycle.bars = .init(bar: 1, beat: 1, tick: 0, ticksPerBeat: 960, beatsPerBar: 4, beatType: 4, bpm: 90)
        #expect(exchange.turn(clock, atNs: 2 * Self.second).isEmpty)
        clock.cycle.bars = nil
        let actions = exchange.turn(clock, atNs: 3 * Self.second)
        #expect(scores(actions).map { $0.map(\.bpm) } == [[120]])
        // Where it stands JACK asks for them only when it is sent there: by whoever tells them.
        #expect(actions.allSatisfy { if case .score(_, 700) = $0 { true } else { false } })
    }

    @Test func `a program that begins to tell bars and beats in place of this is followed`() throws {
        var exchange = joined()
        _ = play(&exchange, rolling(2...4, bpm: 120))
        #expect(exchange.ownsTimebase)
        let lines = requests(play(&exchange, rolling(5...6, bpm: 90, asked: 900)))
        #expect(!exchange.ownsTimebase)
        #expect(lines.last?.params["bpm"] == 90)
        // One that has told them before this takes its place is not taken for one that comes after.
        var taken = JACKExchange()
        _ = play(&taken, rolling(2...3, bpm: 90))
        #expect(taken.ownsTimebase)
        taken.connect(Subscription(seq: 1, events: [.timeline, .state], state: status()))
        #expect(scores(play(&taken, Array(rolling(4...4, bpm: 90).prefix(1)))).count == 1)
        _ = play(&taken, Array(rolling(4...4, bpm: 90).prefix(1)))
        #expect(taken.ownsTimebase)
    }

    @Test func `a song begins in step with the transport, goes where that goes, and leads it where it jumps itself`()
        throws
    {
        var exchange = joined(song: song)
        let text = "[[section]]\nmeter = \"4/4\"\ntempo = 120\nbars = 20\n"
        exchange.take(song: try SongCourse(try #require(SongReading(Array(text.utf8), format: .toml).song)))
        let start = requests(exchange.turn(clock(at: 2, rolls: true, place: 36000, changes: 1), atNs: 2 * Self.second))
        #expect(start.map(\.method) == ["start"])
        #expect(start.first?.params == ["time_ns": .integer(2 * Self.second), "quarters": 1.5])
        _ = exchange.add(told(30, status(playing: true, song: song)), atNs: 2_100_000_000)
        _ = exchange.add(
            timeline(
                at: 2_250_000_000, run: 9,
                bars: .init {
                    $0.origin = .init(beat: -2, bar: 1); $0.beats = 4
                    $0.songBegin = .init(numerator: 0, denominator: 1)
                }), atNs: 2_100_000_000)
        #expect(exchange.turn(clock(at: 3, rolls: true, place: 84000, changes: 1), atNs: 3 * Self.second).isEmpty)
        // The transport is sent to bar 6.
        let moved = requests(
            exchange.turn(clock(at: 4, rolls: true, place: 480_000, changes: 2), atNs: 4 * Self.second))
        #expect(moved.map(\.method) == ["stop", "start"])
        #expect(moved.last?.params["quarters"] == 20)
        #expect(exchange.turn(clock(at: 4.1, rolls: true, place: 484_800, changes: 2), atNs: 4_100_000_000).isEmpty)
        #expect(exchange.add(told(31, run: 9, status(song: song)), atNs: 4_200_000_000).isEmpty)
        _ = exchange.add(told(32, run: 10, status(playing: true, song: song)), atNs: 4_300_000_000)
        // What it comes to is in step, so that the transport stays; then the song repeats its first bar.
        _ = exchange.add(
            timeline(
                at: 4_500_000_000, run: 10,
                bars: .init {
                    $0.origin = .init(beat: 0, bar: 6); $0.beats = 4
                    $0.songBegin = .init(numerator: 21, denominator: 1)
                }), atNs: 4_300_000_000)
        #expect(exchange.turn(clock(at: 5, rolls: true, place: 528_000, changes: 2), atNs: 5 * Self.second).isEmpty)
        _ = exchange.add(
            timeline(
                at: 4_500_000_000, run: 11,
                bars: .init {
                    $0.origin = .init(beat: 2, bar: 1); $0.beats = 4
                    $0.songBegin = .init(numerator: 0, denominator: 1)
                }), atNs: 5_500_000_000)
        let orders = (0..<150).flatMap { index in
            exchange.turn(
                clock(at: 6 + Double(index) / 187.5, rolls: true, place: 576_000 + Int64(index * 256), changes: 2),
                atNs: 6 * Self.second)
        }
        guard case .locate(let place)? = orders.first else { return #expect(Bool(false), "\(orders)") }
        #expect(place < 96000)
    }

    /// What moves the transport, or the daemon.
    private func orders(_ actions: [JACKExchange.Action]) -> [JACKExchange.Action] {
        actions.filter { if case .score = $0 { false } else { true } }
    }

    @Test func `after a stop that the daemon refuses its own stop stops the transport`() {
        var exchange = joined()
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        _ = exchange.add(told(30, status(playing: true)), atNs: 2_100_000_000)
        let stop = requests(exchange.turn(clock(at: 3, place: 48000, changes: 2), atNs: 3 * Self.second))
        #expect(stop.first?.method == "stop")
        exchange.refuse("stop")
        _ = exchange.turn(clock(at: 4, rolls: true, place: 48000, changes: 3), atNs: 4 * Self.second)
        #expect(exchange.add(told(31, status()), atNs: 5 * Self.second) == [.stop])
    }

    @Test func `the transport of another server is brought to where the music is`() {
        var exchange = countedIn()
        /// What is done within four seconds from a time on, at a server whose transport stands.
        func brought(from begin: Double) -> [JACKExchange.Action] {
            for index in 0..<750 {
                let at = begin + Double(index * 256) / 48000
                let orders = orders(exchange.turn(clock(at: at), atNs: Int64(at * 1e9)))
                if !orders.isEmpty { return orders }
            }
            return []
        }
        #expect(brought(from: 2).last == .start)
        exchange.lose()
        #expect(brought(from: 10).last == .start)
    }

    /// An exchange whose song of 20 bars plays from frame 0 on, which is heard at 2 s.
    private func playingSong() throws -> JACKExchange {
        var exchange = joined(song: song)
        let text = "[[section]]\nmeter = \"4/4\"\ntempo = 120\nbars = 20\n"
        exchange.take(song: try SongCourse(try #require(SongReading(Array(text.utf8), format: .toml).song)))
        _ = exchange.turn(clock(at: 2, rolls: true, changes: 1), atNs: 2 * Self.second)
        _ = exchange.add(told(30, status(playing: true, song: song)), atNs: 2_100_000_000)
        _ = exchange.add(begun(9, at: 2 * Self.second), atNs: 2_100_000_000)
        _ = exchange.turn(clock(at: 2.5, rolls: true, place: 24000, changes: 1), atNs: 2_500_000_000)
        return exchange
    }

    /// A run that begins with bar 1 of a song.
    private func begun(_ run: Int, at ns: Int64) -> Event {
        timeline(
            at: ns, run: run,
            bars: .init {
                ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4)
                $0.songBegin = .init(numerator: 0, denominator: 1)
            })
    }

    @Test func `behind the end of a song nothing starts, and the transport that is sent there stays`() throws {
        var exchange = try playingSong()
        let there: Int64 = 81 * 24000
        let sent = exchange.turn(clock(at: 3, rolls: true, place: there, changes: 2), atNs: 3 * Self.second)
        #expect(requests(sent).map(\.method) == ["stop"] && orders(sent).count == 1)
        // The song is heard on until it has stopped.
        let later = exchange.turn(clock(at: 3.1, rolls: true, place: there + 4800, changes: 2), atNs: 3_100_000_000)
        #expect(orders(later).isEmpty)
        _ = exchange.add(told(31, run: 9, status(song: song)), atNs: 3_200_000_000)
        let stopped = exchange.turn(clock(at: 3.3, rolls: true, place: there + 14400, changes: 2), atNs: 3_300_000_000)
        #expect(orders(stopped).isEmpty)
    }

    @Test func `where a stopped song is to begin elsewhere, the transport goes there, and is not sent back`() throws {
        var exchange = joined(song: song)
        let text = "[[section]]\nmeter = \"4/4\"\ntempo = 120\nbars = 20\n"
        exchange.take(song: try SongCourse(try #require(SongReading(Array(text.utf8), format: .toml).song)))
        _ = exchange.turn(clock(at: 1.1, changes: 1), atNs: 1_100_000_000)
        var ninth = song
        ninth.startBar = 9
        // Eight bars of two seconds.
        #expect(exchange.add(told(30, status(song: ninth)), atNs: 2 * Self.second) == [.locate(8 * 96_000)])
        #expect(exchange.turn(clock(at: 2.1, place: 768_000, changes: 2), atNs: 2_100_000_000).isEmpty)
        // Whom JACK sends elsewhere stays there.
        let seek = requests(exchange.turn(clock(at: 3, place: 192_100, changes: 3), atNs: 3 * Self.second))
        #expect(seek.first?.params == ["place": 3])
        var third = song
        third.startBar = 3
        #expect(exchange.add(told(31, status(song: third)), atNs: 3_100_000_000).isEmpty)
    }

    @Test func `a song is read as the daemon reads it, whatever its name says`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "metronomed-jack-\(UUID()).toml").path
        try Data("8 3/4 90\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var song = song
        (song.path, song.format) = (path, "klick")
        #expect(try JACKExchange.course(of: song).map.writtenBars == 8)
        song.format = "toml"
        #expect(throws: SystemError.self) { try JACKExchange.course(of: song) }
        song.format = "mp3"
        #expect(throws: SystemError.self) { try JACKExchange.course(of: song) }
    }

    @Test(arguments: [(0, 1.0), (-1, 1), (3, 0), (3, .nan), (3, .infinity), (3, 1e300)] as [(Int32, Double)])
    func `bars of another program that are none are left out`(bar: Int32, number: Double) {
        let members: [WritableKeyPath<linux_jack_cycle, Double>] = [
            \.beats_per_bar, \.beat_type, \.ticks_per_beat, \.bpm,
        ]
        for member in members {
            var wire = linux_jack_cycle()
            (wire.bar, wire.beat, wire.bpm, wire.ticks_per_beat) = (bar, 1, 120, 1920)
            (wire.beats_per_bar, wire.beat_type) = (4, 4)
            wire[keyPath: member] = number
            #expect(JACKCycle.Place(wire) == nil)
        }
    }
}
