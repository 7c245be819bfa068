// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// `metroctl` where some of its three descriptors are closed.
@Suite(.waits) struct ClosedOutputTests {
    @Test(arguments: ["", "<&- ", "2>&- "])
    func `a closed standard output is an error, and what is written there goes nowhere else`(others: String) throws {
        try withDaemon { daemon in
            for words in [["status"], ["tempo", "100"], ["--help"]] {
                let child = try ChildProcess(
                    "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(others)>&-", Built.metroctl] + words,
                    environment: daemon.home.environment, in: daemon.home.folder)
                #expect(try child.end() == .exit(1), "\(words)")
                let told =
                    others.hasPrefix("2") ? "" : "metroctl: cannot write to standard output: Bad file descriptor\n"
                #expect(child.stderr == told)
            }
            #expect(try daemon.status().bpm == 100)
        }
    }
}
