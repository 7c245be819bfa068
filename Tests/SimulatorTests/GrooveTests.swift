// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Grooves, as they are asked for.
    @Suite struct GrooveTests {
        @Test func `a groove brings its meter, and takes it along when it ends`() throws {
            let asked = [
                "meter 5/4", "groove waltz", "groove rock", "groove off", "groove waltz", "meter 7/8", "groove off",
            ]
            let script = asked.map { "0 \($0)\npass 100\n0 status\n" }.joined()
            let meters = try Simulation.outcome(of: script).answers.compactMap {
                $0["result"]?["playing"] == false ? $0["result"]?.flatStatus["meter"]?.string : nil
            }
            // A meter that was set meanwhile stays.
            #expect(meters == ["5/4", "3/4", "4/4", "5/4", "3/4", "7/8", "7/8"])
        }

        @Test func `a groove that was taken back before it held leaves the one that plays what it was`() throws {
            let outcome = try Simulation.outcome(
                of:
                    "0 meter 3/4\n0 lanes kick x..\n0 groove save mine\npass 900\n0 lanes off\n0 meter 4/4\n0 groove mine\n0 start\n"
                    + "pass 900\n0 groove bossa at bar\npass 50\n0 cancel\npass 200\n0 groove off\npass 1000\n0 status")
            #expect(outcome.answers.last?["result"]?.flatStatus["meter"] == "4/4", "\(outcome.answers.last ?? .null)")
        }
    }
}
