// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// The same seeds each time, of every level.
    @Suite struct SeedTests {
        @Test(arguments: Level.allCases, 1...50) func `a seed keeps every law`(level: Level, seed: UInt64) throws {
            try Simulation.play(seed: seed, level, seconds: 6)
        }

        @Test func `a sound that is set while another change begins is read once`() throws {
            // The turn that asked for its files takes in that change, and is dropped.
            try Simulation.play(seed: 5_000_000_108_063, .busy, seconds: 120)
        }

        @Test func `a stop on which a trainer's tempo follows wakes nobody for what is over`() throws {
            try Simulation.play(seed: 63_000_000_100_041, .everything, seconds: 120)
        }

        @Test func `the same seed is the same simulation`() throws {
            func told(_ seed: UInt64) throws -> [String] {
                var lines: [String] = []
                try Simulation.play(seed: seed, .everything, seconds: 20) { lines.append($0) }
                return lines
            }
            let (one, other) = (try told(8), try told(8))
            #expect(one.count > 50)
            #expect(one == other)
        }

        @Test func `a simulation tells its turns, what was asked for by method, and faults by kind`() throws {
            let report = try Simulation.play(
                "0 tempo 90\n0 start\npass 500\nwrite a.txt a\nunplug\nleave 0\n1 set bpm=80\nundo and redo")
            #expect(
                report.asks == ["tempo.set": 1, "start": 1, "settings.set": 1, "undo": 1, "redo": 1])
            #expect(report.faults == ["write": 1, "unplug": 1, "leave": 1])
            #expect(report.turns > 10)
        }

        @Test func `a law that is broken is shown with the shortest script that breaks it`() {
            let script = Script([.ask(client: 0, line: "ping"), .pass(ms: 10), .ask(client: 1, line: "tempo 120")])
            let short = Simulation.shrunk(script) { $0.steps.contains(.ask(client: 1, line: "tempo 120")) }
            #expect(short.text == "1 tempo 120")
        }

        @Test func `whoever takes a change back and does it again is answered, and it holds`() throws {
            let outcome = try Simulation.outcome(of: "0 tempo 61\nundo and redo\n0 status")
            #expect(outcome.answers.map { $0["result"]?.flatStatus["bpm"] } == [61, 120, 61, 61])
        }

        @Test func `a simulation that is over leaves no file open`() throws {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            try Simulation.play("0 start\npass 500")
            let before = try count()
            for _ in 0..<20 { try Simulation.play("0 start\n1 tempo 90\npass 500") }
            // Other tests of the process open files, too.
            #expect(try count() < before + 20)
        }

        @Test func `a script is read as it is written`() throws {
            let text =
                "0 tempo 120\npass 250\nundo and redo\nleave 1\nunplug\nrestart\n2 {\"id\":1,\"method\":\"ping\"}"
            #expect(try #require(Script(text)).text == text)
            #expect(Script("0 ping\nnothing known") == nil)
        }
    }
}
