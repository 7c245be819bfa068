// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession

struct SetVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "settings.set", usage: "metroctl set <name=value> ... [<options>]")

    @Argument(
        help: ArgumentHelp("Settings by name: \(names.joined(separator: ", ")).", valueName: "setting"),
        completion: .list(names.map { $0 + "=" }))
    var settings: [String]
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        var said: [Substring: String] = [:]
        for setting in settings {
            let name = Self.byName(setting).prefix { $0 != "=" }
            guard let first = said.updateValue(setting, forKey: name) else { continue }
            throw ValidationError("\(name) is given twice, by \(first) and by \(setting): leave one out.")
        }
    }

    func run() throws {
        let all = options.options
        let words = try settings.map { try Self.withSigns(Self.byName($0), all) }
        guard settings.contains(where: { $0.hasPrefix("meter=") }) else {
            return try options.perform(["set"] + words) { change in
                guard let swing = change.values["swing"]?.string, swing != "even" else { return "" }
                return SwingName.notes(try? all.status())
            }
        }
        try all.perform(["set"] + words, at: options.at, as: Change.self) { change in
            let status = try? all.status()
            let meter = change.values["meter"]?.string ?? ""
            return change.sentence(exact: all.verbose)
                + MeterVerb.compoundHint(
                    meter, beat: change.values["beat"]?.string ?? status?.settings.others["beat"]?.string)
                + (status.map(MeterVerb.laneHint) ?? "")
        }
    }

    /// Accents on some beats only are signs of all beats of the bar.
    private static func withSigns(_ setting: String, _ options: Options) throws -> String {
        let key = "accents="
        return setting.hasPrefix(key)
            ? key + (try AccentsName.value(of: String(setting.dropFirst(key.count)), options)) : setting
    }

    /// A setting may be called by its verb, too: `tempo=96` is `bpm=96`.
    static func byName(_ setting: String) -> String {
        let verb = setting.prefix { $0 != "=" }
        let key = Key.all.first { $0.command.map { $0.verb == verb } ?? false }
        return key?.settingName.map { $0 + setting.dropFirst(verb.count) } ?? setting
    }

    /// Whether a word names a setting, by itself or by its verb.
    static func isName(_ word: String) -> Bool { names.contains { byName(word + "=").dropLast() == $0 } }

    private static let names = (CommandTable.command(named: "settings.set")?.parameters.map(\.name) ?? []).filter {
        $0 != "at"
    }
}
