// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

/// A verb that sets one thing by one word, as the command table has it, or without a word tells it: `metroctl latency low`.
///
/// A new setting of that kind is a `SettingVerbName` in a file of its own, and a place in the list of verbs.
struct SettingVerb<Name: SettingVerbName>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.verb + ".set", more: [(Name.verb, "tells it")]) }

    @Argument(help: ArgumentHelp(Name.help, valueName: Name.parameter?.name), completion: Name.completion)
    var value: String?
    @OptionGroup var options: Options

    func run() throws {
        guard let value else { return try options.tell(Name.members, report: Name.told) }
        try Name.check(value)
        try options.change([Name.verb, value])
    }
}

/// A verb that sets one thing of the music, and can wait for a place: `metroctl swing 2:1 --at bar`.
struct MusicVerb<Name: SettingVerbName>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.verb + ".set", more: [(Name.verb, "tells it")]) }

    @Argument(help: ArgumentHelp(Name.help, valueName: Name.parameter?.name), completion: Name.completion)
    var value: String?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        let all = options.options
        guard let said = value else { return try options.tell(Name.members, report: Name.told) }
        let value = try Name.value(of: said, all)
        try Name.check(value)
        let former = all.json || all.quiet ? nil : try Name.former(all)
        try all.perform([Name.verb, value], at: options.at, as: Change.self) { change in
            let sentence = change.sentence(exact: all.verbose)
            return sentence
                + Name.hint(on: change, asked: said, after: former) {
                    try? all.status()
                }
        }
    }
}

/// The first word of a setting's method, and where the status tells its value.
protocol SettingVerbName {
    static var verb: String { get }
    /// The members of the status that tell it.
    static var members: [String] { get }
    static func told(_ status: Status) -> String
    /// The value that a word stands for by what is set.
    static func value(of word: String, _ options: Options) throws -> String
    /// Throws for a value whose refusal has words of its own.
    static func check(_ value: String) throws(ProgramFailure)
    /// The status before a change, where the hint needs it.
    static func former(_ options: Options) throws -> Status?
    /// What is to be said of a change besides, such as why nothing of it is heard. `value` is what was asked for.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String
}

extension SettingVerbName {
    static func value(of word: String, _ options: Options) throws -> String { word }
    static func check(_ value: String) throws(ProgramFailure) {}
    static func former(_ options: Options) throws -> Status? { nil }
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        ""
    }
    static var members: [String] { [verb] }

    static func told(_ status: Status) -> String {
        let value = status.settings.others[verb].map { $0.string ?? $0.text } ?? "unknown"
        return "\(verb) \(value)"
    }

    fileprivate static var parameter: Parameter? { CommandTable.command(named: verb + ".set")?.parameters.first }

    /// What the parameter means. The backquotes of the document are left out.
    fileprivate static var help: String { parameter?.summary.replacing("`", with: "") ?? "" }

    /// The words that the parameter may be.
    fileprivate static var completion: CompletionKind {
        let words = parameter?.forms.flatMap { form -> [String] in
            if case .choice(let words) = form { words } else { [] }
        }
        return (words ?? []).isEmpty ? .default : .list(words ?? [])
    }
}
