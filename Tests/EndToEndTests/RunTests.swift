// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// `make run`, with these programs in the place of the release build.
@Suite(.waits, .serialized) struct RunTests {
    private let home: Home

    init() throws {
        var home = try Home()
        home.environment["TERM"] = "xterm-256color"
        home.environment["METRONOMED_SOCKET"] = nil
        // What a configuration says must not count.
        try home.folder.write("bpm = 0\n", to: "config/metronomed/config.toml")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/run")
        try home.folder.write(Array(Data(contentsOf: script)), to: "Scripts/run")
        let programs = URL(filePath: Built.metronomed).deletingLastPathComponent().path
        mkdir(home.folder(".build"), 0o700)
        symlink(programs, home.folder(".build/release"))
        self.home = home
    }

    private func run(on terminal: Pseudoterminal? = nil) throws -> ChildProcess {
        try ChildProcess(
            "/bin/bash", ["Scripts/run"], environment: home.environment, in: home.folder, terminal: terminal,
            drawsOnTerminal: terminal != nil)
    }

    /// The socket that it says others may use.
    private func socket(_ child: ChildProcess) throws -> String {
        try poll(for: "the socket; it says \(child.stderr)") {
            child.stderr.firstMatch(of: #/METRONOMED_SOCKET=(\S+) PATH=\S+\n/#).map { String($0.1) }
        }
    }

    @Test func `on a terminal it shows the pendulum with its keys, and says how to reach it from another`() throws {
        let terminal = try Pseudoterminal()
        terminal.resize(columns: 80, rows: 24)
        let child = try run(on: terminal)
        defer { child.kill() }
        let path = try socket(child)
        let client = try poll(for: "daemon") { try? ControlClient.connect(path: path, timeout: patience) }
        var seen = ""
        try poll(for: "the face") {
            seen += terminal.written()
            return try seen.contains("\u{1B}[?1049h") && client.status().playing ? true : nil
        }
        #expect(try client.status().bpm == 90 && client.status().meter == "4/4")
        // A key before the face follows the daemon does nothing.
        try poll(for: "a faster tempo") {
            terminal.type("+")
            _ = terminal.written()
            wait(milliseconds: 100)
            return try client.status().bpm > 90 ? true : nil
        }
        terminal.type("q")
        let end = try poll(for: "end; it says \(child.stderr)") {
            _ = terminal.written()
            return child.ended()
        }
        #expect(end == .exit(0))
        #expect(terminal.isCooked)
        #expect(access(path, F_OK) != 0)
    }

    @Test func `without a terminal it prints the beats of eight bars`() throws {
        let child = try run()
        defer { child.kill() }
        let client = try ControlClient.connect(path: socket(child), timeout: patience)
        // Before it follows the daemon, a beat at this tempo is over unseen.
        try poll(for: "a beat") { child.stdout.isEmpty ? nil : true }
        try client.say("tempo 1000")
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(child.stdout.contains("8.4"))
    }
}
