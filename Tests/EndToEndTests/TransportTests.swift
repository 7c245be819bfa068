// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Testing

@Suite(.waits) struct TransportTests {
    @Test func `start, stop and toggle answer from when they hold`() throws {
        try withDaemon("--bpm", "600", "--no-play") { daemon in
            let client = try daemon.connect()
            #expect(try client.say("stop") == ["run": 0, "at_beat": nil, "at_ns": nil, "playing": false])

            let asked = MonotonicClock.nowNs
            let started = try client.say("start")
            #expect(started["playing"] == true)
            #expect(started["at_beat"]?.number == 0)
            #expect(try #require(started["at_ns"]?.integer) > asked)

            try daemon.waitForBeat(2)
            let again = try client.say("start")
            #expect(again["playing"] == true)
            #expect(try #require(again["at_beat"]?.number) > 2)

            let stopped = try client.say("stop")
            #expect(stopped["playing"] == false)
            #expect(try #require(stopped["at_beat"]?.number) >= #require(again["at_beat"]?.number))
            #expect(try #require(stopped["at_ns"]?.integer) >= #require(again["at_ns"]?.integer))
            #expect(try !client.status().playing)

            #expect(try client.say("toggle")["at_beat"]?.number == 0)
            #expect(try client.status().playing)
            #expect(try client.say("toggle")["playing"] == false)
            #expect(try !client.status().playing)
        }
    }

    @Test(arguments: [
        (["--bpm", "90"], true, 90.0), (["--bpm", "90", "--no-play"], false, 90), (["--play"], true, 120),
        ([], false, 120),
    ])
    func `with a tempo it plays at once, else it waits`(flags: [String], plays: Bool, bpm: Double) throws {
        try Home().withDaemon(flags) { daemon in
            let status = try poll(for: "status as expected") {
                let status = try daemon.status()
                return status.playing == plays ? status : nil
            }
            #expect(status.bpm == bpm)
        }
    }
}
