// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl on`: runs a command at every place of a kind.
struct OnVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Run a command at each beat, bar, section or prompt",
        usage:
            "metroctl on (beat | bar | section [<label>] | prompt | @<bar>[.<beat>] | end | stopped) ['<command>'] [--early <time>] [--count <n>] [<options>] [-- <command> ...]",
        discussion: """
            A command in one word with blanks is run by a shell; one behind -- as it is. It is started when the place is heard; --early makes up for the time that it needs, from a millisecond on. \
            One runs at a time: while one does, beats are left out, and the next command is told how many in METROCTL_MISSED. It \
            reads no input, and its exit status does not count. A signal that ends this is passed on to it, \
            and the status is 1 where it has not run as often as --count says.

            Its environment has METROCTL_RUN, METROCTL_HEARD_NS (CLOCK_MONOTONIC), METROCTL_BEAT (beats since the start, \
            from 0), METROCTL_BAR and METROCTL_BEAT_IN_BAR (from 1), METROCTL_BELL (1 or 0), METROCTL_BPM, METROCTL_METER, \
            METROCTL_SECTION (of a song), METROCTL_PROMPT and METROCTL_NEXT_PROMPT, METROCTL_MISSED, and METRONOMED_SOCKET.

            Examples:
              metroctl on bar 'echo bar $METROCTL_BAR'
              metroctl on beat --early 5ms -- ./blink
              metroctl on section coda -- ./lights
              metroctl on prompt --early 2s 'espeak-ng "$METROCTL_PROMPT"'
              metroctl on stopped -- notify-send 'well played'
            """)

    @Argument(
        help: ArgumentHelp(
            "beat, bar, section, prompt, a beat of a bar such as @17 or @17.3, end, or stopped.", valueName: "place"),
        completion: .list(PlaceName.all))
    var place: String
    @Argument(help: ArgumentHelp("What to run.", valueName: "command")) var line: String?
    @Argument(parsing: .postTerminator, help: ArgumentHelp("What to run, after --.", valueName: "command"))
    var command: [String] = []
    @Option(help: ArgumentHelp("Start it so long before the place is heard: 5ms.", valueName: "time"))
    var early: Timeout?
    @Option(help: ArgumentHelp("End when it has run so often.", valueName: "n"))
    var count: Int?
    @Flag(name: .long, help: "End with status 3 when there is no daemon, instead of waiting for it.")
    var noRetry = false
    @OptionGroup var options: Options

    /// What stands behind `section`, where the command is behind --: which section.
    private var label: String? { place == "section" && !command.isEmpty ? line : nil }

    /// The place that is named.
    var name: PlaceName { get throws { try PlaceName(place, label: label) } }

    /// The command and its arguments.
    private var words: [String] {
        guard label == nil, let line else { return command }
        return line.contains(" ") ? ["sh", "-c", line] : [line]
    }

    func validate() throws {
        _ = try name
        if let count, count < 1 { throw ValidationError("--count must be 1 or more.") }
        guard line == nil || label != nil || command.isEmpty else {
            throw ValidationError("There are two commands, \(JSONValue.string(line ?? "").text) and what is behind --.")
        }
        if words.isEmpty { throw ValidationError("There is no command to run: metroctl on \(place) -- COMMAND") }
    }

    func run() throws {
        var environment = ProcessInfo.processInfo.environment
        environment["COLUMNS"] = HelpWidth.given
        let program: ChildCommand
        do {
            program = try ChildCommand(words, searchPath: environment["PATH"])
        } catch {
            throw ProgramFailure.usage(error.message)
        }
        let signals = try Signals(catching: [SIGINT, SIGTERM, SIGHUP, SIGCHLD])
        let hook = Hook(
            program, environment: environment.merging(["METRONOMED_SOCKET": try options.socketPath()]) { $1 },
            at: try name.place, early: early?.duration ?? .zero, count: count, retries: !noRetry,
            signals: signals)
        try options.follow(hook, signals: signals)
    }
}
