// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// The commands of `Docs/Practice.md` and `Docs/Rhythm.md`, in their order, in one shell for each block.
@Suite(.waits, .serialized) struct PracticeGuideTests {
    private func blocks(of name: String) throws -> [String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/\(name)")
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    /// The status after every command of a page, none of which may fail.
    private func run(_ name: String) throws -> Status {
        let blocks = try blocks(of: name)
        #expect(blocks.count >= 3)
        var status: Status?
        try withDaemon("--no-play", "--output", "clock") { daemon in
            let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
            let environment = daemon.home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
            for block in blocks {
                let script = "set -e\n" + Built.patientShell + block.replacing("OUT", with: "out")
                let child = try ChildProcess(
                    "/bin/sh", ["-c", script], environment: environment, in: daemon.home.folder)
                #expect(try child.end() == .exit(0), "\(block): \(child.stderr)")
                #expect(child.stderr.isEmpty, "\(block): \(child.stderr)")
            }
            status = try daemon.status()
        }
        return try #require(status)
    }

    @Test func `every command of the page on practising works`() throws {
        let status = try run("Practice.md")
        #expect(status.playing && status.score == nil && status.bpm == 120)
    }

    @Test func `every command of the page on rhythm works`() throws {
        let status = try run("Rhythm.md")
        #expect(status.meter == "3+4/4" && status.settings.others["swing"] == "2:1")
        #expect(status.settings.others["subdivision"] == 1 && status.settings.others["subdivision_volume"] == 0.3)
    }
}
