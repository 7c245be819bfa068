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
    }
}
