// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Glibc
internal import Linux
package import Session

extension Edit {
    /// The largest configuration file that is read, in bytes.
    static let fileLimit = 1 << 20

    /// Where the file is looked for if no flag names one: `metronomed/config.toml` in the configuration folder of the
    /// user, or nil if there is none.
    package static func defaultFile(environment: [String: String]) -> String? {
        BaseFolders(environment: environment).configuration.map { $0 + "/metronomed/config.toml" }
    }

    /// What the configuration file states: the one named, which must be there, or the default one, which need not.
    ///
    /// Waits for the file system, so keep it off the event loop.
    package init(file: String?, environment: [String: String]) throws(ConfigurationError) {
        self.init()
        guard let path = file ?? Self.defaultFile(environment: environment) else { return }
        let text: [UInt8]
        do {
            text = try FileContents.read(path, limit: Self.fileLimit)
        } catch {
            if file == nil, error.code == ENOENT { return }
            throw ConfigurationError(place: file == nil ? "configuration" : "--config", reason: error.message)
        }
        try self.init(toml: text, path: path, home: BaseFolders(environment: environment).home)
    }

    /// The settings of a TOML text. The path is for errors, and its folder is where relative paths start.
    init(toml text: [UInt8], path: String, home: String?) throws(ConfigurationError) {
        self.init()
        let document: TOMLDocument
        do {
            document = try TOMLDocument(text)
        } catch {
            throw ConfigurationError(place: Self.place(path, error.place), reason: error.message)
        }
        var entries: [String: TOMLDocument.Entry] = [:]
        for entry in document.entries {
            do {
                entries[try Key.name(of: entry)] = entry
            } catch {
                throw ConfigurationError(place: Self.place(path, entry.place), reason: error.message)
            }
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let base = folder.hasPrefix("/") ? folder : "\(Self.workingFolder)/\(folder)"
        let source = SettingForm.Source(folder: base, home: home)
        for key in Key.configurable {
            guard let entry = entries[key.name] else { continue }
            try read(
                PlainValue(entry.value), of: key, from: source, place: Self.place(path, entry.place),
                subject: "\(key.name): ")
        }
    }

    private static func place(_ path: String, _ place: TOMLDocument.Place?) -> String {
        place.map { "\(path):\($0.line):\($0.column)" } ?? path
    }
}

extension Key {
    /// The key of an entry; the name of a section for one that is empty. Throws if there is no such key.
    fileprivate static func name(of entry: TOMLDocument.Entry) throws(SettingError) -> String {
        let path = entry.path.map { $0.contains(".") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: ".")
        let allowed = configurable.map(\.name)
        if allowed.contains(path) { return path }
        if allowed.contains(where: { $0.hasPrefix(path + ".") }) {
            if case .object = entry.value { return path }
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
