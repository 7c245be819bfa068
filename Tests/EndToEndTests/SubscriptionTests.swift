// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Testing

@Suite(.waits, .serialized) struct SubscriptionTests {
    @Test func `the answer comes first and holds the whole state`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let client = try daemon.connect()
            let answer = try client.subscribe()
            #expect(answer.events == [.beat, .state, .audio])
            #expect(answer.protocol == .current)
            #expect(answer.state.bpm == 600)
            #expect(answer.state.playing)
            let first = try client.nextBeat()
            #expect(first.seq > answer.seq || first.atNs > answer.state.nowNs)
        }
    }

    @Test func `beats come in order, each ahead of its sound`() throws {
        try withDaemon("--bpm", "240", "--meter", "3/4") { daemon in
            let client = try daemon.connect()
            _ = try client.subscribe("beat")
            var last: BeatEvent?
            for _ in 0..<10 {
                let beat = try client.nextBeat()
                #expect(beat.bpm == 240)
                #expect(beat.bar == beat.beatIndex / 3 + 1)
                #expect(beat.beat == beat.beatIndex % 3 + 1)
                #expect(beat.bell == (beat.beat == 1))
                #expect(beat.pendulum.beginNs == beat.atNs)
                #expect(beat.pendulum.from == (beat.beatIndex % 2 == 0 ? 30 : -30))
                if let last {
                    #expect(beat.beatIndex == last.beatIndex + 1)
                    #expect(beat.seq > last.seq)
                    #expect(abs(beat.atNs - last.atNs - 250_000_000) < 2_000_000)
                }
                last = beat
            }
        }
    }

    /// Asks for the status, and returns the beats whose lines came before the answer.
    private func beatsBeforeStatus(_ client: ControlClient) throws -> (beats: [BeatEvent], status: Status) {
        try client.send("status")
        var beats: [BeatEvent] = []
        while true {
            let line = try client.nextLine(timeout: patience)
            if case .beat(let beat)? = try Event(line: line) { beats.append(beat) }
            guard let result = try JSONLine.parse(line)["result"] else { continue }
            return (beats, try JSONLine.decode(Status.self, from: JSONLine.encode(result)))
        }
    }

    @Test func `a beat is told before it is heard`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let client = try daemon.connect()
            _ = try client.subscribe("beat")
            var told = Set([try client.nextBeat().beatIndex])
            let first = told.min() ?? 0
            while told.count < 8 {
                let (beats, status) = try beatsBeforeStatus(client)
                told.formUnion(beats.map(\.beatIndex))
                let heard = try #require(status.position).beatIndex
                #expect(heard < first || told.contains(heard), "beat \(heard) is heard, and was not told")
            }
        }
    }

    @Test func `each connection hears of a beat as early as it asks for`() throws {
        try withDaemon("--bpm", "240", "--no-play") { daemon in
            let (patient, usual) = (try daemon.connect(), try daemon.connect())
            #expect(try patient.subscribe("lead 3000 beat").leadMs == 3000)
            #expect(try usual.subscribe("beat").leadMs == Lead.usual)
            try usual.say("start")
            for index in 0..<16 {
                let (early, late) = (try patient.nextBeat(), try usual.nextBeat())
                #expect(early.beatIndex == index && late.beatIndex == index)
                #expect(early.revision > 0 || late.revision > 0 || abs(early.atNs - late.atNs) < 1_000_000)
            }
            // By the daemon's own clock: beats are 0.25 s apart, and a busy machine may hold up the daemon for as long.
            let (early, status) = try beatsBeforeStatus(patient)
            let earliest = try #require(early.last)
            #expect(earliest.atNs - status.nowNs > 2_500_000_000)
            let (latest, later) = try poll(for: "a beat") { () -> (BeatEvent, Status)? in
                let (beats, status) = try beatsBeforeStatus(usual)
                return beats.last.map { ($0, status) }
            }
            // Not a beat earlier than it asked for.
            #expect(latest.atNs - later.nowNs < 450_000_000)
            #expect(try patient.say("subscribe state")["lead_ms"] == 3000)
        }
    }

    @Test func `a start is told at once, and a stop takes back what was told`() throws {
        try withDaemon("--no-play", "--bpm", "120") { daemon in
            let (listener, other) = (try daemon.connect(), try daemon.connect())
            #expect(try !listener.subscribe().state.playing)
            let started = try other.say("start")
            let first = try listener.nextBeat()
            #expect(first.beatIndex == 0)
            #expect(first.bell)
            let told = try #require(started["at_ns"]?.integer)
            #expect(abs(first.atNs - Int64(told)) < 2_000_000)
            #expect(try listener.nextBeat().beatIndex == 1)

            try other.say("stop")
            let stopped = try poll(for: "state without playing") { () -> StateEvent? in
                let event = try listener.nextState()
                return event.state.playing ? nil : event
            }
            #expect(stopped.changed.contains("playing"))
            #expect(stopped.state.position == nil)
            try other.say("start")
            #expect(try listener.nextBeat().beatIndex == 0)
        }
    }

    @Test func `a change is told to everyone, whoever made it`() throws {
        try withDaemon("--bpm", "60") { daemon in
            let (listener, other) = (try daemon.connect(), try daemon.connect())
            try daemon.waitForBeat(0)
            var seq = try listener.subscribe("state").seq
            for (words, key) in [
                ("tempo 61", "bpm"), ("volume 0.3", "volume"), ("meter 5/4", "meter"), ("bell 2 on 2", "bell"),
            ] {
                try other.say(words)
                let event = try listener.nextState()
                #expect(event.changed.contains(key), "\(words): \(event.changed)")
                #expect(event.seq > seq)
                seq = event.seq
            }
            let state = try listener.status()
            #expect(state.bpm == 61)
            #expect(state.volume == 0.3)
            #expect(state.bell == BellState(every: 2, on: 2))
            // A request that changes nothing sends no event.
            try other.say("volume 0.3")
            try other.say("volume 0.4")
            #expect(try listener.nextState().state.volume == 0.4)
        }
    }

    @Test func `a beat that moves is told again with a higher revision`() throws {
        try withDaemon("--bpm", "60") { daemon in
            let (listener, other) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("beat")
            _ = try listener.nextBeat()
            let told = try listener.nextBeat()
            // It was announced at least 50 ms ahead and the fill is 30 ms, so it can still move.
            let change = try other.say("tempo 30")
            let moved = try poll(for: "beat \(told.beatIndex) again") { () -> BeatEvent? in
                let beat = try listener.nextBeat()
                return beat.beatIndex == told.beatIndex ? beat : nil
            }
            #expect(moved.revision > told.revision)
            #expect(moved.seq > told.seq)
            #expect(moved.bpm == 30)
            let (atNs, atBeat) = (try #require(change["at_ns"]?.integer), try #require(change["at_beat"]?.number))
            let exact = Double(atNs) + (Double(told.beatIndex) - atBeat) * 2e9
            #expect(abs(Double(moved.atNs) - exact) < 2e6)
        }
    }

    @Test func `a swing that bends is told again with its beat`() throws {
        try withDaemon("--bpm", "30") { daemon in
            let (listener, other) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("beat")
            let told = try listener.nextBeat()
            try daemon.waitForBeat(told.beatIndex)
            wait(milliseconds: 300)
            let change = try other.say("tempo 60")
            let atNs = Int64(try #require(change["at_ns"]?.integer))
            let bent = try listener.nextBeat()
            #expect(bent.beatIndex == told.beatIndex)
            #expect(bent.revision > told.revision)
            #expect(bent.atNs == told.atNs)
            #expect(bent.pendulum.to == told.pendulum.to)
            // The angle goes on from where it was, and its swing ends with the next beat.
            #expect(abs(bent.pendulum.value(atNs: atNs) - told.pendulum.value(atNs: atNs)) < 0.1)
            #expect(abs(bent.pendulum.velocity(atNs: atNs) - told.pendulum.velocity(atNs: atNs)) < 1)
            let following = try listener.nextBeat()
            #expect(abs(following.atNs - bent.pendulum.endNs) < 2_000_000)
        }
    }

    @Test func `who unsubscribes hears no more`() throws {
        try withDaemon("--bpm", "900") { daemon in
            let client = try daemon.connect()
            #expect(try client.subscribe("beat").events == [.beat])
            try client.send("subscribe state")
            let both = try poll(for: "answer") { try client.next()["result"] }
            #expect(both["events"] == ["beat", "state"])
            #expect(try client.say("unsubscribe beat")["events"] == ["state"])
            // Beats written before the answer are still buffered in the client; none follow it.
            while try client.nextEvent(timeout: .zero) != nil {}
            #expect(try client.nextEvent(timeout: .milliseconds(300)) == nil)
            #expect(try client.say("unsubscribe")["events"] == [])
        }
    }
}
