// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Glibc
import Linux

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
            """)

    @Flag(name: .long, help: "Print a status bar's block for every beat and change.")
    var waybar = false

    @Option(name: .long, help: ArgumentHelp("End after so many bars from the first beat.", valueName: "count"))
    var bars: Int?

    @Flag(name: .long, help: "End with status 3 when there is no daemon, instead of waiting for it.")
    var noRetry = false

    @OptionGroup var options: Options

    func validate() throws {
        if let bars, bars < 1 { throw ValidationError("--bars must be 1 or more.") }
        if waybar && options.json { throw ValidationError("--waybar and --json cannot be had together.") }
    }

    func run() throws {
        let terminal = Terminal()
        let view: WatchView =
            waybar ? .waybar : options.json ? .json : terminal.isLive ? .pendulum(terminal) : .lines
        let signals = try Signals(catching: [
            SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH,
        ])
        let path = try options.socketPath()
        var watch = Watch(
            path: path, options: options, signals: signals, screen: WatchScreen(view: view), bars: bars)
        defer { watch.screen.end() }
        do {
            try watch.run(retries: !noRetry)
        } catch let error as Errno {
            if let failure = error.failure { throw failure }
        }
    }
}
