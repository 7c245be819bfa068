// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux
internal import MetronomeSession

extension Edit {
    /// What the flags state, by name: `["--bpm": "90"]`. A tempo starts playing, unless `--play` is there and false.
    ///
    /// A value that cannot be used, and a flag that is no key's, is a mistake and left out.
    init(flags: [String: String], environment: [String: String], mistakes: inout [ConfigurationError]) {
        self.init()
        for name in flags.keys.sorted() where !Key.configurable.contains(where: { $0.flag == name }) {
            mistakes.append(ConfigurationError(place: name, reason: "there is no such setting"))
        }
        let source = SettingForm.Source(folder: Self.workingFolder, home: BaseFolders(environment: environment).home)
        for key in Key.configurable {
            guard let flag = key.flag, let text = flags[flag] else { continue }
            do { try read(.untyped(text), of: key, from: source, place: flag) } catch { mistakes.append(error) }
        }
        if let tempo = Key.named("bpm"), let play = Key.named("play"), self[tempo] != nil, self[play] == nil {
            self[play] = .flag(true)
        }
    }

    /// What the environment states. An empty variable counts as not set; a value that cannot be used is a mistake and left out.
    init(environment: [String: String], mistakes: inout [ConfigurationError]) {
        self.init()
        let source = SettingForm.Source(folder: Self.workingFolder, home: BaseFolders(environment: environment).home)
        for key in Key.configurable {
            guard let variable = key.variable, let text = environment[variable], !text.isEmpty else { continue }
            do {
                try read(.untyped(text), of: key, from: source, place: "environment \(variable)")
            } catch { mistakes.append(error) }
        }
    }

    /// Takes in one value, with the place where it is stated in the error.
    mutating func read(
        _ value: PlainValue, of key: Key, from source: SettingForm.Source, place: String, subject: String = ""
    ) throws(ConfigurationError) {
        do throws(SettingError) {
            try key.read(value, from: source, into: &self)
        } catch {
            throw ConfigurationError(place: place, reason: subject + error.message)
        }
    }

    static var workingFolder: String {
        guard let path = unsafe getcwd(nil, 0) else { return "." }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}
