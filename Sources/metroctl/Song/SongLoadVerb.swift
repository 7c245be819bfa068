// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
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
        var params: [String: JSONValue] = ["path": .string(try SongPath.told(file))]
        params["from"] = from.map(JSONValue.string)
        params["format"] = (format).map { .string($0.rawValue) }
        let all = options.options
        guard !all.json, !all.quiet else { return try all.change("song.load", params, at: options.at) }
        params["at"] = Options.place(options.at)
        let client = try all.connect()
        let change = try all.ask(client, "song.load", params, as: Change.self)
        guard change.atBeat == nil, let song = change.values["song"].flatMap({ try? SongState($0) }),
            let page = try? all.ask(client, "song.show", as: SongPage.self)
        else { return try Output.line(change.sentence(exact: all.verbose)) }
        let resting = try all.status(of: client).restingHint
        let told = "\(song.sentence): \(song.length(ofSeconds: page.lengthS)); start plays it"
        try Output.line(told.printable + resting.printableLines)
    }
}
