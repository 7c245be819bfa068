// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

/// A verb that sets one thing by one word, as the command table has it: `metroctl volume 0.5`.
///
/// A new setting of that kind is a name below, and a place in the list of verbs; its options are ``ChangeOptions`` where it
/// is the music that changes.
struct SettingVerb<Name: SettingVerbName, Group: SettingVerbOptions>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.verb + ".set") }

    @Argument(help: ArgumentHelp(Name.help, valueName: Name.parameter?.name), completion: Name.completion)
    var value: String
    @OptionGroup var options: Group

    func run() throws {
        try options.perform([Name.verb, value])
    }
}

/// The options of a verb that sets one thing.
protocol SettingVerbOptions: ParsableArguments {
    /// Sends the request that these words stand for, and prints what was changed and from when.
    func perform(_ words: [String]) throws
}

extension ChangeOptions: SettingVerbOptions {}
extension Options: SettingVerbOptions {
    func perform(_ words: [String]) throws { try change(words) }
}

/// The first word of a setting's method.
protocol SettingVerbName {
    static var verb: String { get }
}

enum TempoName: SettingVerbName { static let verb = "tempo" }
enum MeterName: SettingVerbName { static let verb = "meter" }
enum VolumeName: SettingVerbName { static let verb = "volume" }
enum LatencyName: SettingVerbName { static let verb = "latency" }

extension SettingVerbName {
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
