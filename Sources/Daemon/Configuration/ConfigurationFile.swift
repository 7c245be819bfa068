// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux
package import MetronomeSession
package import TOML

/// What a configuration file states, with the place of each value and every mistake in it.
package struct ConfigurationFile: Sendable, Equatable {
    /// The largest file that is read, in bytes.
    static let limit = 1 << 20

    /// The path; nil where there is no file.
    package private(set) var path: String?
    /// What it states, without the mistakes.
    package private(set) var edit = Edit()
    /// Where each value is, `path:line:column`, by the name of its key.
    package private(set) var places: [String: String] = [:]
    /// What it states beside settings, by name.
    package private(set) var members: [String: TOMLDocument.Entry] = [:]
    /// Its mistakes, in the order of the text.
    package private(set) var mistakes: [ConfigurationError] = []

    /// Where the file is looked for if no flag names one: `metronomed/config.toml` in the configuration folder of the
    /// user, or nil if there is none.
    package static func defaultPath(environment: [String: String]) -> String? {
        BaseFolders(environment: environment).configuration.map { $0 + "/metronomed/config.toml" }
    }

    /// No file.
    package init() {}

    /// Reads the file named, which must be there, or the default one, which need not.
    ///
    /// Waits for the file system, so keep it off the event loop.
    package init(named file: String?, environment: [String: String]) {
        self.init()
        guard let path = file ?? Self.defaultPath(environment: environment) else { return }
        do {
            let text = try FileContents.read(path, limit: Self.limit)
            self = ConfigurationFile(toml: text, path: path, home: BaseFolders(environment: environment).home)
        } catch {
            if file == nil, error.code == ENOENT { return }
            let place = file == nil ? "configuration" : "--config"
            mistakes = [ConfigurationError(place: place, reason: error.message)]
        }
    }

    /// Reads a TOML text that may state some keys, and members of other names, which are not checked. The path is for errors,
    /// and its folder is where relative paths start.
    init(
        toml text: [UInt8], path: String, home: String?, keys: [Key] = Key.configurable, members names: [String] = []
    ) {
        self.path = path
        func place(_ place: TOMLDocument.Place?) -> String { place.map { $0.text(path: path) } ?? path }
        let document: TOMLDocument
        do {
            document = try TOMLDocument(text)
        } catch {
            mistakes = [ConfigurationError(place: place(error.place), reason: error.message)]
            return
        }
        var entries: [String: TOMLDocument.Entry] = [:]
        var found: [(place: TOMLDocument.Place, ConfigurationError)] = []
        for entry in document.entries {
            if entry.path.count == 1, names.contains(entry.path[0]) {
                members[entry.path[0]] = entry
                continue
            }
            do {
                entries[try Key.name(of: entry, among: names + keys.map(\.name))] = entry
            } catch {
                found.append((entry.place, ConfigurationError(place: place(entry.place), reason: error.message)))
            }
        }
        let source = SettingForm.Source(file: path, home: home)
        for key in keys {
            guard let entry = entries[key.name] else { continue }
            do {
                try edit.read(
                    PlainValue(entry.node.value), of: key, from: source, place: place(entry.place),
                    subject: "\(key.name): ")
                places[key.name] = place(entry.place)
            } catch {
                let (at, reason) = entry.node.mistake(error.reason)
                found.append((at, ConfigurationError(place: place(at), reason: reason)))
            }
        }
        mistakes = found.sorted { $0.place < $1.place }.map(\.1)
    }
}

extension SettingForm.Source {
    /// A file, in whose folder relative paths start.
    init(file path: String, home: String?) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        self.init(folder: folder.hasPrefix("/") ? folder : "\(Edit.workingFolder)/\(folder)", home: home)
    }
}

extension TOMLDocument.Place {
    /// The place with the path of its file: `path:line:column`.
    func text(path: String) -> String { "\(path):\(line):\(column)" }
}

extension Key {
    /// The key of an entry; the name of a section for one that is empty. Throws if there is no such key.
    fileprivate static func name(
        of entry: TOMLDocument.Entry, among allowed: [String]
    ) throws(SettingError) -> String {
        let path = entry.path.map { $0.contains(".") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: ".")
        if allowed.contains(path) { return path }
        if allowed.contains(where: { $0.hasPrefix(path + ".") }) {
            if case .table = entry.node.value { return path }
            throw SettingError(.invalid, "\(path) is a table: write its settings below [\(path)]")
        }
        if let outer = allowed.first(where: { path.hasPrefix($0 + ".") }) {
            throw SettingError(.invalid, "\(outer) is a value and holds no other settings")
        }
        guard let near = Suggestion.key(for: path, among: allowed) else {
            throw SettingError(.invalid, "unknown key \(path): allowed are \(allowed.joined(separator: ", "))")
        }
        throw SettingError(.invalid, "unknown key \(path): did you mean \(near)?")
    }
}
