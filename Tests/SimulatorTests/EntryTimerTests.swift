// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// The timer beside the ends of the entries of a set list.
    @Suite struct EntryTimerTests {
        private static let begin =
            "0 tempo 200\n0 preset save w\npass 900\n0 tempo 100\n0 preset save g\npass 900\n0 setlist add l w g\n"
            + "0 setlist bars l 1 4\npass 900\n0 setlist load l\npass 900\n"

        private func timer(_ text: String) throws -> JSONValue? {
            try Simulation.outcome(of: text + "\n0 status").answers.last?["result"]?.flatStatus["timer"]
        }

        @Test func `after an undo a timer that was set by hand stays, also where the set list is closed`() throws {
            let byHand = "0 timer 50 bars\n0 setlist next\npass 900\n0 undo\npass 100\n0 start\npass 500"
            #expect(try timer(Self.begin + byHand) == "50 bars")
            #expect(try timer(Self.begin + byHand + "\n0 setlist close\npass 500") == "50 bars")
        }

        @Test(arguments: ["pass 3000\n0 setlist close\npass 300", "0 setlist close\npass 3000"])
        func `a set list that is closed leaves a preset the timer of its own`(lines: String) throws {
            let text =
                "0 tempo 200\n0 preset save g\npass 900\n0 timer 8 bars\n0 preset save w\npass 900\n0 timer off\n"
                + "0 setlist add l g w\n0 setlist bars l 2 3\npass 900\n0 setlist load l\n0 start\npass 300\n"
                + "0 setlist next at @3\npass 100\n"
            #expect(try timer(text + lines) == "8 bars")
        }
    }
}
