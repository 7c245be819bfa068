// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

private enum Node {
    static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { access("\($0)/node", X_OK) == 0 }
}

/// What the page computes, without a browser: the tests in `Tests/Page`, by `node --test`.
@Suite(.waits, .enabled(if: Node.isInstalled, "no nodejs is installed"))
struct PageModuleTests {
    @Test func `what the page decides holds in node, and is read by the oldest browsers`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = try TestFolder()
        let child = try ChildProcess(
            "/usr/bin/env", ["node", "--test", root.appending(path: "Tests/Page").path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], in: folder)
        defer { child.kill() }
        let end = try child.end(within: .seconds(60))
        let said: String = child.stdout + child.stderr
        #expect(end == .exit(0), "\(said)")
    }
}
