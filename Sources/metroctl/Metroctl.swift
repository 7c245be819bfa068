// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import Programs

/// `metroctl`: sends one request to the daemon and prints its answer.
@main
struct Metroctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metroctl",
        abstract: "Control the metronome daemon",
        usage: "metroctl [<options>] <subcommand>",
        discussion: """
            Exit status: 0 done, 1 refused, 2 usage, 3 no daemon, 4 no answer. Socket: \
            --socket, $METRONOMED_SOCKET, $XDG_RUNTIME_DIR/metronomed. Words: help words.
            """,
        version: Product.version(of: "metroctl"),
        groupedSubcommands: [
            CommandGroup(name: "Play", subcommands: [StartVerb.self, PlainVerb<StopName>.self, ToggleVerb.self]),
            CommandGroup(
                name: "Set",
                subcommands: [
                    TempoVerb.self, MeterVerb.self, MusicVerb<BeatName>.self, BellVerb.self,
                    MusicVerb<AccentsName>.self,
                    MusicVerb<SubdivisionName>.self, MusicVerb<SwingName>.self, VolumeVerb.self,
                    PlainVerb<MuteName>.self,
                    PlainVerb<UnmuteName>.self, LaneVerb.self, LanesVerb.self, GrooveVerb.self,
                    SoundVerb.self, SetVerb.self, ResetVerb.self, HistoryVerb<UndoName>.self,
                    HistoryVerb<RedoName>.self, CancelVerb.self,
                ]),
            CommandGroup(
                name: "Practise",
                subcommands: [
                    PractiseVerb.self, TrainerVerb.self, TimerVerb.self, PromptVerb.self, CountInVerb.self,
                    TapVerb.self, NudgeVerb.self,
                    ScoreVerb.self,
                    JournalVerb.self,
                ]),
            CommandGroup(name: "Output", subcommands: [OffsetVerb.self, SettingVerb<LatencyName>.self]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    StatusVerb.self, TimingVerb.self, PropertiesVerb.self, WatchVerb.self, SubscribeVerb.self,
                    WaitVerb.self, OnVerb.self,
                ]),
            CommandGroup(
                name: "Songs",
                subcommands: [
                    SongVerb.self, SeekVerb.self, LoopVerb.self, PresetVerb.self, SetlistVerb.self, RenderVerb.self,
                ]),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    BridgesVerb.self, LinkVerb.self, VersionVerb.self, DescribeVerb.self, PingVerb.self,
                    DoctorVerb.self, ShutdownVerb.self,
                    CallVerb.self,
                ]),
        ])

    @OptionGroup var options: Options

    /// Without a verb: what plays, and what to type next.
    func run() throws {
        try options.perform("status") { (status: Status) in
            // Who has started something knows how.
            guard status.run == 0 else { return status.line }
            return status.line + "\n\nmetroctl start 120, stop, tempo +5, meter 3/4, groove bossa, lanes 3:4, watch; "
                + "metroctl --help lists all"
        }
    }

    static func main() {
        StandardDescriptors.prepare()
        do {
            do {
                let words = try programArguments()
                HelpWidth.prepare()
                if verbFirst(words).prefix(while: { !$0.hasPrefix("-") }) == ["help", "words"] {
                    return try Output.line(Synonym.page)
                }
                var command = try command(for: words)
                try command.run()
            } catch  where exitCode(for: error) == .success {
                // Help, the version or a script of completions was asked for.
                try Output.line(VerbTable.compacted(fullMessage(for: error)))
            }
        } catch let failure as ProgramFailure {
            end(failure)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            let message = usageMessage(for: error)
            if wantsJSON {
                let first = message.prefix { $0 != "\n" }
                end(ProgramFailure.usage(String(first.trimmingPrefix("metroctl: "))))
            }
            Output.error(verbatim: message.printableLines)
            Glibc.exit(ProgramFailure.Status.usage.rawValue)
        }
    }

    /// The command that the words behind the program's name stand for.
    static func command(for words: [String]) throws -> any ParsableCommand {
        try checkCount(words)
        try Synonym.checkLength(verbFirst(words))
        let arguments = arguments(for: words)
        try checkCount(arguments)
        try checkOptions(arguments)
        try checkVerb(arguments.first == "help" ? arguments.dropFirst().first : arguments.first)
        return try parseAsRoot(arguments)
    }

    /// A verb and its arguments, as the parser takes them.
    static func arguments(for words: [String]) -> [String] {
        let meant = Synonym.resolved(verbFirst(words))
        var arguments = ChangeOptions.withDashes(meant.map(Minus.protected))
        if let verb = verb(forTempo: arguments.first) { arguments.insert(verb, at: 0) }
        return arguments
    }

    /// What is said of words that are not understood.
    static func usageMessage(for error: any Error) -> String {
        UsageMessage.text(Minus.restored(fullMessage(for: error)), program: "metroctl")
    }

    /// Ends the program, and says why: on stderr, or with --json on stdout, where the result would be.
    private static func end(_ failure: ProgramFailure) -> Never {
        if wantsJSON, (try? Output.write(failure.json + "\n")) != nil { Glibc.exit(failure.status.rawValue) }
        if !failure.message.isEmpty { Output.error(failure.message) }
        Glibc.exit(failure.status.rawValue)
    }

    /// Whether `--json` is among the options, even of a command line that is wrong.
    private static var wantsJSON: Bool {
        CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
    }

    private static func programArguments() throws(ProgramFailure) -> [String] {
        do { return try ProgramArguments.read() } catch { throw ProgramFailure.usage(error.message) }
    }

    /// Moves the options that every verb has behind the verb: `metroctl -q status` is `metroctl status -q`.
    private static func verbFirst(_ arguments: [String]) -> [String] {
        var count = 0
        while count < arguments.count {
            let name = arguments[count].prefix { $0 != "=" }
            switch name {
            case "--json", "-q", "--quiet", "-v", "--verbose": count += 1
            case "--socket", "--timeout", "--at": count += name.count == arguments[count].count ? 2 : 1
            default:
                // Before `--`, for what follows that is no option.
                let end = arguments.firstIndex(of: "--") ?? arguments.count
                return Array(arguments[count..<max(count, end)] + arguments[..<count] + arguments[max(count, end)...])
            }
        }
        return arguments
    }

    /// The verb that a tempo alone stands for: `metroctl 120` starts with it, `metroctl +5` changes it.
    private static func verb(forTempo word: String?) -> String? {
        guard let word, let change = try? TempoChange(parsing: Minus.restored(word)) else { return nil }
        if case .to = change { return "start" }
        return "tempo"
    }

    /// The verbs of the program.
    static let verbs = configuration.groupedSubcommands.flatMap(\.subcommands).compactMap {
        $0.configuration.commandName
    }

    /// Throws for an unknown verb, with the one that was probably meant.
    private static func checkVerb(_ verb: String?) throws(ProgramFailure) {
        guard let verb, !verb.hasPrefix("-"), verb != "help", !verbs.contains(verb) else { return }
        let word = Minus.restored(verb)
        if let elsewhere = Synonym.elsewhere[word.lowercased()] {
            throw ProgramFailure.usage("\(word): \(elsewhere)")
        }
        if let meant = Synonym.german[word.lowercased()] {
            throw ProgramFailure.usage("unknown command \(JSONValue.string(word).text): did you mean \(meant)?")
        }
        let known = verbs + Synonym.all.compactMap(\.words.first) + Tempo.allNames.map(\.name) + Groove.all.map(\.name)
        let hint =
            CommandTable.suggestion(for: word, among: known).map { "did you mean \($0)?" }
            ?? "metroctl --help lists the commands, metroctl help words what else is understood"
        throw ProgramFailure.usage("unknown command \(JSONValue.string(word).text): \(hint)")
    }
}
