// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Starts at a time, and beats that follow a line, from the socket to the card.
    @Suite struct LineTests {
        /// Milliseconds from the begin of the simulation to when each beat was heard.
        private func heard(_ outcome: Simulation.Outcome) throws -> [Double] {
            let first = Double(try #require(outcome.firstNs) - 1_000_000_000_000) / 1e6
            return outcome.beats.map { first + $0.seconds * 1e3 }
        }

        /// What the owner of a line of 240 bpm says of a time.
        private func line(atMs ms: Int) -> String {
            "9 follow test \(Double(ms) / 250) \(1_000_000_000_000 + ms * 1_000_000) 240 quantum 4"
        }

        @Test(arguments: Conditions.Card.allCases)
        func `a start lies on the next bar of the line, and every beat with one of its`(card: Conditions.Card) throws {
            var conditions = Conditions()
            conditions.card = card
            let begin = ["0 tempo 90", line(atMs: 0), "pass 130", line(atMs: 130), "0 start"]
            let rest = (1...60).flatMap { ["pass 200", line(atMs: 130 + 200 * $0)] }
            let outcome = try Simulation.outcome(of: (begin + rest).joined(separator: "\n"), conditions)
            let heard = try heard(outcome)
            #expect(heard.count > 40)
            let late = heard.map { ($0 / 250 - ($0 / 250).rounded()) * 250 }
            // The card that moves in bursts is known less well, and every card once it has played for a while.
            #expect(late.dropFirst(22).allSatisfy { abs($0) < (card == .bursty ? 2 : 1) }, "\(late)")
            let bar = heard[0] / 1000
            #expect(abs(bar - bar.rounded()) * 1000 < 3, "\(heard[0])")
        }

        @Test func `a start at a time is heard then`() throws {
            let outcome = try Simulation.outcome(of: "0 tempo 300\n0 start time 1000600000000\npass 2000")
            #expect(try abs(heard(outcome)[0] - 600) < 0.5)
            let told = try #require(outcome.answers[1]["result"]?["at_ns"]?.integer)
            #expect(abs(told - 1_000_600_000_000) < 500_000)
        }
    }
}
