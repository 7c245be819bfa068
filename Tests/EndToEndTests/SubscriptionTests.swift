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
