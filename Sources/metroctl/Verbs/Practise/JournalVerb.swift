// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl journal`: what was played, day by day. Reads the files of the user, and needs no daemon.
struct JournalVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Show what was played, day by day",
        discussion: """
            The daemon keeps a line for each run in $XDG_STATE_HOME/metronomed/journal, a file for each month; \
            journal = false in its configuration turns that off.

            Examples:
              metroctl journal
              metroctl journal --days 90
              metroctl journal --json
            """)

    @Option(help: ArgumentHelp("How many days up to today, 1...366.", valueName: "count"))
    var days = 14
    @OptionGroup var options: Options

    func validate() throws {
        if !(1...366).contains(days) { throw ValidationError("--days must be 1...366.") }
    }

    func run() throws {
        let folder = JournalFolder(environment: ProcessInfo.processInfo.environment)
        let journal: Journal
        do {
            journal = try folder.journal(days: days)
        } catch {
            throw ProgramFailure.failed(error.message)
        }
        if options.quiet { return }
        if options.json {
            return try Output.line(String(decoding: JSONLine.encode(journal).dropLast(), as: UTF8.self))
        }
        let terminal = Terminal()
        let page = JournalPage(
            columns: terminal.columns, isUnicode: terminal.isUnicode, isColoured: terminal.isColoured)
        let status = try? options.status()
        try Output.line(page.text(journal, playing: status?.playing ?? false ? status?.line : nil))
    }
}
