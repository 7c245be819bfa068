// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The completions that the programs describe, asked for in the shells themselves.
@Suite(.waits, .serialized) struct CompletionTests {
    /// What stands on the command line, and what must be among the completions of its last word.
    private static let lines: [(String, [String])] = [
        ("metroctl te", ["tempo"]), ("metroctl tempo Al", ["Allegro", "Allegretto"]),
        ("metroctl start La", ["Largo", "Larghetto"]), ("metroctl bell 4 o", ["on"]),
        ("metroctl sound r", ["rim"]), ("metroctl sound bell cow", ["cowbell"]), ("metroctl sound beat my", ["mywood"]),
        ("metroctl volume b", ["bell"]), ("metroctl groove save m", ["mine"]), ("metroctl latency q", ["quiet"]),
        ("metroctl status heart.", ["heart.scale"]),
        ("metroctl watch --wa", ["--waybar"]),
        ("metroctl wait st", ["stopped"]), ("metroctl on ba", ["bar"]), ("metroctl subscribe ti", ["timeline"]),
        ("metroctl preset load wa", ["waltz"]), ("metroctl setlist ne", ["next"]),
        ("metroctl setlist load fr", ["friday"]), ("metroctl setlist add friday wa", ["waltz"]),
        ("metroctl start --f", ["--for"]), ("metroface pen", ["pendulum"]),
        ("metroface pendulum --theme d", ["dark"]), ("metroface quotes --file quo", ["quotes.txt"]),
        ("metronomed --latency q", ["quiet"]), ("metronomed --config my", ["my.toml"]),
        ("metronomed --bpm And", ["Andante"]),
    ]

    private let home: Home

    init() throws {
        home = try Home()
        try home.folder.write("", to: "data/metronomed/sounds/mywood.wav")
        try home.folder.write("", to: "data/metronomed/presets/waltz.toml")
        try home.folder.write("", to: "data/metronomed/presets/list.toml")
        try home.folder.write("", to: "data/metronomed/grooves/mine.toml")
        try home.folder.write("", to: "data/metronomed/setlists/friday.toml")
        try home.folder.write("", to: "quotes.txt")
        try home.folder.write("", to: "my.toml")
    }

    /// Writes the scripts of all programs for a shell, each to a file of a name that is made of the program's.
    private func describe(to shell: String, as file: (String) -> String) throws {
        for program in [Built.metroctl, Built.metroface, Built.metrobridge, Built.metroweb, Built.metronomed] {
            let child = try ChildProcess(
                program, ["--generate-completion-script", shell], environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(0))
            try home.folder.write(child.stdout, to: file(URL(filePath: program).lastPathComponent))
        }
    }

    /// The folder of the programs comes first on the path.
    private var environment: [String: String] {
        let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
        return home.environment.merging(["PATH": "\(programs):/usr/bin:/bin", "TERM": "xterm"]) { $1 }
    }

    private func program(of line: String) -> String { String(line.prefix { $0 != " " }) }

    /// What one shell prints for the lines, by a script for each of them.
    private func answers(
        _ shell: String, _ arguments: [String], to lines: [(String, [String])], _ script: (String) -> String
    ) throws {
        let scripts = lines.map { script($0.0) + "\n" }
        let path = try home.folder.write(scripts.joined(separator: "echo end of line\n"), to: "lines")
        let child = try ChildProcess(shell, arguments + [path], environment: environment, in: home.folder)
        #expect(try child.end(within: patience * 4) == .exit(0), "\(child.stderr)")
        let answers = child.stdout.components(separatedBy: "end of line\n")
        try #require(answers.count == lines.count)
        for ((line, expected), answer) in zip(lines, answers) {
            let words = answer.split { $0.isNewline || $0 == "\t" }.map { $0.trimmingCharacters(in: .whitespaces) }
            for word in expected { #expect(words.contains(word), "\(line): \(words)") }
            // There is no such subcommand but of metroctl.
            #expect(program(of: line) == "metroctl" || !words.contains("help"), "\(line)")
        }
    }

    @Test func `bash completes`() throws {
        try describe(to: "bash") { "\($0).bash" }
        try answers("/bin/bash", ["--norc"], to: Self.lines) { line in
            """
            source "$PWD/\(program(of: line)).bash"
            COMP_WORDS=(\(line)); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMP_LINE='\(line)'
            COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMPREPLY=()
            function=$(complete -p \(program(of: line)) | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            $function \(program(of: line)) "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        }
    }

    @Test(.enabled(if: access("/usr/bin/fish", X_OK) == 0, "fish is not installed"))
    func `fish completes`() throws {
        try describe(to: "fish") { "\($0).fish" }
        // Completions by the words before them need the cursor, which it has at a terminal only.
        let byWords = ["bell", "sound", "volume", "groove"]
        let others = Self.lines.filter { line, _ in !byWords.contains { line.hasPrefix("metroctl \($0) ") } }
        // It takes a third of a second for a line, so it is asked for every third.
        let lines = others.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
        try answers("/usr/bin/fish", ["--no-config"], to: lines) { line in
            "source $PWD/\(program(of: line)).fish; complete -C '\(line)'"
        }
    }

    @Test(.enabled(if: access("/usr/bin/zsh", X_OK) == 0, "zsh is not installed"))
    func `zsh completes`() throws {
        try describe(to: "zsh") { "zsh/_\($0)" }
        let terminal = try Pseudoterminal()
        terminal.resize(columns: 200, rows: 50)
        let shell = try ChildProcess(
            "/usr/bin/zsh", ["-f", "-i"], environment: environment, in: home.folder, terminal: terminal,
            drawsOnTerminal: true)
        defer { shell.kill() }
        /// Waits for a text, and for another behind it.
        func read(_ text: String, then next: String = "") throws {
            var seen = ""
            do {
                try poll(for: text) {
                    seen += terminal.written()
                    return seen.firstRange(of: text).map { next.isEmpty || seen[$0.upperBound...].contains(next) }
                        == true ? true : nil
                }
            } catch { throw HarnessError("\(error): \(seen.debugDescription)") }
        }
        // The shell edits lines from here on; before, Ctrl-D would be the end of its input.
        let isEditing = "\u{1B}[?2004h"
        try read(isEditing)
        terminal.type("fpath=($PWD/zsh $fpath); autoload -U compinit; compinit -u -D; echo up\n")
        try read("up\r\n", then: isEditing)
        for (line, expected) in Self.lines {
            // Ctrl-D lists what could be there, and Ctrl-U takes the line back.
            terminal.type("\(line)\u{4}")
            try read("\r\n", then: expected[0])
            terminal.type("\u{15}echo next\n")
            try read("next\r\n", then: isEditing)
        }
    }
}
