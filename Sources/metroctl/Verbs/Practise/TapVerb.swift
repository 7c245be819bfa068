// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl tap`: one tap, or with `--follow` and `--stdin` one for each key or line.
struct TapVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "tap", usage: "metroctl tap [--follow | --stdin] [--start <tap>] [<options>]",
        more: [
            ("tap --follow", "every key is a tap; q or Ctrl-C ends it"),
            ("tap --stdin", "every line is a tap"),
        ],
        discussion: """
            One tap for each call, for a key of the desktop or a pedal; four of them tell the tempo to a percent or two, \
            sixteen to a few tenths. Where it plays, the beat comes into step with the taps. A missed tap is allowed for, and \
            a doubled one is left out; a pause over 2.5 s or another tempo begins anew. undo takes all taps of a series back. \
            After score on taps change nothing while it plays, and are compared with the beats.
            """,
        examples: { $0 == "tap" })

    @Flag(help: "Tap with the keys of this terminal, until q or Ctrl-C.")
    var follow = false
    @Flag(name: .customLong("stdin"), help: "Tap with the lines of standard input.")
    var readsLines = false
    @Option(help: ArgumentHelp("Start playing with this tap of a series, 2...64.", valueName: "tap"))
    var start: Int?
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        if follow, readsLines { throw ValidationError("--follow and --stdin exclude each other.") }
        if follow || readsLines, options.at?.first == "+" {
            throw ValidationError("--at \(options.at ?? "") is counted from one tap: leave it out, or write --at bar.")
        }
        if let start, !(2...64).contains(start) { throw ValidationError("--start must be 2...64.") }
    }

    func run() throws {
        // Before anything else: the tap is now.
        let now = MonotonicClock.nowNs
        guard follow || readsLines else {
            var params = params(atNs: now)
            params["at"] = Options.place(options.at)
            return try options.options.perform("tap", params) { (change: Change) in change.tapSentence }
        }
        if follow, isatty(STDIN_FILENO) != 1 {
            throw ProgramFailure.usage("--follow needs a terminal on standard input, to tap in; --stdin reads lines")
        }
        var taps = try TapFollower(
            options: options.options,
            signals: Signals(catching: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]), readsLines: readsLines,
            params: params)
        guard follow else { return try taps.run() }
        guard let keys = Terminal.hideKeys() else {
            throw ProgramFailure.usage("--follow needs the terminal for itself: run it in the foreground")
        }
        defer {
            Terminal.showKeys(keys)
            if taps.isSuspended { taps.suspend() }
        }
        try taps.run()
    }

    private func params(atNs now: Int64) -> [String: JSONValue] {
        var params: [String: JSONValue] = ["time_ns": .integer(now)]
        params["start"] = start.map { .integer(Int64($0)) }
        params["at"] = options.at.map(JSONValue.string)
        return params
    }
}
