// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// The trainers on the command line.
@Suite(.waits) struct TrainerTests {
    @Test func `metroctl sets trainers and tells where they are`() throws {
        try withDaemon("--bpm", "120") { daemon in
            try daemon.waitForBeat(0)
            func metroctl(_ words: String) throws -> Outcome {
                let arguments = words.split(separator: " ").map(String.init)
                let child = try ChildProcess(
                    Built.metroctl, arguments, environment: daemon.home.environment, in: daemon.home.folder)
                return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
            }
            #expect(try metroctl("trainer").stdout == "no trainer\n")
            #expect(try metroctl("trainer gap 99 1 bars").end == .exit(0))
            #expect(try metroctl("trainer mute 20% seed 4 --at bar").end == .exit(0))
            #expect(try metroctl("trainer").stdout.hasPrefix("gap 99 bars heard, 1 silent: heard, bar "))
            #expect(try metroctl("status").stdout.contains("gap 99 bars heard, 1 silent: "))
            let wrong = try metroctl("trainer gap often")
            #expect(wrong.end == .exit(1) && wrong.stderr.contains("is no gap trainer: write \"3 1"))
        }
    }
}
