// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// `Scripts/deps` where packages are missing.
@Suite(.waits) struct DepsTests {
    /// No package that pkg-config knows is here.
    private func check(_ variables: [String: String] = [:]) throws -> Outcome {
        let folder = try TestFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/deps").path
        var environment = ProcessInfo.processInfo.environment
        environment["PKG_CONFIG_LIBDIR"] = folder.path
        environment["NODEPS"] = nil
        environment.merge(variables) { $1 }
        let child = try ChildProcess("/bin/bash", [script, "--check"], environment: environment, in: folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    @Test func `a check names what building needs apart from what tests need, and installs nothing`() throws {
        let outcome = try check()
        #expect(outcome.end == .exit(1))
        let lines = outcome.stderr.split(separator: "\n")
        let building = try #require(lines.first { $0.hasPrefix("deps: missing for building") })
        #expect(
            building.contains(" libasound2-dev ") && building.contains(" libcairo2-dev ")
                && !building.contains("mandoc"))
        #expect(lines.last?.contains("make deps") == true && lines.last?.contains("NODEPS=1") == true)
        #expect(!outcome.stderr.contains("installing"))
    }

    @Test func `who knows better is not held up`() throws {
        let outcome = try check(["NODEPS": "1"])
        #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty)
    }
}
