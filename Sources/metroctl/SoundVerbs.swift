// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Linux

struct SoundVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound", abstract: "List the sounds, or choose them",
        subcommands: [SoundListVerb.self, SoundBeatVerb.self, SoundBellVerb.self])
}

struct SoundListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("sound.list", name: "list")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["sound", "list"]) { (list: SoundList) in
            let sounds = list.sounds
            let names = sounds.map(\.name.printable)
            let width = names.map(\.count).max() ?? 0
            return zip(sounds, names).map { sound, name in
                name + String(repeating: " ", count: width - name.count + 2) + (sound.path ?? sound.source).printable
            }.joined(separator: "\n")
        }
    }
}

struct SoundBeatVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "sound.set", name: "beat", abstract: "Choose the sound of the beat"
    ) { $0.hasPrefix("sound beat") }

    @Argument(help: "A name that sound list shows.", completion: .list(SoundNames.builtIn)) var name: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["sound", "beat", name])
    }
}

struct SoundBellVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "sound.set", name: "bell", abstract: "Choose the sound of the bell"
    ) { $0.hasPrefix("sound bell") }

    @Argument(help: "A name that sound list shows.", completion: .list(SoundNames.builtIn)) var name: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["sound", "bell", name])
    }
}

extension SoundNames {
    /// The names of the sounds that come with the daemon, for completions.
    fileprivate static let builtIn = [
        "beat", "bell", "click", "click-high", "cowbell", "cowbell-high", "hihat", "hihat-open", "rim", "woodblock",
        "woodblock-high",
    ]
}
