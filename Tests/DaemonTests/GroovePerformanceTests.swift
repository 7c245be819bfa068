// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

@testable import Daemon

/// Grooves, as they are asked for.
@Suite struct GroovePerformanceTests {
    @Test func `a groove brings its meter, and takes it along when it ends`() throws {
        let bench = try PerformanceBench()
        func meter(after words: String) throws -> String {
            try bench.say(words)
            return try bench.status().meter
        }
        #expect(try meter(after: "meter 5/4") == "5/4")
        #expect(try meter(after: "groove waltz") == "3/4" && meter(after: "groove rock") == "4/4")
        #expect(try meter(after: "groove off") == "5/4")
        // A meter that was set meanwhile stays.
        #expect(try meter(after: "groove waltz") == "3/4" && meter(after: "meter 7/8") == "7/8")
        #expect(try meter(after: "groove off") == "7/8" && meter(after: "groove off") == "7/8")
    }
}
