// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@Suite(.waits) struct WireTests {
    @Test func `a client that hangs up with requests on their way harms nobody`() throws {
        try withDaemon("--bpm", "600") { daemon in
            try daemon.isUndisturbed {
                for _ in 0..<20 {
                    let client = try daemon.connect()
                    try client.send("subscribe\nsound list\nstatus\nsound beat beat\nst")
                }
            }
        }
    }
}
