// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Beats that are moved by a nudge.
    @Suite struct NudgeTests {
        private func outcome(_ text: String) throws -> Simulation.Outcome { try Simulations.outcome(text) }

        /// How much later the last beats are heard than without some lines.
        private func shift(_ before: String, by lines: String) throws -> Double {
            func last(_ lines: String) throws -> Double {
                let outcome = try outcome(
                    "0 tempo 120\n\(before)0 start\npass 1400\n\(lines)pass \(lines.isEmpty ? 12100 : 12000)")
                return try #require(outcome.beats.last?.seconds)
            }
            let beat = try #require(try outcome("0 tempo 120\n\(before)0 start\npass 13500").intervals.last)
            let shift = try last(lines) - last("")
            return (shift / beat - (shift / beat).rounded(.down)) * beat * 1000
        }

        @Test(arguments: [
            ("0 nudge 100\npass 50\n0 nudge -10\n", 90.0), ("0 nudge 200\npass 150\n0 nudge -10\n", 190),
            ("0 nudge 50\n0 nudge 60\n0 nudge 70\n", 180),
        ])
        func `nudges add up, also where one is on its way`(lines: String, ms: Double) throws {
            #expect(try abs(shift("", by: lines) - ms) < 2)
        }

        @Test func `a nudge is as long as it is told over the steps of a trainer`() throws {
            let shift = try shift("0 trainer speed 120 to 140 by 5 every 1\n", by: "0 nudge 200\n")
            #expect(abs(shift - 200) < 3, "\(shift)")
        }

        @Test func `as much is moved as the nudges say that are answered, and no more is taken than 64 beats can`()
            throws
        {
            let nudges = (1...100).map { "\($0 % 10 + 1) nudge 390\n" }.joined()
            let outcome = try outcome("0 tempo 240\n0 start\npass 1400\n" + nudges + "pass 60000")
            let answers = outcome.answers.dropFirst(2)
            let moved = answers.compactMap { $0["result"]?["nudge_ms"]?.number }.reduce(0, +)
            let refused = answers.compactMap { $0["error"]?["data"]?["reason"]?.string }
            #expect(!refused.isEmpty && moved >= 4000 && refused.allSatisfy { $0 == "busy" }, "\(refused), \(moved)")
            // Beats of a quarter of a second, the last of which are where the first would be, and moved.
            let late = try #require(outcome.beats.last?.seconds) * 1000 - moved
            #expect(abs(late.remainder(dividingBy: 250)) < 2, "\(moved), \(late)")
        }
    }
}
