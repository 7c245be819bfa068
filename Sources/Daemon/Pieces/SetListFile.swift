// SPDX-License-Identifier: Apache-2.0

internal import Session
internal import TOML

/// A set list as its file states it: a title, and entries, each the name of a preset or the path of a song, which has a
/// slash.
struct SetListFile: Sendable, Equatable {
    /// What it is called.
    var title: String?
    /// What is played, without the mistakes.
    var entries: [SetList.Source] = []
    /// Its mistakes.
    private(set) var mistakes: [ConfigurationError] = []

    /// A set list of some entries.
    init(title: String? = nil, _ entries: [SetList.Source]) {
        self.title = title
        self.entries = entries
    }

    /// Reads a TOML text. The path is for errors, and its folder is where relative paths start.
    init(toml text: [UInt8], path: String, home: String?) {
        let file = ConfigurationFile(toml: text, path: path, home: home, keys: [], members: ["title", "entries"])
        mistakes = file.mistakes
        if let entry = file.members["title"] {
            if case .string(let title) = entry.node.value {
                self.title = title
            } else {
                refuse(entry.node, path, "title: must be a text, not \(entry.node.value.kind)")
            }
        }
        guard case .array(let nodes) = file.members["entries"]?.node.value else {
            if let entry = file.members["entries"] {
                refuse(entry.node, path, "entries: must be a list, not \(entry.node.value.kind)")
            } else if mistakes.isEmpty {
                mistakes.append(ConfigurationError(place: path, reason: "entries is missing: " + Self.form))
            }
            return
        }
        let source = SettingForm.Source(file: path, home: home)
        for node in nodes.prefix(SetList.mostEntries) {
            do throws(SettingError) {
                entries.append(try Self.entry(PlainValue(node.value), from: source))
            } catch { refuse(node, path, error.message) }
        }
        if nodes.isEmpty, let entry = file.members["entries"] {
            refuse(entry.node, path, "entries: there are none: " + Self.form)
        } else if nodes.count > SetList.mostEntries {
            refuse(nodes[SetList.mostEntries], path, "there are more than \(SetList.mostEntries) entries")
        }
    }

    private static let form =
        #"write such as entries = ["waltz", "/home/me/evening.toml"], a preset by its name and a song by its path"#

    private mutating func refuse(_ node: TOMLNode, _ path: String, _ reason: String) {
        mistakes.append(ConfigurationError(place: node.place.text(path: path), reason: reason))
    }

    /// The entry that a text stands for.
    static func entry(
        _ value: PlainValue, from source: SettingForm.Source
    ) throws(SettingError) -> SetList.Source {
        if let text = value.text, text.contains("/"),
            case .text(let path) = try SettingForm.path("the path of a song").read(value, from: source)
        {
            return .song(path: path)
        }
        guard let name = value.text.flatMap(PieceName.init) else {
            throw SettingError(
                .invalid,
                "an entry must be the name of a preset, or the path of a song, which has a slash, not \(value): a name has \(PieceName.allowed)"
            )
        }
        return .preset(name)
    }

    /// The TOML text that is read as this set list.
    var toml: String {
        let head = title.map { "title = \($0.toml)\n" } ?? ""
        let lines = entries.map { entry in
            switch entry {
            case .preset(let name): "    \(name.text.toml),\n"
            case .song(let path): "    \(path.toml),\n"
            }
        }
        return head + "entries = [\n" + lines.joined() + "]\n"
    }
}
