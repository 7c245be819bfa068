// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Testing

/// The commands of `Docs/Practice.md`, in their order, in one shell each.
@Suite(.serialized) struct PracticeGuideTests {
    private func blocks() throws -> [String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Practice.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    @Test func `every command in it works`() throws {
        let blocks = try blocks()
        #expect(blocks.count >= 4)
        try withDaemon("--no-play", "--output", "clock") { daemon in
            let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
            let environment = daemon.home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
            for block in blocks {
                let script = "set -e\n" + block.replacing("OUT", with: "out")
                let child = try ChildProcess(
                    "/bin/sh", ["-c", script], environment: environment, in: daemon.home.folder)
                #expect(try child.end() == .exit(0), "\(block): \(child.stderr)")
                #expect(child.stderr.isEmpty, "\(block): \(child.stderr)")
            }
            let status = try daemon.status()
            #expect(status.playing && status.score == nil && status.bpm == 120)
        }
    }
}
