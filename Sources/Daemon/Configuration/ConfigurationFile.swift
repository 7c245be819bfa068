// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Glibc
internal import Linux
package import Session
internal import TOML

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

    /// Reads a TOML text. The path is for errors, and its folder is where relative paths start.
    init(toml text: [UInt8], path: String, home: String?) {
        self.path = path
        func place(_ place: TOMLDocument.Place?) -> String {
            place.map { "\(path):\($0.line):\($0.column)" } ?? path
        }
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
            do {
                entries[try Key.name(of: entry)] = entry
            } catch {
                found.append((entry.place, ConfigurationError(place: place(entry.place), reason: error.message)))
            }
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let base = folder.hasPrefix("/") ? folder : "\(Edit.workingFolder)/\(folder)"
        let source = SettingForm.Source(folder: base, home: home)
        for key in Key.configurable {
            guard let entry = entries[key.name] else { continue }
            do {
                try edit.read(
                    PlainValue(entry.node.value), of: key, from: source, place: place(entry.place),
                    subject: "\(key.name): ")
                places[key.name] = place(entry.place)
            } catch {
                found.append((entry.place, error))
            }
        }
        mistakes = found.sorted { $0.place < $1.place }.map(\.1)
    }

    /// What it states. Throws its first mistake.
    package var stated: Edit {
        get throws(ConfigurationError) {
            if let mistake = mistakes.first { throw mistake }
            return edit
        }
    }
}

extension Key {
    /// The key of an entry; the name of a section for one that is empty. Throws if there is no such key.
    fileprivate static func name(of entry: TOMLDocument.Entry) throws(SettingError) -> String {
        let path = entry.path.map { $0.contains(".") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: ".")
        let allowed = configurable.map(\.name)
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

extension PlainValue {
    /// The same value, as TOML has it.
    init(_ value: TOMLValue) {
        switch value {
        case .bool(let flag): self = .bool(flag)
        case .integer(let whole): self = .integer(whole)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let members): self = .list(members.map { PlainValue($0.value) })
        case .table(let members): self = .table(members.mapValues { PlainValue($0.value) })
        }
    }
}
