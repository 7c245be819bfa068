// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

@testable import metroctl

@Suite struct ChangeSentenceTests {
    @Test(
        arguments: [
            (["bpm": 120], "120 bpm, from beat 411.37"), (["meter": "3/4"], "3/4, from beat 411.37"),
            (["bell": nil], "bell off, from beat 411.37"),
            (["bell": ["every": 4, "on": 2]], "bell on beat 2 of every 4, from beat 411.37"),
            (["bell": ["every": 1, "on": 1]], "bell on every beat, from beat 411.37"),
            (["volume": 0.805], "volume 80.5 %, from beat 411.37"),
            (["offset_ms": 40, "device": "hw:1"], "offset +40 ms on 'hw:1', from beat 411.37"),
            (["latency": "low"], "latency low, from beat 411.37"),
            (["sounds": ["beat": "rim", "bell": "bell"]], "beat rim, bell bell, from beat 411.37"),
            (["playing": true], "already playing, at beat 411.37"), (["playing": false], "stopped at beat 411.37"),
            ([:], "done, from beat 411.37"),
        ] as [([String: JSONValue], String)])
    func `a change while playing says what holds from which beat`(values: [String: JSONValue], sentence: String) {
        #expect(Change { ($0.atBeat, $0.atNs, $0.values) = (411.372, 5, values) }.sentence == sentence)
    }

    @Test func `a change while stopped has no beat, and a start is no repetition`() {
        #expect(Change { $0.values = ["bpm": 137.3] }.sentence == "137.3 bpm")
        #expect(Change { $0.values = ["playing": false] }.sentence == "stopped")
        #expect(
            Change { ($0.atBeat, $0.atNs, $0.values) = (0, 5, ["playing": true]) }.sentence == "playing, from beat 0")
    }
}
