// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Linux

struct SoundVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound", abstract: "List the sounds, or choose them",
        usage: "metroctl sound [<beat> | beat <name> | bell <name> | list] [<options>]",
        discussion: """
            The sounds are those of the daemon, and files in ~/.local/share/metronomed/sounds, called by their names without \
            the ending.

            Examples:
              metroctl sound            which are in use
              metroctl sound rim        the sound of the beat
              metroctl sound bell cowbell
              metroctl sound list
            """,
        subcommands: [SoundListVerb.self, SoundBeatVerb.self, SoundBellVerb.self, SoundChoiceVerb.self],
        defaultSubcommand: SoundChoiceVerb.self)
}

/// `metroctl sound`: sets the sound of the beat, or without a name tells both.
struct SoundChoiceVerb: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "choice", shouldDisplay: false)

    @Argument(help: "A name that sound list shows.", completion: .list(SoundNames.builtIn)) var name: String?
    @OptionGroup var options: ChangeOptions

    func run() throws { try options.choose(name, of: nil) }
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

    @Argument(help: "A name that sound list shows.", completion: .list(SoundNames.builtIn)) var name: String?
    @OptionGroup var options: ChangeOptions

    func run() throws { try options.choose(name, of: "beat") }
}

struct SoundBellVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "sound.set", name: "bell", abstract: "Choose the sound of the bell"
    ) { $0.hasPrefix("sound bell") }

    @Argument(help: "A name that sound list shows.", completion: .list(SoundNames.builtIn)) var name: String?
    @OptionGroup var options: ChangeOptions

    func run() throws { try options.choose(name, of: "bell") }
}

extension ChangeOptions {
    /// Chooses the sound of the beat or the bell, that of the beat unless said; without a name tells which it is.
    fileprivate func choose(_ name: String?, of role: String?) throws {
        guard let name else {
            return try options.tell(["sounds"]) { status in
                switch role {
                case "beat": status.sounds.beat
                case "bell": status.sounds.bell
                default: "beat \(status.sounds.beat), bell \(status.sounds.bell)"
                }
            }
        }
        let role = role ?? "beat"
        guard !name.contains("/") else {
            let file = name.split(separator: "/").last.map(String.init) ?? ""
            let stem = file.split(separator: ".").first.map(String.init) ?? "NAME"
            throw Failure(
                Failure.usage,
                "a sound is chosen by its name: copy the file to ~/.local/share/metronomed/sounds (mkdir -p makes that), "
                    + "then metroctl sound \(role) \(stem)")
        }
        try perform(["sound", role, name])
    }
}

extension SoundNames {
    /// The names of the sounds that come with the daemon, for completions.
    fileprivate static let builtIn = [
        "beat", "bell", "click", "click-high", "cowbell", "cowbell-high", "hihat", "hihat-open", "rim", "woodblock",
        "woodblock-high",
    ]
}
