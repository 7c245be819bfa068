// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeLinux
import Testing

@Suite struct ProcessIdentityTests {
    @Test func `a process is alive until it has ended, and another of its number is another`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["60"]
        try process.run()
        // A child of a thread that blocks SIGTERM blocks it too.
        defer { kill(process.processIdentifier, SIGKILL) }
        let stat = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        let start = try #require(stat.split(separator: ")").last?.split(separator: " ").dropFirst(19).first)
        let identity = "\(process.processIdentifier):\(start)"
        #expect(ProcessIdentity.isAliveElsewhere(identity))
        #expect(!ProcessIdentity.isAliveElsewhere("\(process.processIdentifier):1"))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(!ProcessIdentity.isAliveElsewhere(identity))
    }

    @Test func `this process is known, and is not another`() throws {
        let current = try #require(ProcessIdentity.current)
        #expect(!ProcessIdentity.isAliveElsewhere(current))
        for text in ["", ":", "a:b", "0:0", "-1:5", "1", "99999999999:1"] {
            #expect(!ProcessIdentity.isAliveElsewhere(text), "\(text)")
        }
    }
}
