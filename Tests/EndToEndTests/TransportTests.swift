// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@Suite(.waits) struct TransportTests {
    @Test(arguments: [
        (["--bpm", "90"], true, 90.0), (["--bpm", "90", "--no-play"], false, 90), (["--play"], true, 120),
        ([], false, 120),
    ])
    func `with a tempo it plays at once, else it waits`(flags: [String], plays: Bool, bpm: Double) throws {
        try Home().withDaemon(flags) { daemon in
            let status = try poll(for: "status as expected") {
                let status = try daemon.status()
                return status.playing == plays ? status : nil
            }
            #expect(status.bpm == bpm)
        }
    }
}
