// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl subscribe`: prints events as lines of JSON: `watch --json` of chosen ones.
struct SubscribeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "subscribe", abstract: "Print events as lines of JSON", usage: "metroctl subscribe [<words> ...] [<options>]",
        discussion: """
            Without words: beat, state and audio, as watch --json prints them. The first line is the state, in the form of \
            event.state. Waits for the daemon when it goes away. The protocol tells what each event has.
            """)

    @Argument(
        help: ArgumentHelp(
            "beat, state, audio, section, timeline; or motion or frame, and then properties; or lead, milliseconds, and then events.",
            valueName: "words"),
        completion: .list(EventKind.allCases.map(\.rawValue) + ["lead"]))
    var words: [String] = []
    @Flag(name: .long, help: "End with status 3 when there is no daemon, instead of waiting for it.")
    var noRetry = false
    @OptionGroup var options: Options

    func run() throws {
        if words.first == "lead", words.dropFirst().first.flatMap({ Int($0) }) == nil {
            throw ProgramFailure.usage("lead needs milliseconds and then events: subscribe lead 100 beat")
        }
        let params: [String: JSONValue]
        do {
            params = try CommandTable.request(words: ["subscribe"] + words).params
        } catch {
            throw ProgramFailure(error, status: .usage)
        }
        let signals = try Signals(catching: [SIGINT, SIGTERM, SIGHUP])
        do {
            try options.watch(options.quiet ? .silent : .json, retries: !noRetry, params, signals: signals)
        } catch let failure as ProgramFailure {
            guard let refusal = failure.refusal, refusal.param == "events" else { throw failure }
            throw ProgramFailure(refusal, status: .usage)
        }
    }
}
