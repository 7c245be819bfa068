// SPDX-License-Identifier: Apache-2.0

import Simulator
import Testing

extension Simulations {
    /// Scripts, each of which has shown something once.
    @Suite struct ScriptTests {
        @Test func `a metronome plays, and follows tempo, meter and lanes`() throws {
            let report = try Simulation.play(
                """
                0 tempo 120
                0 start
                pass 4000
                0 tempo 97.3
                pass 3000
                1 meter 7/8
                1 lane hat x.x.
                pass 5000
                0 tempo 180 at bar
                pass 5000
                1 undo
                pass 3000
                0 stop
                pass 1000
                """)
            #expect(report.seconds > 24)
        }

        @Test func `a bell in the bars before a meter that waits`() throws {
            try Simulation.play(
                """
                0 start
                pass 300
                0 meter 2/4 at @5
                0 bell 3 at bar
                pass 18000
                """)
        }
    }
}
