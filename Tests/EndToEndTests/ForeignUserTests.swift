// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// A process of another user, on a socket that its mode lets everybody connect to.
@Suite(.waits) struct ForeignUserTests {
    private static let setpriv = "/usr/bin/setpriv"
    private static let canChangeUser = geteuid() == 0 && access(setpriv, X_OK) == 0

    @Test(
        .enabled(if: canChangeUser, "only root can run a program as another user"),
        arguments: [["tempo", "200"], ["stop"], ["watch"]])
    func `it is refused, told why, and changes nothing`(words: [String]) throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "120"]) { daemon in
            try daemon.waitForBeat(0)
            // The modes of folder and socket are the first defence; the check of the peer is the second.
            for path in [home.folder.path, home.socket] { #expect(chmod(path, 0o777) == 0) }
            // Another user may have no access to the checkout.
            let program = try home.folder.copy(Built.metroctl)
            let child = try ChildProcess(
                Self.setpriv, ["--reuid=65534", "--regid=65534", "--clear-groups", program] + words,
                environment: home.environment, in: home.folder)
            defer { child.kill() }
            #expect(try child.end() == .exit(1))
            #expect(child.stdout.isEmpty)
            #expect(child.stderr.contains("only the user who runs the daemon"), "\(child.stderr)")
            let status = try daemon.status()
            #expect(status.bpm == 120 && status.playing)
        }
    }
}
