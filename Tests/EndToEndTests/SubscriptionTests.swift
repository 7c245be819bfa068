// SPDX-License-Identifier: Apache-2.0

import Control
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
