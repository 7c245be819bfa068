// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux
import MetronomeSession
import Programs

/// `metroctl sound`: sets the sound of the beat or the bell, lists all, or without a name tells which are in use.
struct SoundVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "sound.set", abstract: "Choose the sounds, or list them",
        usage: """
            metroctl sound [<name> | list | off | voice off] [<options>]
            metroctl sound (beat | bell | accent | ghost | subdivision) [<name>] [<options>]
            metroctl sound add <file> [<name>]
            """, with: ["sound.list"],
        more: [
            ("sound rim", "the sound of the beat"), ("sound", "which are in use"),
            ("sound off", "the usual ones"), ("sound voice", "every beat is counted aloud: one, two, three, four"),
            ("sound add clap.wav", "a sound of your own, which is then called clap"),
        ],
        discussion: """
            The names are those that sound list shows. sound add copies a file of your own to \
            ~/.local/share/metronomed/sounds: its name is that of the file without the ending.
            """)

    /// The words that are no names of sounds: `sound off`.
    static let reserved = [
        "list", "off", "add", SoundChoice.voice, "auto", "usual", "default", "reset", "test", "check",
    ]

    @Argument(
        help: ArgumentHelp(
            "A sound of the beat; or beat, bell, accent, ghost or subdivision and then a name; or list, off, or add and a file.",
            valueName: "name"),
        completion: .words(of: "sound") { completions(behind: $0, names: SoundFiles.names) })
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    /// What may stand behind some words.
    static func completions(behind words: [String], names: [String]) -> [String] {
        switch words {
        case []: Key.sounding + ["list", "off", "add", SoundChoice.voice] + names
        case [SoundChoice.voice]: ["off"]
        case _ where words.count == 1 && Key.sounding.contains(words[0]): names + [SoundChoice.voice, "usual"]
        default: []
        }
    }

    func validate() throws {
        let most =
            words.first == "add"
            ? 3 : words.first.map { Key.sounding.contains($0) || $0 == SoundChoice.voice } == true ? 2 : 1
        guard words.count <= most else {
            throw ValidationError("Unexpected argument '\(words[words.count - 1])'")
        }
    }

    func run() throws {
        switch (words.first, words.dropFirst().first) {
        case (SoundChoice.voice?, "off"?): try countNoLonger()
        case (SoundChoice.voice?, let other?): throw ValidationError("Unexpected argument '\(other)'")
        case ("list", _): try list()
        case ("add", let file?): try add(file, as: words.count > 2 ? words[2] : nil)
        case ("add", nil): throw ProgramFailure.usage("sound add needs a file: metroctl sound add clap.wav")
        case ("off", nil):
            let params = Key.sounding.map { ($0, JSONValue.string(Self.usual(of: $0))) }
            try options.options.change("sound.set", Dictionary(uniqueKeysWithValues: params), at: options.at)
        case (nil, _): try options.tell(["sounds"], report: \.settings.sounds.sentence)
        case (let role?, nil) where Key.sounding.contains(role):
            try options.tell(["sounds"]) { status in
                status.settings.sounds.named.first { $0.role == role }?.name ?? "auto"
            }
        case (let role?, let name?) where ["usual", "default", "reset"].contains(name):
            try choose(Self.usual(of: role), of: role)
        case (let role?, let name?): try choose(name, of: role)
        case (SoundChoice.voice?, nil): try count(by: SoundChoice.voice, bell: SoundChoice.voice)
        case (let name?, nil):
            let client = try options.options.connect()
            let status = try options.options.status(of: client)
            let isCounted = status.settings.sounds.bell == SoundChoice.voice
            isCounted ? try count(by: name, bell: Settings().bellSound) : try choose(name, of: "beat")
        }
    }

    /// The sound that something has from the start.
    private static func usual(of role: String) -> String { ["beat", "bell"].contains(role) ? role : "auto" }

    /// Chooses the sounds of all beats: a bell that is counted aloud goes with them.
    private func count(by name: String, bell: String) throws {
        try options.options.change("sound.set", ["beat": .string(name), "bell": .string(bell)], at: options.at)
    }

    /// Gives the beats that are counted aloud, and the bell, their usual sounds. All others stay.
    private func countNoLonger() throws {
        let sounds = try options.options.status().settings.sounds
        let counting = sounds.named.filter { $0.name == SoundChoice.voice }.map(\.role)
        guard !counting.isEmpty else {
            throw ProgramFailure.failed(
                "nothing is counted aloud: metroctl sound voice counts every beat", reason: "invalid")
        }
        let params = counting.map { ($0, JSONValue.string(Self.usual(of: $0))) }
        try options.options.change("sound.set", Dictionary(uniqueKeysWithValues: params), at: options.at)
    }

    private func list() throws {
        try options.checkNoPlace()
        try options.options.perform(["sound", "list"]) { (list: SoundList) in
            let sounds = list.sounds + [SoundList.Entry { ($0.name, $0.source) = ("voice", "counts the beats aloud") }]
            return ListTable.text(sounds.map { ($0.name, $0.path ?? $0.source) })
        }
    }

    /// Chooses a sound by its name, or by a file. That becomes one of the user's own first, where the daemon can be
    /// asked at all, and does not stay where the daemon refuses it.
    private func choose(_ name: String, of role: String) throws {
        guard name.contains("/") || SoundFiles.isFile(name) else { return try choose(named: name, of: role) }
        if SoundFiles.isFile(name) { _ = try options.options.connect() }
        if let known = SoundFiles.own(sameAs: name) {
            try checkIsPlayed(known)
            return try choose(named: known.name, of: role)
        }
        let added = try addPlayed(name, as: nil)
        do { try choose(named: added.name, of: role) } catch {
            // One that the daemon has not answered may be in use.
            guard var refusal = (error as? ProgramFailure)?.refusal else { throw error }
            SoundFiles.remove(added.path)
            refusal.message = refusal.message.replacing(added.path, with: name)
            throw ProgramFailure(refusal)
        }
        if options.options.quiet || options.options.json { return }
        try Output.line("added \(added.path)\(SoundFiles.replaced(by: added.name))")
    }

    /// Adds a sound to the user's own, unless the daemon plays another file by its name.
    private func addPlayed(_ file: String, as name: String?) throws -> (name: String, path: String) {
        let added = try SoundFiles.add(file, as: name)
        do { try checkIsPlayed(added) } catch {
            SoundFiles.remove(added.path)
            throw error
        }
        return added
    }

    /// Throws where the daemon plays another file by the name of a sound of the user's own: a file in a folder that is
    /// searched before.
    private func checkIsPlayed(_ own: (name: String, path: String)) throws(ProgramFailure) {
        let list = try? options.options.ask(options.options.connect(), "sound.list", as: SoundList.self)
        guard let played = list?.sounds.first(where: { $0.name == own.name })?.path,
            SoundFiles.differ(played, own.path)
        else { return }
        throw SoundFiles.taken(own.name, by: played)
    }

    private func choose(named name: String, of role: String) throws {
        if role == "beat", name != SoundChoice.voice {
            return try options.perform(["sound", role, name]) { change in
                let bell = change.values["sounds"].flatMap { try? SoundNames($0) }?.bell
                return bell == SoundChoice.voice
                    ? "\n(the beats of the bell are still counted aloud; metroctl voice off ends that)" : ""
            }
        }
        guard role == "accent" else { return try options.perform(["sound", role, name]) }
        try options.options.change("sound.set", ["accent": .string(name)], at: options.at) { sentence, _ in
            let status = try? options.options.status()
            let patterns = (status?.heard.lanes ?? []).compactMap(\.pattern) + [status?.heard.accents ?? "A"]
            guard !patterns.contains(where: { $0.contains("A") }) else { return sentence }
            return sentence
                + "\n(no beat has that accent: metroctl accents 2=A gives one; sound bell is the first of a bar)"
        }
    }

    private func add(_ file: String, as name: String?) throws {
        try options.checkNoPlace()
        let added = try addPlayed(file, as: name)
        if let fault = SoundCheck.fault(of: added.path) {
            SoundFiles.remove(added.path)
            throw ProgramFailure.failed(
                fault.replacing(added.path, with: file.printable),
                reason: ErrorReason.unusableSound.rawValue)
        }
        if options.options.json {
            return try Output.line(JSONValue.object(["name": .string(added.name), "path": .string(added.path)]).text)
        }
        if options.options.quiet { return }
        let name = CommandConfiguration.quotedWord(added.name)
        let onBeats = Key.sounding.contains(added.name) ? "beat \(name)" : name
        try Output.line(
            "added \(added.path); metroctl sound \(onBeats) plays it on the beats, metroctl sound bell \(name) on the bell"
                + SoundFiles.replaced(by: added.name)
        )
    }
}
