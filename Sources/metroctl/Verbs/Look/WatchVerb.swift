// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux

struct WatchVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show the pendulum, or every beat as it is heard",
        discussion: """
            On a terminal one line that swings; elsewhere a line for every beat, when it is heard. Waits for the \
            daemon when it goes away. Ctrl-C or q ends it.

            Examples:
              metroctl watch
              metroctl watch --bars 8     eight bars, then it ends
              metroctl watch --json       every event, as it comes
              metroctl watch --waybar     for waybar, with return-type json
              metroctl watch --format '{bpm} {bar}.{beat}'

            A format may have \(LineForm.Place.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")).
            """)

    @Flag(name: .long, help: "Print a status bar's block for every beat and change.")
    var waybar = false

    @Option(
        name: .long, help: ArgumentHelp("Print a line of this form for every beat and change.", valueName: "text"))
    var format: String?

    @Option(name: .long, help: ArgumentHelp("End after a number of whole bars.", valueName: "count"))
    var bars: Int?

    @Flag(name: .long, help: "End with status 3 when there is no daemon, instead of waiting for it.")
    var noRetry = false

    @OptionGroup var options: Options

    func validate() throws {
        if let bars, bars < 1 { throw ValidationError("--bars must be 1 or more.") }
        let forms = [("--waybar", waybar), ("--json", options.json), ("--format", format != nil)].filter(\.1).map(\.0)
        if forms.count > 1 { throw ValidationError("\(forms[0]) and \(forms[1]) exclude each other.") }
        if let format {
            do { _ = try LineForm(format) } catch { throw ValidationError(error.message) }
        }
    }

    func run() throws {
        let terminal = Terminal()
        let view: WatchView =
            if options.quiet { .silent } else if waybar { .waybar } else if options.json {
                .json
            } else if let form = try? format.map(
                LineForm.init)
            { .form(form) } else { terminal.isLive ? .pendulum(terminal) : .lines }
        let signals = try Signals(catching: [
            SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
        ])
        try options.watch(view, retries: !noRetry, bars: bars, signals: signals)
    }
}
