// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeBounds
import MetronomeRhythm

/// `metroctl render`: writes a click track of what is set. `metronomed` renders it, by the settings of the daemon that runs.
struct RenderVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Write a click track of what is set to a sound file",
        usage: "metroctl render <file> [<options>]",
        discussion: """
            Rendered is what the daemon is set to, or a preset, at full volume: a song to its end, all else for so many bars or \
            so long. The ending of the file says what it is: \(FileEnding.toldSounds).

            Examples:
              metroctl render click.wav --bars 32
              metroctl render click.flac --for 3m --preset waltz
              metroctl render click.wav --bars 8 --stems
              metroctl render evening.wav --song evening.toml --stems
              metroctl render map.wav --song map.txt --format klick
            """)

    @Argument(
        help: ArgumentHelp("The file to write.", valueName: "file"),
        completion: .file(extensions: FileEnding.writtenSounds)) var named: String?
    @Option(help: ArgumentHelp("How many bars.", valueName: "n")) var bars: Int?
    @Option(name: .customLong("for"), help: ArgumentHelp("How long: 3m, 90s, 1:30.", valueName: "time"))
    var length: PlayLength?
    @Option(help: ArgumentHelp("A preset in place of what is set.", valueName: "name"), completion: .presets)
    var preset: String?
    @Option(help: ArgumentHelp("A song in place of what is set.", valueName: "file"), completion: .file())
    var song: String?
    @Option(help: ArgumentHelp("What that song is, where its name does not say so.", valueName: "kind"))
    var format: SongFormat?
    @Flag(
        name: [.long, .customLong("lanes")],
        help: "A file for each lane, such as click-hat.wav, in place of one for all.")
    var stems = false
    @OptionGroup var options: Options

    private var file: String { named ?? "" }

    func validate() throws {
        if let length, length.seconds < ClickTrack.leastSeconds {
            throw ValidationError("--for must be \(ClickTrack.leastSeconds)s or longer.")
        }
        guard named != nil else {
            throw ValidationError(
                "a click track needs the name of its file: metroctl render click.wav --bars \(bars ?? 32)\(stems ? " --stems" : "")."
            )
        }
        if !ClickTrack.isSound(file) {
            // `render lanes` asks for a file of each lane.
            let asksForStems = ["lanes", "lane", "stems", "tracks", "voices", "parts"].contains(file)
            let ending = FileEnding.of(file)
            let name = asksForStems ? "click" : preset ?? String(file.dropLast(ending.isEmpty ? 0 : ending.count + 1))
            let end = length.map { "--for \($0.seconds.text(decimals: 3))s" } ?? "--bars \(bars ?? 16)"
            guard ending.isEmpty else {
                throw ValidationError(
                    "\(file): the name must end in \(FileEnding.toldSounds): metroctl render \(name).wav \(end).")
            }
            throw ValidationError(
                "\(file) is no sound file: metroctl render \(name).wav \(end)"
                    + (stems || asksForStems
                        ? " --stems, a file for each lane." : ", of a preset with --preset \(name).")
            )
        }
        if let bars, !(1...100_000).contains(bars) { throw ValidationError("--bars must be 1...100000.") }
        if bars != nil, length != nil { throw ValidationError("--bars and --for exclude each other.") }
        if format != nil, song == nil { throw ValidationError("--format goes with --song.") }
        if preset != nil, song != nil { throw ValidationError("--preset and --song exclude each other.") }
    }

    func run() throws {
        let track = ClickTrack(
            file: file, bars: bars, length: length, preset: preset, song: song.map { .file($0, format) } ?? .asSet,
            isStems: stems, options: options)
        try track.write()
    }
}
