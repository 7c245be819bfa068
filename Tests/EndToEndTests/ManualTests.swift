// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// The manual pages, as `Scripts/manual` makes them of these programs.
@Suite(.waits) struct ManualTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Scripts/manual").standardizedFileURL.path

    private func run(_ program: String, _ arguments: [String], in home: Home) throws -> Outcome {
        let child = try ChildProcess(program, arguments, environment: home.environment, in: home.folder)
        return Outcome(end: try child.end(within: patience * 4), stdout: child.stdout, stderr: child.stderr)
    }

    /// A page, written to a file of its name.
    private func page(_ program: String, in home: Home, as name: String) throws -> String {
        let outcome = try run("/bin/bash", [Self.script, program, "2026-01-31", "0.2.0-dev"], in: home)
        #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty, "\(outcome.stderr)")
        try home.folder.write(outcome.stdout, to: name)
        return outcome.stdout
    }

    @Test(arguments: [
        Built.metroctl, Built.metroface, Built.metrobridge, Built.metroweb, Built.metronomed, "toml", "song",
    ])
    func `a page is rendered without a warning`(program: String) throws {
        let home = try Home()
        let text = try page(program, in: home, as: "page")
        for section in ["NAME", "DESCRIPTION", "FILES", "SEE ALSO"]
        where section != "FILES" || !program.hasSuffix("face") && program != "song" {
            #expect(text.contains("\n.SH \(section)\n"), "\(section)")
        }
        #expect(text.hasPrefix(".TH ") && text.prefix { $0 != "\n" }.contains(" 2026-01-31 \"metronomed 0.2.0-dev\" "))
        // What an option does stands below it, however long the option is.
        for line in text.split(separator: "\n") where line.hasPrefix(".B ") {
            #expect(!line.contains(#/> [A-Z]/#), "\(line)")
        }
        if program == Built.metroctl { try everyVerbHasItsPlace(in: text, home) }
        for (renderer, arguments) in [
            ("/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-z", "page"]),
            ("/usr/bin/mandoc", ["-T", "lint", "-W", "warning", "page"]),
        ] where access(renderer, X_OK) == 0 {
            let outcome = try run(renderer, arguments, in: home)
            #expect(outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(renderer): \(outcome.stdout)\(outcome.stderr)")
        }
    }

    /// Each has a line of its usage and a section, and the options of all are described once.
    private func everyVerbHasItsPlace(in text: String, _ home: Home) throws {
        let help = try run(Built.metroctl, ["--help"], in: home).stdout
        let verbs = help.components(separatedBy: "SUBCOMMANDS:\n")[1]
            .split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
            .compactMap { $0.firstMatch(of: #/^  (?:[A-Z][a-z]+)? +([a-z-]+(?:, [a-z-]+)*)  /#)?.1 }
            .flatMap { $0.split(separator: ", ") }
        #expect(verbs.count > 20)
        for verb in verbs {
            #expect(text.contains("\\fBmetroctl \(verb.replacing("-", with: "\\-"))\\fR"), "\(verb)")
            #expect(text.contains(".SS \"\(verb)\"\n"), "\(verb)")
        }
        for verb in ["tap", "measure"] { #expect(text.contains(".SS \"offset \(verb)\"\n"), "\(verb)") }
        #expect(text.components(separatedBy: ".B \\-\\-timeout").count == 2)
    }

    @Test func `every key has its place on the page of the configuration`() throws {
        let text = try page("toml", in: Home(), as: "page")
        let known = try Home().run(["--check-config", "--no-config"]).stdout.split(separator: "\n").dropFirst()
        for key in known.compactMap({ $0.split(separator: " ").first }) {
            #expect(text.contains(".B \(key)\n"), "\(key)")
        }
    }

    @Test func `the page of songs has each key and each form of a tempo`() throws {
        let text = try page("song", in: Home(), as: "page")
        for key in ["title", "count_in", "bars", "passes", "tempo_note", "pattern", "fermata"] {
            #expect(text.contains(".B \(key)\n"), "\(key)")
        }
        #expect(text.contains(".B [100, 98, 95, 90]\n") && text.contains(".SH TEMPO\n"))
        #expect(text.contains(".B 120, 97.5, \\(dqAllegro\\(dq\n"))
    }

    @Test func `the page of songs says what the signs of a pattern and the notes are`() throws {
        let text = try page("song", in: Home(), as: "page")
        #expect(text.contains("X bell, A accent, x normal, o ghost and . for a beat"))
        for note in ["whole", "thirty\\-second", "dotted\\-", "triplet\\-"] { #expect(text.contains(note), "\(note)") }
        // A manual page has no links of Markdown.
        #expect(!text.contains("]("))
    }

    @Test func `the pages name each folder of the user's files that there is`() throws {
        let home = try Home()
        let folders = ["sounds", "songs", "grooves", "presets", "setlists", "journal"]
        for program in [Built.metroctl, Built.metronomed] {
            let text = try page(program, in: home, as: "page")
            for folder in folders { #expect(text.contains("_HOME/metronomed/\(folder)"), "\(program): \(folder)") }
        }
    }
}
