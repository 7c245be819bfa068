// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// What clients ask and are told on the wire.
    @Suite struct WireTests {
        @Test func `words and JSON are the same request`() throws {
            let pairs: [(String, String, JSONValue)] = [
                ("tempo 137.3", "tempo.set", ["bpm": 137.3]),
                ("tempo Largo", "tempo.set", ["bpm": "Largo"]),
                ("meter 7/8", "meter.set", ["meter": "7/8"]),
                ("bell 4 on 2", "bell.set", ["every": 4, "on": 2]),
                ("bell off", "bell.set", ["every": "off"]),
                ("volume 30%", "volume.set", ["volume": 0.3]),
                (
                    "set bpm=96 meter=7/8 bell=4 on 2 volume=30%", "settings.set",
                    ["bpm": 96, "meter": "7/8", "bell": "4 on 2", "volume": 0.3]
                ),
                ("set bell=bar sounds.beat=bell", "settings.set", ["bell": "bar", "sounds.beat": "bell"]),
                ("sound beat bell", "sound.set", ["beat": "bell"]),
                ("sound list", "sound.list", [:]),
                ("stop", "stop", [:]),
                ("version", "version", [:]),
                ("describe", "describe", [:]),
                ("subscribe state", "subscribe", ["events": ["state"]]),
                ("unsubscribe state", "unsubscribe", ["events": ["state"]]),
            ]
            let lines = pairs.map { words, method, params in
                let request: JSONValue = ["id": 1, "method": .string(method), "params": params]
                return "0 \(words)\n0 \(request.text)"
            }
            let answers = try Simulation.outcome(of: lines.joined(separator: "\n")).answers.map { $0["result"] }
            try #require(answers.count == 2 * pairs.count)
            for (index, (words, _, _)) in pairs.enumerated() {
                var pair = [answers[2 * index], answers[2 * index + 1]]
                // The status in the answer differs each time.
                if words.hasPrefix("subscribe") { pair = pair.map { $0?["events"] } }
                #expect(pair[0] != nil && pair[0] == pair[1], "\(words)")
            }
        }

        @Test func `who asks for nothing is told nothing`() throws {
            let outcome = try Simulation.outcome(of: "0 tempo 900\n1 ping\n0 start\npass 2000\n0 tempo 800\npass 1000")
            #expect(outcome.beats.count > 20)
            #expect(outcome.events.isEmpty && outcome.lines.count { $0.client == 1 } == 1)
        }

        @Test func `a subscription's answer comes first and holds the whole state`() throws {
            let outcome = try Simulation.outcome(of: "0 tempo 600\n0 start\npass 1000\n1 subscribe\npass 1000")
            let told = outcome.lines.filter { $0.client == 1 }.map(\.line)
            let result = try #require(told.first?["result"])
            #expect(result["events"] == ["beat", "state", "audio"])
            #expect(result["state"]?["heard"]?["bpm"] == 600 && result["state"]?["playing"] == true)
            let (seq, now) = (result["seq"]?.integer ?? 0, result["state"]?["now_ns"]?.integer ?? 0)
            let beats = told.dropFirst().compactMap { $0["method"] == "event.beat" ? $0["params"] : nil }
            #expect(beats.count > 8)
            // What was announced before is told again where it is still to come.
            #expect(beats.allSatisfy { $0["seq"]?.integer ?? 0 > seq || $0["at_ns"]?.integer ?? 0 > now })
        }

        @Test func `who unsubscribes hears no more`() throws {
            let outcome = try Simulation.outcome(
                of: """
                    0 tempo 900
                    0 start
                    1 subscribe beat
                    pass 500
                    1 subscribe state
                    pass 500
                    1 unsubscribe beat
                    pass 500
                    0 volume 0.5
                    1 unsubscribe
                    pass 500
                    0 volume 0.6
                    pass 500
                    """)
            let told = outcome.lines.filter { $0.client == 1 }.map(\.line)
            let answers = told.indices.filter { told[$0]["result"] != nil }
            #expect(answers.map { told[$0]["result"]?["events"] } == [["beat"], ["beat", "state"], ["state"], []])
            func events(_ part: Range<Int>) -> Set<String> { Set(told[part].compactMap { $0["method"]?.string }) }
            try #require(answers.count == 4)
            #expect(events(answers[0]..<answers[1]) == ["event.beat"])
            #expect(events(answers[2]..<answers[3]) == ["event.state"])
            #expect(answers[3] == told.count - 1)
        }

        @Test func `what was played is as long as it was, whatever became of the offset`() throws {
            let outcome = try Simulation.outcome(of: "0 start\npass 3000\n0 offset 1000\npass 1000\n0 stop")
            let played = try #require(outcome.answers.last?["result"]?["played_s"]?.number)
            #expect(abs(played - 4) < 0.2, "\(played)")
        }
    }
}
