// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// The blocks of `Docs/Desktop.md`, as far as they can be run here.
@Suite(.waits, .serialized) struct DesktopGuideTests {
    /// The blocks of one language, in order.
    private func blocks(_ language: String) throws -> [String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Desktop.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().map { part in
            String(part.components(separatedBy: "\n```")[0])
        }
    }

    /// Every command of `metroctl` in the blocks, as a shell reads it.
    private func commands() throws -> [String] {
        let quoted = #/(?:exec = |command=|click-left = |scroll-\w+ = |bindsym \S+ exec )(metroctl .*)/#
        let inQuotes = #/"(metroctl [^"]*)"/#
        let inForm = #/#\((metroctl .*)\)'/#
        let inGnome = #/command '(metroctl [^']*)'/#
        let text = try ["json", "ini", "tmux", "sway", "sh"].flatMap(blocks).joined(separator: "\n")
        return text.matches(of: quoted).map { String($0.1) } + text.matches(of: inQuotes).map { String($0.1) }
            + text.matches(of: inForm).map { String($0.1) } + text.matches(of: inGnome).map { String($0.1) }
    }

    private func shell(_ script: String, _ home: Home) throws -> Outcome {
        let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
        let environment = home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
        let child = try ChildProcess(
            "/bin/sh", ["-c", Built.patientShell + script], environment: environment, in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    @Test func `every command in it is understood`() throws {
        let commands = try commands()
        #expect(commands.count >= 14, "\(commands)")
        try withDaemon("--bpm", "600") { daemon in
            for command in commands {
                let words = command.contains(" watch ") ? command + " --bars 1" : command
                let outcome = try shell(words, daemon.home)
                #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty, "\(words): \(outcome.stderr)")
                if command.contains("toggle") { _ = try daemon.connect().say("start") }
            }
        }
    }

    @Test func `the block for waybar has the members, icons and classes that the page names`() throws {
        let block = try JSONLine.parse(Array("{\(try blocks("json")[0])}".replacing("\n", with: " ").utf8))
        let icons = try #require(block["custom/metronome"]?["format-icons"]?.object)
        let style = try blocks("css")[0]
        try withDaemon("--bpm", "600", "--meter", "2/4") { daemon in
            let outcome = try shell("metroctl watch --waybar --bars 2", daemon.home)
            let lines = try outcome.stdout.split(separator: "\n").map { try JSONLine.parse(Array($0.utf8)) }
            #expect(lines.count >= 4)
            for line in lines {
                #expect(Set((line.object ?? [:]).keys) == ["text", "alt", "class", "percentage", "tooltip"])
                #expect(icons[line["alt"]?.string ?? ""] != nil)
                let name = line["class"]?.string ?? ""
                #expect(name == "playing" || style.contains("#custom-metronome.\(name) {"))
                #expect(line["text"]?.string?.contains("/") == false)
            }
            let classes = Set(lines.compactMap { $0["class"]?.string })
            #expect(classes.contains("bell") && classes.contains("beat"))
        }
    }

    @Test func `the script plays two bars, has a line for each beat, and stops`() throws {
        let script = try #require(blocks("sh").dropFirst().first).replacing("start 120", with: "start 900")
        try withDaemon { daemon in
            let outcome = try shell(script, daemon.home)
            #expect(outcome.end == .exit(0), "\(outcome.stderr)")
            #expect(outcome.stdout.hasSuffix("{\"bpm\":900}\n"))
            #expect(outcome.stdout.split(separator: "\n").filter { $0.contains("bell") }.count >= 2)
            #expect(try !daemon.status().playing)
        }
    }

    @Test func `the script that waits runs a command at each of two bars, and ends when it is stopped`() throws {
        let script = try #require(blocks("sh").last).replacing("tempo 150", with: "tempo 900")
        // A bar that is over when it is waited for changes no tempo.
        try trials(3) { number in
            let script = script.replacing("start 120", with: "start \([400, 60, 20][number - 1])")
            try withDaemon { daemon in
                let outcome = try shell("set -e\n" + script, daemon.home)
                #expect(outcome.end == .exit(0), "\(outcome.stderr)")
                let bars = outcome.stdout.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
                #expect(bars.count == 2 && bars[0] >= 3 && bars[1] > bars[0], "\(outcome.stdout)")
                #expect(try !daemon.status().playing)
                try ensure(daemon.status().bpm == 900 && bars[0] >= 4, outcome.stderr)
            }
        }
    }

    @Test func `every example and every variable of a command is on the page`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs")
        let text = try String(contentsOf: folder.appending(path: "Desktop.md"), encoding: .utf8)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "examples").path) {
            #expect(text.contains("`\(name)`"), "\(name)")
        }
        try withDaemon("--bpm", "600") { daemon in
            let printed = try shell("metroctl on beat --count 1 -- env", daemon.home).stdout
            let names = printed.split(separator: "\n").compactMap { $0.split(separator: "=").first }
            let own = names.filter { $0.hasPrefix("METROCTL_") }
            #expect(own.count == 9)
            for name in own { #expect(text.contains("`\(name)`"), "\(name)") }
        }
    }

    @Test(.enabled(if: access("/usr/bin/tmux", X_OK) == 0, "tmux is not installed"))
    func `tmux shows the beat in its status line`() throws {
        try withDaemon("--bpm", "600") { daemon in
            try daemon.home.folder.write(try blocks("tmux")[0] + "\n", to: "tmux.conf")
            let terminal = try Pseudoterminal()
            terminal.resize(columns: 80, rows: 10)
            let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
            let variables = ["PATH": "\(programs):/usr/bin:/bin", "TERM": "xterm", "SHELL": "/bin/sh"]
            let tmux = try ChildProcess(
                "/usr/bin/tmux", ["-S", daemon.home.folder("t"), "-f", daemon.home.folder("tmux.conf"), "new-session"],
                environment: daemon.home.environment.merging(variables) { $1 }, in: daemon.home.folder,
                terminal: terminal, drawsOnTerminal: true)
            defer { tmux.kill() }
            var seen = ""
            try poll(for: "the beat in the status line") {
                seen += terminal.written()
                return seen.contains("600 ") ? true : nil
            }
            _ = try shell("tmux -S \"$PWD/t\" kill-server", daemon.home)
        }
    }
}
