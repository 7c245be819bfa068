// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession
internal import TOML

/// A set list as its file states it: a title, a count-in, and entries, each the name of a preset or the path of a song, which has a
/// slash, or a table of that and more: `{ play = "waltz", bars = 32, note = "capo 2" }`.
struct SetListFile: Sendable, Equatable {
    /// What it is called.
    var title: String?
    /// Bars of count-in before each preset.
    var countIn: Int?
    /// What is played, without the mistakes.
    var entries: [SetList.Entry] = []
    /// Its mistakes.
    private(set) var mistakes: [ConfigurationError] = []

    /// A set list of some entries.
    init(title: String? = nil, _ entries: [SetList.Source]) {
        self.title = title
        self.entries = entries.map { SetList.Entry($0) }
    }

    /// Reads a TOML text. The path is for errors, and its folder is where relative paths start.
    init(toml text: [UInt8], path: String, home: String?) {
        let file = ConfigurationFile(
            toml: text, path: path, home: home, keys: [], members: ["title", "count_in", "entries"])
        mistakes = file.mistakes
        if let entry = file.members["title"] {
            if case .string(let title) = entry.node.value {
                self.title = title
            } else {
                refuse(entry.node, path, "title: must be a text, not \(entry.node.value.kind)")
            }
        }
        if let entry = file.members["count_in"] {
            if let bars = PlainValue(entry.node.value).int, SetList.countIns.contains(bars) {
                countIn = bars
            } else {
                refuse(
                    entry.node, path,
                    "count_in: must be 0...\(SetList.countIns.upperBound) bars, not \(PlainValue(entry.node.value))")
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
                let value = PlainValue(node.value)
                var entry = try Self.entry(value, from: source)
                let play = if case .table(let members) = value { members["play"] } else { Optional(value) }
                if case .song(let path) = entry.source, let text = play?.text, text != path { entry.written = text }
                entries.append(entry)
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

    /// The entry that a value stands for.
    static func entry(
        _ value: PlainValue, from source: SettingForm.Source
    ) throws(SettingError) -> SetList.Entry {
        guard case .table(let members) = value else { return SetList.Entry(try self.source(value, from: source)) }
        if let other = members.keys.sorted().first(where: { !["play", "bars", "note"].contains($0) }) {
            throw SettingError(.invalid, "\(other): an entry has play, bars and note")
        }
        var entry = SetList.Entry(try self.source(members["play"] ?? .string(""), from: source))
        if let bars = members["bars"] {
            guard let count = bars.int, SetList.Entry.lengths.contains(count) else {
                throw SettingError(.outOfRange, "bars: must be 1...\(SetList.Entry.lengths.upperBound), not \(bars)")
            }
            entry.bars = count
        }
        if let note = members["note"] {
            guard let text = note.text, isNote(text) else {
                throw SettingError(
                    .invalid, "note: must be a text of 1 to \(SetList.Entry.longestNote) characters in one line")
            }
            entry.note = text
        }
        if case .song = entry.source { try check(entry.bars, isOfSong: true) }
        return entry
    }

    /// Throws where what an entry plays cannot end after some bars.
    static func check(_ bars: Int?, isOfSong: Bool) throws(SettingError) {
        guard isOfSong, bars != nil else { return }
        throw SettingError(.invalid, "bars: a song ends where it is written to: leave bars out")
    }

    /// Whether a text can be the note of an entry.
    static func isNote(_ text: String) -> Bool {
        let ends: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
        return (1...SetList.Entry.longestNote).contains(text.count) && text.utf8.count <= 4 * SetList.Entry.longestNote
            && !text.unicodeScalars.contains { ends.contains($0.properties.generalCategory) }
    }

    private static func source(
        _ value: PlainValue, from source: SettingForm.Source
    ) throws(SettingError) -> SetList.Source {
        if let text = value.text, text.contains("/"),
            case .text(let path) = try SettingForm.path("the path of a song").read(value, from: source)
        {
            return .song(path: path)
        }
        guard let name = value.text.flatMap(LibraryName.init) else {
            throw SettingError(
                .invalid,
                "an entry must be the name of a preset, or the path of a song, which has a slash, not \(value): a name has \(LibraryName.allowed)"
            )
        }
        return .preset(name)
    }

    /// The TOML text that is read as this set list by the same path.
    var toml: String {
        let head =
            (title.map { "title = \($0.toml)\n" } ?? "") + (countIn.map { "count_in = \($0)\n" } ?? "")
        let lines = entries.map { entry in
            let source =
                switch entry.source {
                case .preset(let name): name.text.toml
                case .song(let path): (entry.written ?? path).toml
                }
            let more = [entry.bars.map { "bars = \($0)" }, entry.note.map { "note = \($0.toml)" }].compactMap { $0 }
            guard !more.isEmpty else { return "    \(source),\n" }
            return "    { \((["play = \(source)"] + more).joined(separator: ", ")) },\n"
        }
        return head + "entries = [\n" + lines.joined() + "]\n"
    }
}
