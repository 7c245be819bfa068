// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm

/// `metroctl song load`: has a song played.
struct SongLoadVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Have a song played, or the next start play it",
        discussion: """
            While it plays, the song begins with its count-in at the next beat, or where --at says; else metroctl start plays \
            it. Where it ends, so does the music. When the file is saved the song goes on at the same place of what it says \
            then.

            Examples:
              metroctl song load evening.toml && metroctl start
              metroctl song load evening.toml --from verse --at bar
            """)

    @Argument(
        help: ArgumentHelp("The song.", valueName: "file"),
        completion: .file(extensions: SongFormat.endings.map(\.ending)))
    var file: String
    @Option(help: ArgumentHelp("Where it begins: a label, or the number of a bar.", valueName: "place"))
    var from: String?
    @Option(help: ArgumentHelp("What it is, where its name does not say so.", valueName: "kind"))
    var format: SongFormat?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        var params: [String: JSONValue] = ["path": .string(SongPath.told(file))]
        params["from"] = from.map(JSONValue.string)
        params["format"] = (format).map { .string($0.rawValue) }
        let all = options.options
        guard !all.json, !all.quiet else { return try all.change("song.load", params, at: options.at) }
        if let place = options.at { params["at"] = .string(try all.place(place)) }
        let client = try all.connect()
        let change = try all.ask(client, "song.load", params, as: Change.self)
        guard change.atBeat == nil, let song = change.values["song"].flatMap({ try? SongState($0) }),
            let page = try? all.ask(client, "song.show", as: SongPage.self)
        else { return try Output.line(change.sentence(exact: all.verbose)) }
        let resting = try all.ask(client, "status", as: Status.self).restingHint
        try Output.line("\(song.sentence): \(song.length(ofSeconds: page.lengthS)); start plays it\(resting)".printable)
    }
}

/// What the daemon is told of a song that somebody names.
enum SongPath {
    /// Whether a word names a file of a song, and no preset: it has a slash, or the ending of a song.
    static func isFile(_ word: String) -> Bool { word.contains("/") || SongFormat(path: word) != nil }

    /// The absolute path of a file, whose ending may be left out; a name alone where no file here has it, for the daemon knows songs by
    /// their names.
    static func told(_ file: String) -> String {
        guard !file.hasPrefix("/") else { return file }
        let path = FileManager.default.currentDirectoryPath + "/" + file
        let paths = SongFormat(path: file) == nil ? SongFormat.endings.map { path + "." + $0.ending } : []
        let isThere = FileManager.default.fileExists(atPath:)
        return (paths + [path]).first(where: isThere) ?? (file.contains("/") ? path : file)
    }
}

/// `metroctl song list`: the songs that are known by name.
struct SongListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("song.list", name: "list")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("song.list") { (list: SongList) in
            list.songs.isEmpty
                ? "no song is known by name yet: put songs into metronomed/songs in $XDG_DATA_HOME"
                : list.songs.map(\.name).joined(separator: "\n")
        }
    }
}

/// `metroctl song show`: the sections of the song that is loaded.
struct SongShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("song.show", name: "show")
    @OptionGroup var options: Options

    func run() throws { try options.perform(["song", "show"]) { (page: SongPage) in page.text } }
}

struct SongScaleVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "song.scale", name: "scale", usage: "metroctl song scale [<scale>] [<options>]",
        more: [("song scale", "tells it")])
    @Argument(help: ArgumentHelp("How many times as fast: 90%, 1.25; 10% to 400%.", valueName: "scale"))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        guard words.count > 1 else { return }
        guard words.count == 2, ["%", "percent"].contains(words[1]) else {
            throw ValidationError("a scale is one number, such as 90% or 0.9, not \(words.joined(separator: " ")).")
        }
    }

    func run() throws {
        guard let scale = Self.scale(words) else {
            return try options.options.tell(["song"]) { status throws(Failure) in
                guard let song = status.song else {
                    throw Failure(Failure.refused, "no song is loaded: song load FILE loads one", reason: "no_song")
                }
                return "song \(song.name) at \((song.scale * 100).text(decimals: 2)) %"
            }
        }
        try options.perform(["song", "scale", scale])
    }

    /// The scale that words state; nil for none. What is more than it may be is percent: `80` is 80%.
    static func scale(_ words: [String]) -> String? {
        guard let first = words.first else { return nil }
        let isPercent = words.count > 1 || Double(first).map { $0 > 4 } ?? false
        return isPercent && !first.hasSuffix("%") ? first + "%" : first
    }
}

struct SeekVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("seek")
    @Argument(help: "A label, or the number of a bar as it is written.") var place: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.options.change("seek", ["place": .string(place)], at: options.at)
    }
}

/// `metroctl loop`: repeats a part of the song, or no longer.
struct LoopVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "loop.set", usage: "metroctl loop (<from> [<to>] | off) [<options>]", with: ["loop.off"])
    @Argument(help: ArgumentHelp("A label, or the number of a bar; or off.", valueName: "from")) var from: String
    @Argument(help: ArgumentHelp("A label, or the number of a bar; as the first unless given.", valueName: "to"))
    var to: String?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard from != "off" || to != nil else { return try options.options.change("loop.off", [:], at: options.at) }
        let range = to == nil ? PractiseWords.range(from) : nil
        var params: [String: JSONValue] = ["from": .string(range?[0] ?? from)]
        params["to"] = (range?[1] ?? to).map(JSONValue.string)
        try options.options.change("loop.set", params, at: options.at)
    }
}
