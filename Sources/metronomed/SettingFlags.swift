// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import MetronomeRhythm
internal import MetronomeSession

/// A flag for each key that has one, made from the table of keys.
///
/// ArgumentParser finds options by reflection, so the reflection of this value has one for each key.
struct SettingFlags: ParsableArguments, CustomReflectable {
    /// What was given, by flag: `["--bpm": "90"]`. A flag without a value is `true`, its opposite `false`.
    private(set) var values: [String: String] = [:]

    init() {}

    /// What words say that are nothing but flags of this kind, each once and apart from its value; nil where they say more.
    ///
    /// The parser would read the same of them, and needs a quarter of the daemon's start for that.
    static func values(of words: [String]) -> [String: String]? {
        var values: [String: String] = [:]
        var words = words[...]
        while let word = words.popFirst() {
            let isOff = word.hasPrefix("--no-")
            let flag = isOff ? "--" + word.dropFirst(5) : word
            guard values[flag] == nil, let key = keys.first(where: { $0.flag == flag }) else { return nil }
            if key.form == .flag {
                values[flag] = isOff ? "false" : "true"
            } else {
                // The parser may see a flag of its own in what begins like one.
                guard !isOff, let value = words.popFirst(), !value.hasPrefix("-") else { return nil }
                values[flag] = value
            }
        }
        return values
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for key in Self.keys {
            guard let flag = key.flag else { continue }
            if key.form == .flag {
                values[flag] = try container.decode(Flag<Bool?>.self, forKey: Name(key)).wrappedValue.map { "\($0)" }
            } else {
                values[flag] = try container.decode(Option<String?>.self, forKey: Name(key)).wrappedValue
            }
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: Self.keys.map { (label: Name($0).stringValue, value: Self.argument(for: $0)) })
    }

    private static let keys = Key.configurable.filter { $0.flag != nil }

    private static func argument(for key: Key) -> Any {
        let name = String(key.flag?.dropFirst(2) ?? "")
        let help = key.summary.filter { $0 != "`" }
        if key.form == .flag {
            return Flag<Bool?>(name: .customLong(name), inversion: .prefixedNo, help: ArgumentHelp(help))
        }
        var completion: CompletionKind?
        switch key.form {
        case .choice(let words): completion = .list(words)
        case .tempo: completion = .list(Tempo.allNames.map(\.name))
        case .bell: completion = .list(["bar", "off"])
        case .sound, .path: completion = .file()
        default: break
        }
        return Option<String?>(
            name: .customLong(name), parsing: .unconditional,
            help: ArgumentHelp(help, valueName: key.form.placeholder), completion: completion)
    }

    /// The coding key of an option.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ key: Key) { stringValue = key.name.split(separator: ".").joined(separator: "_") }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension SettingForm {
    /// What stands for a value in the help.
    fileprivate var placeholder: String {
        switch self {
        case .number: "number"
        case .lanes: "lanes"
        case .gain: "gain"
        case .choice(let words): words.joined(separator: "|")
        case .tempo: "bpm"
        case .meter: "meter"
        case .count: "number"
        case .beat: "note"
        case .accents: "signs"
        case .swing: "percent|ratio"
        case .bell: "n|bar|off"
        case .sound: "name|file"
        case .path: "path"
        case .text: "name"
        case .trainer: "words|off"
        case .flag, .bellBeat, .offsets, .preset: "value"
        }
    }
}
