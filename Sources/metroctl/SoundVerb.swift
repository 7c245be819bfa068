// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import FoundationEssentials
import Linux

/// `metroctl sound`: sets the sound of the beat or the bell, lists all, or without a name tells which are in use.
struct SoundVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "sound.set", abstract: "Choose the sounds, or list them",
        usage: "metroctl sound [[beat | bell | subdivision] <name> | list] [<options>]", with: ["sound.list"],
        more: [("sound rim", "the sound of the beat"), ("sound", "which are in use")],
        discussion: """
            The names are those that sound list shows. A file of your own in ~/.local/share/metronomed/sounds has its name \
            without the ending.
            """)

    private static let roles = ["beat", "bell", "subdivision"]

    @Argument(
        help: ArgumentHelp(
            "A sound of the beat; or beat, bell or subdivision and then a name; or list.", valueName: "name"),
        completion: .shellCommand("metroctl sound --known"))
    var words: [String] = []
    // For completions, which ask no daemon.
    @Flag(help: .hidden) var known = false
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        let isListOrRole = words.isEmpty || (Self.roles + ["list"]).contains(words[0])
        guard words.count <= (isListOrRole && words.first != "list" ? 2 : 1) else {
            throw ValidationError("Unexpected argument '\(words[words.count - 1])'")
        }
    }

    func run() throws {
        if known { return try Output.line((Self.roles + ["list"] + SoundFiles.names).joined(separator: "\n")) }
        switch (words.first, words.dropFirst().first) {
        case ("list", _): try list()
        case (nil, _): try options.options.tell(["sounds"]) { "beat \($0.sounds.beat), bell \($0.sounds.bell)" }
        case ("beat", nil): try options.options.tell(["sounds"], report: \.sounds.beat)
        case ("subdivision", nil): try options.options.tell(["sounds"], report: \.sounds.subdivision)
        case ("bell", nil): try options.options.tell(["sounds"], report: \.sounds.bell)
        case (let role?, let name?): try choose(name, of: role)
        case (let name?, nil): try choose(name, of: "beat")
        }
    }

    private func list() throws {
        try options.options.perform(["sound", "list"]) { (list: SoundList) in
            let sounds = list.sounds
            let names = sounds.map(\.name.printable)
            let width = names.map(\.count).max() ?? 0
            return zip(sounds, names).map { sound, name in
                name + String(repeating: " ", count: width - name.count + 2) + (sound.path ?? sound.source).printable
            }.joined(separator: "\n")
        }
    }

    private func choose(_ name: String, of role: String) throws {
        guard !name.contains("/") else {
            let file = name.split(separator: "/").last.map(String.init) ?? ""
            let stem = file.split(separator: ".").first.map(String.init) ?? "NAME"
            throw Failure(
                Failure.usage,
                "a sound is chosen by its name: copy the file to ~/.local/share/metronomed/sounds (mkdir -p makes that), "
                    + "then metroctl sound \(role) \(stem)")
        }
        try options.perform(["sound", role, name])
    }
}

/// The sounds that can be chosen without asking the daemon, for completions.
private enum SoundFiles {
    /// The sounds that come with the daemon, but for `beat` and `bell`, and the user's own.
    static var names: [String] {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "") + "/.local/share"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: data + "/metronomed/sounds")) ?? []
        let own = files.compactMap { $0.hasPrefix(".") ? nil : $0.split(separator: ".").first.map(String.init) }
        return [
            "clave", "click", "click-high", "cowbell", "cowbell-high", "hihat", "hihat-open", "kick", "rim", "shaker",
            "snare", "surdo", "woodblock", "woodblock-high",
        ] + own.sorted()
    }
}
