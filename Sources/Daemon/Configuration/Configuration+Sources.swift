// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Glibc
internal import Linux

extension Configuration {
    /// What the flags say, by name: `["--bpm": "90"]`. A tempo starts playing, unless `--play` is there and false.
    ///
    /// Throws for a value that cannot be used, and for a flag that is no setting's.
    package init(flags: [String: String], environment: [String: String]) throws(ConfigurationError) {
        self.init()
        let home = BaseFolders(environment: environment).home
        for name in flags.keys.sorted() where !Setting.all.contains(where: { $0.names(flag: name) }) {
            throw ConfigurationError(place: name, reason: "there is no such setting")
        }
        for setting in Setting.all {
            guard let (name, text) = flags.first(where: { setting.names(flag: $0.key) }) else { continue }
            let value = SettingValue(content: .text(text), folder: Self.workingFolder, home: home)
            try apply(setting, value, place: name)
        }
        if tempo != nil, play == nil { play = true }
    }

    /// What the environment says. An empty variable counts as not set.
    package init(environment: [String: String]) throws(ConfigurationError) {
        self.init()
        let home = BaseFolders(environment: environment).home
        for setting in Setting.all {
            guard let text = environment[setting.variable], !text.isEmpty else { continue }
            let value = SettingValue(content: .text(text), folder: Self.workingFolder, home: home)
            try apply(setting, value, place: "environment \(setting.variable)")
        }
    }

    /// One setting, with the place it was said at in the error.
    mutating func apply(
        _ setting: Setting, _ value: SettingValue, place: String, subject: String = ""
    ) throws(ConfigurationError) {
        do {
            try setting.read(value, &self)
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

extension Setting {
    func names(flag: String) -> Bool {
        self.flag?.split(separator: ",").first.map { $0 == flag } ?? false
    }
}
