// SPDX-License-Identifier: Apache-2.0

// Reaches inside the daemon, which only builds for testing allow.
#if DEBUG || Fuzzing
internal import MetronomeControl
@testable import Daemon
internal import MetronomeSession

extension FuzzTarget {
    /// The file of the configuration.
    static let configuration = FuzzTarget(
        "configuration", longest: 4096, words: { TOMLWords.all },
        seeds: {
            [
                "bpm = 96\nmeter = \"6/8\"\n[bell]\nevery = 4\non = 2\n[audio]\ndevice = \"hw:0\"\n",
                "lanes = \"kick x...x...; hat x.x.x.x. gain=50%\"\naccents = \"XxAx\"\nswing = \"58%\"\n",
                "[offset_ms]\ndefault = 12.5\n\"hw:0\" = -40\n",
            ].map { Array($0.utf8) }
        }
    ) { input in
        let file = ConfigurationFile(toml: input, path: "/a/config.toml", home: "/home/a")
        for mistake in file.mistakes { try lawOfErrors(mistake.description) }
        try checkSettings(file.edit)
    }

    /// The file of a preset.
    static let presets = FuzzTarget(
        "presets", longest: 4096,
        words: { TOMLWords.all + ["song", "from", "scale", "format", "toml", "klick", "smf"] },
        seeds: {
            [
                "bpm = 96\nmeter = \"6/8\"\n[bell]\nevery = 4\non = 2\n",
                "song = \"a.toml\"\nfrom = 3\nscale = \"90%\"\nformat = \"klick\"\nvolume = 0.5\n",
                "lanes = \"a every 2 beats; b x.x.\"\n",
            ].map { Array($0.utf8) }
        }
    ) { input in
        let file = PresetFile(toml: input, path: "/a/b.toml", home: "/home/a")
        for mistake in file.mistakes { try lawOfErrors(mistake.description) }
        guard file.mistakes.isEmpty else { return }
        let again = PresetFile(toml: Array(file.toml.utf8), path: "/a/b.toml", home: "/home/a")
        try law(
            again.mistakes.isEmpty && again.edit == file.edit && again.song == file.song,
            "a preset is not read back equal: \(file.toml) \(again.mistakes)")
        _ = file.summary
        try checkSettings(file.edit)
    }

    /// The file of a set list.
    static let setLists = FuzzTarget(
        "setlists", longest: 2048,
        words: { ["title", "entries", " = [", "]", "\"\"\"", "\"~/a.toml\"", "'", "\\u0000"] },
        seeds: { [Array("title = \"Friday\"\nentries = [\"waltz\", \"/a/b.mid\", \"~/c.toml\"]\n".utf8)] }
    ) { input in
        let file = SetListFile(toml: input, path: "/a/b.toml", home: "/home/a")
        for mistake in file.mistakes { try lawOfErrors(mistake.description) }
        guard file.mistakes.isEmpty else { return }
        let again = SetListFile(toml: Array(file.toml.utf8), path: "/a/b.toml", home: "/home/a")
        try law(again == file, "a set list is not read back equal: \(file.toml) \(again.mistakes)")
    }

    /// The file of what the daemon remembers.
    static let state = FuzzTarget(
        "state", longest: 8192, words: { Key.all.compactMap(\.savedName) + TOMLWords.all },
        seeds: {
            let source = SettingForm.Source(folder: "/", home: nil)
            var settings = Settings()
            for (name, text) in [
                ("lanes", "kick x...x...; hat x.x.x.x. gain=50%"), ("meter", "7/8"), ("bpm", "137.3"),
                ("swing", "58%"), ("accents", "XxAxxxx"),
            ] {
                var edit = Edit()
                if let key = Key.named(name) { try? key.read(.untyped(text), from: source, into: &edit) }
                settings = (try? edit.applied(to: settings)) ?? settings
            }
            return [Edit(remembering: settings).savedJSON() ?? []]
        }
    ) { input in
        guard let saved = Edit.saved(input) else { return }
        for warning in saved.warnings { try lawOfErrors(warning) }
        if let run = saved.run {
            let again = saved.edit.savedJSON(with: run).flatMap { Edit.saved($0) }?.run
            try law(again == run, "a run that can be resumed is not read back equal: \(run)")
        }
        try checkSettings(saved.edit)
    }

    /// What an edit makes of the defaults is remembered, read back equal, and played.
    private static func checkSettings(_ edit: Edit) throws {
        let settings: Settings
        do throws(SettingError) {
            settings = try edit.applied(to: Settings())
        } catch { return try lawOfErrors(error.message) }
        try lawOfSaving(settings)
        try PlayedMusic.play(settings)
    }
}

/// Throws where what is remembered of settings is not read back equal.
func lawOfSaving(_ settings: Settings) throws(BrokenLaw) {
    let remembered = Edit(remembering: settings)
    guard let json = remembered.savedJSON(), let saved = Edit.saved(json) else {
        throw BrokenLaw("what is remembered cannot be written or read")
    }
    let text = String(decoding: json, as: UTF8.self)
    try law(saved.warnings.isEmpty, "what is remembered is refused when it is read: \(saved.warnings) \(text)")
    let again = Result { () throws(SettingError) in try saved.edit.applied(to: Settings()) }
    guard case .success(let restored) = again else { throw BrokenLaw("what is remembered cannot be applied: \(text)") }
    try law(Edit(remembering: restored) == remembered, "what is remembered is not read back equal: \(text)")
}

enum TOMLWords {
    static let all =
        Key.all.flatMap { $0.name.split(separator: ".").map(String.init) } + [
            " = ", "\"", "[", "]", "\n", "\"\"\"", "'", "true", "false", "inf", "nan", "0x7fffffffffffffff", "1e308",
            "\"bar\"", "\"off\"", "\"auto\"", "4096", "1000",
        ]
}
#endif
