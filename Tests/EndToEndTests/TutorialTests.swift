// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// The pages to read first: each block for a shell is run, in the order of the page, on a terminal.
@Suite(.waitsFirst, .serialized) struct TutorialTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").path

    /// Programs that run until they are ended are ended once they say that they are ready.
    private static let functions = """
        set -e
        \(Built.patientShell)
        ended_when() {
            seen=$1; shift
            "$@" > said 2>&1 & program=$!
            until eval "$seen"; do kill -0 $program || { cat said >&2; exit 1; }; sleep 0.1; done
            kill $program; wait $program
        }
        metroweb() { ended_when 'grep -q http:// said' env metroweb --port 0 "$@"; }
        metrobridge() { ended_when "metroctl --json bridges | grep -q '\\"trouble\\":null'" env metrobridge "$@"; }

        """

    private func blocks(of page: String, in language: String) throws -> [String] {
        let text = try String(contentsOfFile: "\(Self.root)/\(page)", encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
    }

    /// Runs a block, and presses q as long as it runs, which ends whatever shows the beat in the terminal.
    private func run(_ block: String, in home: Home) throws {
        let terminal = try Pseudoterminal()
        terminal.resize(columns: 80, rows: 24)
        let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
        let variables = [
            "PATH": "\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")", "TERM": "xterm",
            "PYTHONPATH": Python.module, "PYTHONDONTWRITEBYTECODE": "1",
        ]
        let here = block.replacing("0.0.0.0", with: "127.0.0.1").replacing("--port 9000", with: "--port 0")
        let child = try ChildProcess(
            "/bin/sh", ["-c", Self.functions + here], environment: home.environment.merging(variables) { $1 },
            in: home.folder,
            terminal: terminal, drawsOnTerminal: true)
        defer { child.kill() }
        var shown = ""
        let end = try poll(for: "the end of: \(block)") {
            shown += terminal.written()
            terminal.type("q")
            return child.ended()
        }
        #expect(end == .exit(0), "\(block): \(child.stderr) \(shown.suffix(2000))")
    }

    @Test(arguments: ["README.md", "Docs/Tutorial.md", "Docs/Developers.md", "Docs/Faces.md"])
    func `every command of a page to read first works`(_ page: String) throws {
        let home = try Home()
        // A program says its name in its first line.
        for program in try blocks(of: page, in: "python") {
            let name = try #require(program.split(separator: "\n").first).dropFirst("# ".count)
            try home.folder.write(program + "\n", to: String(name))
        }
        let blocks = try blocks(of: page, in: "sh")
        #expect(!blocks.isEmpty)
        try home.withDaemon(["--no-play"]) { _ in
            for block in blocks { try run(block, in: home) }
        }
        // What a page shows is what its commands draw: the width and height of GIF and PNG are at these places.
        for (name, place) in [("pendulum.gif", 6..<10), ("practice.png", 16..<24), ("lamps.png", 16..<24)]
        where home.folder.has(name) {
            let kept = try Data(contentsOf: URL(filePath: "\(Self.root)/Docs/\(name)"))
            #expect(Array(kept[place]) == Array(try home.folder.bytes(name)[place]), "\(name)")
        }
    }
}
