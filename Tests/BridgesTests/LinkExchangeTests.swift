// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct LinkExchangeTests {
    /// A session without a network: beats that go on from an origin.
    private final class Session: LinkSession {
        var peers = 0
        var bpm = 120.0
        var (beat, ns): (Double, Int64) = (0.3, 0)
        var (isPlaying, playingNs): (Bool, Int64) = (false, 0)
        /// What was done to it.
        var done: [String] = []

        var descriptor: CInt { -1 }
        func clear() {}

        func moment(atNs ns: Int64, quantum: Double) -> LinkMoment {
            let beats = beat + Double(ns - self.ns) * bpm / 60e9
            return LinkMoment(peers: peers, bpm: bpm, beat: beats, isPlaying: isPlaying, playingNs: playingNs)
        }

        func setTempo(_ bpm: Double, atNs ns: Int64) {
            done.append("tempo \(bpm)")
            (beat, self.ns, self.bpm) = (moment(atNs: ns, quantum: 4).beat, ns, bpm)
        }

        func force(beat: Double, atNs ns: Int64, quantum: Double) {
            done.append("force")
            (self.beat, self.ns) = (beat, ns)
        }

        func setPlaying(_ playing: Bool, atNs ns: Int64) {
            done.append(playing ? "play" : "stop")
            (isPlaying, playingNs) = (playing, ns)
        }

        func taken() -> [String] {
            defer { done = [] }
            return done
        }
    }

    private let second: Int64 = 1_000_000_000

    private func timeline(at ns: Int64, bpm: Int = 90, run: Int = 3) -> TimelineState {
        .sample(run: run, [.sample(atNs: ns, bpm: bpm)])
    }

    private func status(_ bpm: Double, playing: Bool = true, sync: SyncState? = nil) -> Status {
        var status = playing ? Status.allegro : Status.stopped
        (status.settings.bpm, status.sync) = (bpm, sync)
        return status
    }

    private func subscription(_ status: Status, _ timeline: TimelineState?) -> Subscription {
        var status = status
        status.timeline = .some(timeline)
        return Subscription(seq: 0, events: [.state, .timeline], state: status)
    }

    private func exchange(_ bpm: Double = 90, playing: Bool = true) -> LinkExchange {
        var exchange = LinkExchange()
        exchange.connect(subscription(status(bpm, playing: playing), playing ? timeline(at: second) : nil))
        return exchange
    }

    private func state(_ seq: Int, _ status: Status) -> Event {
        .state(StateEvent { ($0.seq, $0.run, $0.state) = (seq, 3, status) })
    }

    @Test func `alone, a session gets tempo, beat, bar and transport of the daemon, once`() {
        var (exchange, session) = (exchange(), Session())
        #expect(exchange.turn(session, atNs: 2 * second).isEmpty)
        #expect(session.taken() == ["tempo 90.0", "force", "play"])
        // Beat 3 is heard at second 3.
        #expect(abs(session.moment(atNs: 3 * second, quantum: 4).beat.remainder(dividingBy: 4) - -1) < 1e-6)
        for time in 3..<30 { #expect(exchange.turn(session, atNs: Int64(time) * second).isEmpty) }
        #expect(session.taken() == [])
        // What the clocks differ by is made up for from a millisecond on.
        session.beat += 0.0014
        _ = exchange.turn(session, atNs: 31 * second)
        #expect(session.taken() == [])
        session.beat += 0.0005
        _ = exchange.turn(session, atNs: 32 * second)
        #expect(session.taken() == ["force"])
    }

    @Test(arguments: [(1, 32), (1.5, 16), (10, 2), (19.99, 2), (20, 1), (999, 1), (999.5, 0.5), (1000, 0.5)])
    func `a tempo that Link does not know is a multiple of it there`(bpm: Double, multiple: Double) {
        var (exchange, session) = (exchange(bpm, playing: false), Session())
        _ = exchange.turn(session, atNs: second)
        #expect(exchange.multiple == multiple)
        #expect(LinkTempo.isSame(session.bpm, bpm * multiple) && LinkTempo.range.contains(session.bpm))
    }

    @Test func `with others in it, the session is told to the daemon, and nothing is done to it`() throws {
        var (exchange, session) = (exchange(), Session())
        session.peers = 2
        let lines = exchange.turn(session, atNs: 2 * second)
        #expect(session.taken() == [])
        let line = try #require(lines.first)
        #expect(lines.count == 1 && line.method == "follow")
        #expect(
            line.params["bpm"] == 120 && line.params["quantum"] == 4 && line.params["time_ns"] == .integer(2 * second))
        #expect(line.params["beat"] == 4.3)
        #expect(exchange.turn(session, atNs: 2 * second + 1000).isEmpty)
        #expect(exchange.wakeNs == 2 * second + 250_000_000)
        // A tempo that changes is told at once.
        session.setTempo(121, atNs: 2 * second)
        #expect(exchange.turn(session, atNs: 2 * second + 2000).first?.params["bpm"] == 121)
        session.peers = 0
        #expect(exchange.turn(session, atNs: 3 * second).map(\.method) == ["follow.end"])
    }

    @Test func `a tempo that is asked for goes to the session and is told back, but not that of a preset`() {
        var (exchange, session) = (exchange(120), Session())
        session.peers = 1
        _ = exchange.turn(session, atNs: second)
        _ = session.taken()
        var sync = SyncState { ($0.source, $0.bpm, $0.proposal) = ("link", 120, 10) }
        exchange.add(state(1, status(120, sync: sync)))
        let lines = exchange.turn(session, atNs: second + 1000)
        #expect(session.taken() == ["tempo 20.0"])
        #expect(lines.map(\.method) == ["follow"] && lines[0].params["bpm"] == 10)
        // Once.
        _ = exchange.turn(session, atNs: 2 * second)
        #expect(session.taken() == [])
        sync.loaded = true
        sync.proposal = 77
        exchange.add(state(2, status(10, sync: sync)))
        #expect(exchange.turn(session, atNs: 2 * second + 1000).map(\.method) == ["follow.refuse"])
        #expect(session.taken() == [])
    }

    @Test func `start and stop go both ways, and do not come back`() {
        var (exchange, session) = (exchange(playing: false), Session())
        session.peers = 1
        _ = exchange.turn(session, atNs: second)
        #expect(session.taken() == [])
        (session.isPlaying, session.playingNs) = (true, second + 1000)
        // 2.3 beats after the begin, the bar begins 1.7 beats or 0.85 s later.
        let starts = exchange.turn(session, atNs: second + 1000).filter { $0.method == "start" }
        #expect(starts == [.init(method: "start", params: ["time_ns": .integer(1_850_000_000)])])
        exchange.add(state(1, status(120)))
        #expect(exchange.turn(session, atNs: second + 2000).allSatisfy { $0.method == "follow" })
        #expect(session.taken() == [])
        // Stopped here.
        exchange.add(state(2, status(120, playing: false)))
        _ = exchange.turn(session, atNs: 3 * second)
        #expect(session.taken() == ["stop"])
        // Started here: once the first beat is known, before it.
        exchange.add(state(3, status(120)))
        _ = exchange.turn(session, atNs: 4 * second)
        #expect(session.taken() == [])
        exchange.add(.timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (4, 3, timeline(at: 5 * second)) }))
        _ = exchange.turn(session, atNs: 4 * second + 1000)
        #expect(session.taken() == ["play"] && session.playingNs == 5 * second - 10_000_000)
        // Stopped there.
        session.isPlaying = false
        #expect(exchange.turn(session, atNs: 6 * second).contains { $0.method == "stop" })
    }

    @Test func `without a daemon nothing is done to the session`() {
        var (exchange, session) = (exchange(), Session())
        exchange.disconnect()
        #expect(exchange.turn(session, atNs: second).isEmpty && session.taken() == [])
        session.peers = 1
        #expect(exchange.turn(session, atNs: second).isEmpty && exchange.peers == 1)
    }

    @Test func `whatever times and tempi a peer tells, a start is asked for`() {
        for (bpm, beat) in [(120.0, 0.3), (1e-300, 0.3), (1e300, -1e300), (-120, 4), (0, 4), (120, 1e300)] {
            for time in [Int64.min, .min + 1, -1, 0, .max] {
                var (exchange, session) = (exchange(playing: false), Session())
                session.peers = 1
                _ = exchange.turn(session, atNs: second)
                (session.isPlaying, session.playingNs) = (true, time)
                (session.bpm, session.beat) = (bpm, beat)
                let asked = exchange.turn(session, atNs: 2 * second).map(\.method)
                #expect(asked.last == "start", "\(bpm) \(time)")
            }
        }
    }
}
