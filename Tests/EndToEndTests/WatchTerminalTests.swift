// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// `metroctl watch` in a terminal, alone and as the job of a shell.
@Suite(.waitsFirst, .serialized) struct WatchTerminalTests {
    private static let showsCursor = "\u{1B}[?25h"

    private var home: Home
    private let terminal: Pseudoterminal

    init() throws {
        home = try Home()
        home.environment["TERM"] = "xterm-256color"
        terminal = try Pseudoterminal()
        terminal.resize(columns: 80, rows: 24)
    }

    private func run(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            program, arguments, environment: home.environment, in: home.folder, terminal: terminal,
            drawsOnTerminal: true)
    }

    /// Waits for a text, and returns all that was written until then.
    @discardableResult
    private func read(_ text: String) throws -> String {
        var seen = ""
        do {
            try poll(for: text) {
                seen += terminal.written()
                return seen.contains(text) ? true : nil
            }
        } catch { throw HarnessError("\(error): \(seen.debugDescription)") }
        return seen
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal gives echo and cursor back`(number: Int32) throws {
        try home.withDaemon(["--bpm", "300"]) { _ in
            let program = try run(Built.metroctl, ["watch"])
            try read("300 bpm")
            #expect(!terminal.isCooked)
            program.signal(number)
            #expect(try program.end() == .exit(0))
            try read(Self.showsCursor)
            #expect(terminal.isCooked)
        }
    }

    @Test(arguments: ["q", "\u{4}", "\u{3}", "\u{1C}"]) func `a key ends it`(key: String) throws {
        try home.withDaemon(["--bpm", "300"]) { _ in
            let program = try run(Built.metroctl, ["watch"])
            try read("300 bpm")
            terminal.type(key)
            #expect(try program.end() == .exit(0))
            #expect(terminal.isCooked)
        }
    }

    @Test func `suspended it leaves nothing, and continued it is back`() throws {
        try home.withDaemon(["--bpm", "300"]) { _ in
            let shell = try run("/bin/bash", ["--norc", "--noediting", "-i"])
            terminal.type("exec 2>/dev/tty\n")
            terminal.type("\(Built.metroctl) watch\n")
            try read("300 bpm")
            terminal.type("\u{1A}")
            #expect(try read("Stopped").contains("\r\u{1B}[J" + Self.showsCursor))
            #expect(terminal.isCooked)
            terminal.type("fg\n")
            try read("300 bpm")
            #expect(!terminal.isCooked)
            terminal.type("q")
            // What is typed before the prompt may be lost with the change of the terminal's modes.
            #expect(try read("bash-").contains(Self.showsCursor))
            terminal.type("exit 7\n")
            #expect(try shell.end() == .exit(7))
        }
    }

    /// A shell in which a program was started, and suspended once it showed the tempo of 300 bpm.
    private func suspended(_ words: String) throws -> ChildProcess {
        let shell = try run("/bin/bash", ["--norc", "--noediting", "-i"])
        terminal.type("exec 2>/dev/tty\n")
        let program = words.hasPrefix("metroctl") ? Built.metroctl : Built.metroface
        terminal.type("\(program)\(words.drop { $0 != " " })\n")
        try read("300")
        terminal.type("\u{1A}")
        try read("Stopped")
        return shell
    }

    @Test(arguments: ["metroctl watch", "metroface pendulum"], ["--play", "--no-play"])
    func `a job that went on in the background is back with the terminal`(words: String, play: String) throws {
        try home.withDaemon(["--bpm", "300", play]) { _ in
            let shell = try suspended(words)
            terminal.type("bg\n")
            try read(" &")
            // The job looks at the terminal once a second, which is the shell's.
            usleep(1_200_000)
            #expect(terminal.isCooked)
            terminal.type("fg\n")
            try poll(for: "the job") { terminal.isCooked ? nil : true }
            try read("300")
            terminal.type("q")
            // What is typed before the prompt may be lost with the change of the terminal's modes.
            try read("bash-")
            #expect(terminal.isCooked)
            terminal.type("exit 7\n")
            #expect(try shell.end() == .exit(7))
        }
    }

    @Test(arguments: ["metroctl watch", "metroface pendulum"])
    func `a job that is suspended ends when it is told to`(words: String) throws {
        try home.withDaemon(["--bpm", "300"]) { _ in
            let shell = try suspended(words)
            // The shell tells the end of a job before its next prompt; where it overlooked that end, it sees it with the end
            // of another program.
            var (seen, asked) = ("", 0)
            do {
                try poll(for: "end of the job") {
                    // A line that the shell has not read by then may be lost with a change of the terminal's modes.
                    terminal.type(asked % 200 == 0 ? "kill %1\n" : "/bin/true\n")
                    asked += 1
                    seen += terminal.written()
                    return ["Done", "Exit", "Terminated"].contains(where: seen.contains) ? true : nil
                }
            } catch { throw HarnessError("\(error): \(seen.prefix(600).debugDescription)") }
            #expect(terminal.isCooked)
            terminal.type("exit 7\n")
            #expect(try shell.end() == .exit(7))
        }
    }
}
