// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// What is told of the sound card, and how it is kept filled.
    @Suite struct DeviceTests {
        private func results(_ text: String, _ conditions: Conditions = Conditions()) throws -> [JSONValue] {
            try Simulation.outcome(of: text, conditions).answers.map {
                $0["result"]?.flatStatus ?? $0["error"] ?? .null
            }
        }

        /// A card whose frames are rendered soon.
        private var slow: Conditions {
            var conditions = Conditions()
            conditions.rate = 8000
            return conditions
        }

        @Test func `a latency profile decides how much is written ahead, and is remembered`() throws {
            let profiles = ["low", "normal", "quiet"]
            // The card moves too far at a time for less than 20 ms.
            let fills = [20.0, 90, 250]
            let steps = profiles.map { "0 latency \($0)\npass 11000\n0 status\n" }
            let answers = try results("0 tempo 60\n0 start\n\(steps.joined())restart\n0 status")
            for (index, (profile, fill)) in zip(profiles, fills).enumerated() {
                let (changed, status) = (answers[2 + 2 * index], answers[3 + 2 * index])
                #expect(changed["latency"]?.string == profile && changed["at_beat"]?.number != nil, "\(changed)")
                #expect(status["audio"]?["fill_ms"]?.number == fill, "\(profile)")
            }
            #expect(answers.last?["audio"]?["latency"] == "quiet")
        }

        @Test func `a card that goes away and comes back is told, and nothing that changes by the moment`() throws {
            let outcome = try Simulation.outcome(
                of: "0 tempo 600\n0 start\npass 1000\n1 subscribe audio\nunplug\npass 1500\nplug\npass 3000\n0 status",
                slow)
            let told = outcome.lines.filter { $0.client == 1 }.map(\.line)
            let events = told.compactMap { $0["params"] }
            let states = [told.first?["result"]?["state"]?["audio"]] + events.map { $0["audio"] }
            let isMissing = try #require(states.firstIndex { $0?["state"] == "missing" })
            #expect(states[isMissing...].contains { $0?["state"] == "running" })
            for (state, next) in zip(states, states.dropFirst()) {
                var (state, next) = (state?.object ?? [:], next?.object ?? [:])
                for name in ["latency_ms", "fill_ms"] { (state[name], next[name]) = (nil, nil) }
                #expect(state != next, "told twice")
            }
            let numbers = events.map { $0["seq"]?.integer ?? 0 }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
            #expect(outcome.answers.last?["result"]?["audio"]?["state"] == "running")
        }

        @Test func `a reason that no longer holds is replaced`() throws {
            let answers = try results(
                "busy\n0 start\npass 1000\n0 status\nunplug\npass 4000\n0 status", slow)
            #expect(answers[1]["audio"]?["reason"] == "another program holds the device")
            #expect(answers[2]["audio"]?["reason"] == "there is no such sound device")
        }

        @Test(arguments: [0, 20])
        func `more channels are opened once the card is closed, which is never held by the daemon itself`(
            ms: Int
        ) throws {
            var conditions = slow
            conditions.workMs = ms...ms
            let outcome = try Simulation.outcome(
                of: """
                    0 tempo 600
                    0 lane hat x.x.
                    0 start
                    pass 1000
                    1 subscribe audio
                    0 lane hat channel=3
                    pass 500
                    0 status
                    0 lane hat channel=1
                    0 lane hat channel=3
                    pass 500
                    leave 1
                    0 stop
                    0 lane hat channel=2
                    0 start
                    pass 500
                    0 status
                    """, conditions)
            let told = outcome.lines.filter { $0.client == 1 }.compactMap { $0.line["params"]?["audio"] }
            #expect(told.contains { $0["state"] == "opening" })
            #expect(!told.contains { $0["state"] == "missing" || $0["state"] == "closed" }, "\(told)")
            let states = outcome.answers.compactMap { $0["result"]?.flatStatus["audio"]?["state"] }
            #expect(states == ["running", "running"])
        }

        @Test func `while the card is away its offset holds, and no beat is moved`() throws {
            let outcome = try Simulation.outcome(
                of: """
                    0 tempo 600
                    0 start
                    pass 1000
                    0 offset 120
                    unplug
                    pass 1500
                    0 offset
                    1 subscribe beat
                    pass 500
                    plug
                    pass 3000
                    """, slow)
            #expect(outcome.answers[3]["result"]?["offset_ms"] == 120)
            let beats = outcome.events.compactMap { $0["params"] }.filter { $0["revision"] == 0 }
            let times = beats.map { ($0["beat_index"]?.integer ?? 0, $0["at_ns"]?.integer ?? 0) }
            #expect(times.count > 20)
            for (beat, next) in zip(times, times.dropFirst()) {
                #expect(next.0 == beat.0 + 1 && abs(next.1 - beat.1 - 100_000_000) < 1_000_000)
            }
        }

        @Test(arguments: [1900, 2000, 2100, 2200, 2300, 2400])
        func `a start while the card is given back waits for it, and is heard from its first beat`(ms: Int) throws {
            var conditions = slow
            conditions.workMs = 200...200
            let outcome = try Simulation.outcome(
                of: "0 tempo 120\n0 start\npass 1500\n0 stop\npass \(ms)\n0 start\npass 2500", conditions)
            let told = try #require(outcome.answers[3]["result"]?["at_ns"]?.integer)
            let begin = try #require(outcome.firstNs)
            for beat in 0..<3 {
                let at = Double(Int64(told) - begin) / 1e9 + Double(beat) * 0.5
                #expect(outcome.beats.contains { abs($0.seconds - at) < 0.001 }, "beat \(beat), told for \(at)")
            }
        }

        @Test func `the figures of the timing are those of the card, and its misfortunes are counted`() throws {
            let outcome = try Simulation.outcome(
                of: """
                    0 tempo 600
                    0 start
                    pass 4000
                    0 timing
                    xrun
                    pass 2000
                    0 timing
                    unplug
                    pass 1000
                    plug
                    pass 4000
                    0 timing
                    """)
            let told = try outcome.answers.dropFirst(2).map {
                try JSONLine.decode(Timing.self, from: JSONLine.encode($0["result"]?.flatStatus ?? .null))
            }
            try #require(told.count == 3)
            for range in [told[0].sinceStart, told[0].lastMinute] {
                #expect((35...42).contains(range.beats), "\(range.beats)")
                #expect(range.errorUs.count > 25 && range.errorUs.count <= range.beats)
                #expect(try #require(range.errorUs.p99) < 1000)
                #expect(range.errorUs.histogram.map(\.count).reduce(0, +) == range.errorUs.count)
                #expect(range.xruns == TimingXruns() && range.losses == 0)
                #expect((3.9...4.1).contains(range.seconds))
            }
            let (dry, end) = (told[1].sinceStart, told[2].sinceStart)
            #expect(dry.xruns.count == 1 && dry.xruns == told[1].lastMinute.xruns)
            let xrun = try #require(dry.xruns.recent.first)
            #expect(xrun.atNs >= told[0].nowNs && xrun.atNs < told[1].nowNs)
            // After an xrun silence is played first, as much as is written ahead.
            #expect(xrun.missedFrames == dry.xruns.missedFrames && (500..<48_000).contains(xrun.missedFrames))
            #expect(end.losses == 1 && end.xruns.count == 1)
            #expect(end.errorUs.count > dry.errorUs.count && end.beats > dry.beats)
        }

        @Test(arguments: ["", "busy\nunplug\npass 300\nplug\nfree\n"])
        func `what an xrun costs does not grow while nothing plays, whether the card is lost over it or not`(
            loss: String
        )
            throws
        {
            let before = "0 tempo 600\n0 start\npass 2000\nxrun\npass 20\n"
            let after = "0 stop\npass 5000\n0 start\npass 2000\n0 timing"
            let range = try #require(try results(before + loss + after, slow).last?["since_start"])
            #expect(range["xruns"]?["count"] == 1 && range["losses"] == (loss.isEmpty ? 0 : 1))
            #expect(range["xruns"]?["missed_frames"]?.integer ?? .max < 8000, "\(range)")
        }

        @Test func `a song that took the place of another goes on where the first beat is put off for the card`() throws
        {
            let world = "slow card of 8000 Hz, 5 ms late, work 1...20 ms, seed 17352393186514696831"
            let song = { (bpm: Int) in #"[[section]]\nlabel = "A"\nbars = 8\ntempo = \#(bpm)\n"# }
            let text = """
                write a.toml \(song(254))
                write b.toml \(song(91))
                0 song load ~/a.toml
                pass 1000
                suspend
                0 start
                0 volume subdivision -10%
                1 song load ~/b.toml at now
                pass 3000
                """
            let outcome = try Simulation.outcome(of: text, try #require(Conditions(world)))
            let interval = try #require(outcome.intervals.last)
            #expect(abs(interval - 60 / 91) < 0.01, "\(outcome.intervals)")
        }
    }
}
