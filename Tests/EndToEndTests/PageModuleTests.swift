// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// Runs what the page computes without a browser.
enum Node {
    static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { access("\($0)/node", X_OK) == 0 }
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// What a script prints, which must end well.
    static func run(_ arguments: [String], in folder: TestFolder) throws -> String {
        let child = try ChildProcess(
            "/usr/bin/env", ["node"] + arguments,
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], in: folder)
        defer { child.kill() }
        let end = try child.end(within: patience * 4)
        #expect(end == .exit(0), "\(String((child.stdout + child.stderr).prefix(4000)))")
        return child.stdout
    }
}

/// What the page computes, without a browser: the tests in `Tests/Page`, by `node --test`.
@Suite(.waits, .enabled(if: Node.isInstalled, "no nodejs is installed"))
struct PageModuleTests {
    @Test func `what the page decides holds in node, and is read by the oldest browsers`() throws {
        // Whoever speaks German has Node 21 and later say so.
        let german =
            "data:text/javascript,Object.defineProperty(globalThis,'navigator',"
            + "{value:{language:'de'},configurable:true,writable:true})"
        _ = try Node.run(["--import", german, "--test", Node.root + "/Tests/Page"], in: TestFolder())
    }
}
