// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Glibc
internal import Linux

extension Configuration {
    /// The largest file that is read, in bytes.
    static let fileLimit = 1 << 20

    /// Where the file is looked for if no flag names one: `metronomed/config.toml` in the configuration folder of the
    /// user, or nil if there is none.
    package static func defaultFile(environment: [String: String]) -> String? {
        BaseFolders(environment: environment).configuration.map { $0 + "/metronomed/config.toml" }
    }

    /// What the file says: the one named, which must be there, or the default one, which need not.
    package static func load(
        file: String?, environment: [String: String]
    ) throws(ConfigurationError) -> Configuration {
        guard let path = file ?? defaultFile(environment: environment) else { return Configuration() }
        let text: [UInt8]
        do {
            text = try FileContents.read(path, limit: fileLimit)
        } catch {
            if file == nil, error.code == ENOENT { return Configuration() }
            throw ConfigurationError(place: file == nil ? "configuration" : "--config", reason: error.message)
        }
        return try Configuration(toml: text, path: path, home: BaseFolders(environment: environment).home)
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
                entries[try Setting.key(of: entry)] = entry
            } catch {
                throw ConfigurationError(place: Self.place(path, entry.place), reason: error.message)
            }
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let base = folder.hasPrefix("/") ? folder : "\(Self.workingFolder)/\(folder)"
        for setting in Setting.all {
            guard let entry = entries[setting.key] else { continue }
            let value = SettingValue(content: .typed(entry.value), folder: base, home: home)
            try apply(setting, value, place: Self.place(path, entry.place), subject: "\(setting.key): ")
        }
    }

    private static func place(_ path: String, _ place: TOMLDocument.Place?) -> String {
        place.map { "\(path):\($0.line):\($0.column)" } ?? path
    }
}

extension Setting {
    /// The key of an entry; the name of a section for one that is empty. Throws if there is no such key.
    fileprivate static func key(of entry: TOMLDocument.Entry) throws(SettingValue.Refusal) -> String {
        let path = entry.path.map { $0.contains(".") || $0.isEmpty ? $0.debugDescription : $0 }.joined(separator: ".")
        if all.contains(where: { $0.key == path }) { return path }
        if all.contains(where: { $0.key.hasPrefix(path + ".") }) {
            if case .object = entry.value { return path }
            throw SettingValue.Refusal(message: "\(path) is a table: write its settings below [\(path)]")
        }
        if let outer = all.first(where: { path.hasPrefix($0.key + ".") }) {
            throw SettingValue.Refusal(message: "\(outer.key) is a value and holds no other settings")
        }
        let allowed = all.map(\.key)
        guard let near = Suggestion.key(for: path, among: allowed) else {
            throw SettingValue.Refusal(message: "unknown key \(path): allowed are \(allowed.joined(separator: ", "))")
        }
        throw SettingValue.Refusal(message: "unknown key \(path): did you mean \(near)?")
    }
}
