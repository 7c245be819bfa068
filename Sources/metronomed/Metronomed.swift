// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Daemon
internal import Glibc
internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession

/// The command line of the daemon; it parses before anything else runs.
@main
struct Metronomed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metronomed",
        abstract: "A metronome daemon: one exact beat for a whole machine",
        discussion: """
            With --bpm or --song it plays at once, unless --no-play is given; without, it waits for `metroctl start`.
            What flags do not say comes from METRONOMED_* variables, then from
            $XDG_CONFIG_HOME/metronomed/config.toml, then, but for --render and --verify,
            from what was used last.

            Examples:
              metronomed --bpm 90
              metronomed --bpm 137.3 --meter 7/8 --bell-every 7
              metronomed --bpm 120 --device hw:1
              metronomed --bpm 120 --render click.wav --bars 8
              metronomed --song song.toml --from verse
              metronomed --song song.toml --render song.wav
              metronomed --bpm 137.3 --verify --hours 24 --tempo-changes 1000
              metronomed --check-config
            """,
        version: Product.version(of: "metronomed"))

    @OptionGroup var settings: SettingFlags
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The configuration file.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?
    @Flag(help: "Use no file, no variables and nothing remembered: only the flags count.")
    var noConfig = false
    @Flag(help: "Tell every mistake in the configuration and every setting with where it comes from; 2: a mistake.")
    var checkConfig = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write bars to a .wav, .flac, .aiff or .ogg file and exit.", valueName: "file"),
        completion: .file(extensions: FileEnding.writtenSounds))
    var render: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Play a song, or render it: \(SongFormat.summaries).",
            valueName: "file"),
        completion: .file(extensions: SongFormat.endings.map(\.ending)))
    var song: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the song begins: a label, or the number of a bar.", valueName: "place"))
    var from: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the song is, where the ending of its name does not say so.",
            valueName: SongFormat.names.joined(separator: "|")),
        completion: .list(SongFormat.names))
    var format: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many times as fast as it is written the song is played: 90%.", valueName: "factor"))
    var scale: String?
    @Flag(help: "Write a file for each lane, such as click-hat.wav, in place of one for all.")
    var stems = false
    @Flag(help: "Render, compare every onset with exact arithmetic, say how it went and exit; 1: an onset is wrong.")
    var verify = false
    @Option(parsing: .unconditional, help: ArgumentHelp("How many bars --render and --verify take.", valueName: "n"))
    var bars: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("How many hours they take, instead of --bars.", valueName: "h"))
    var hours: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Their sample rate, 8000...192000. (default: 48000)", valueName: "hz"))
    var rate: Int?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Change to a random tempo so often on the way.", valueName: "n"))
    var tempoChanges: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Another number gives other random tempi. (default: 1)", valueName: "n"))
    var seed: UInt64?

    func validate() throws {
        if checkConfig, render != nil || verify || song != nil {
            throw ValidationError("--check-config goes without --render, --verify and --song")
        }
        if noConfig, config != nil { throw ValidationError("--config and --no-config exclude each other") }
        if let render, !FileEnding.writtenSounds.contains(FileEnding.of(render)) {
            throw ValidationError("--render: the name must end in \(FileEnding.toldSounds), not '\(render)'")
        }
        _ = try request
    }

    func run() throws {
        if checkConfig { return try check() }
        let request = try request
        let launch = try Launch(
            flags: settings.values, file: config, usesConfiguration: !noConfig, remembers: request == nil)
        if let request {
            try launch.render(request) { Self.say($0 + "\n") }
        } else {
            try launch.run(song: try songSource)
        }
    }

    private func check() throws {
        let check = Launch.check(flags: settings.values, file: config, usesConfiguration: !noConfig)
        Self.say(check.lines.map { $0.printable + "\n" }.joined())
        for warning in check.warnings { ConsoleLog.complain("metronomed: warning: \(warning.printable)\n") }
        for mistake in check.mistakes { ConsoleLog.complain("metronomed: \(mistake.printable)\n") }
        if !check.mistakes.isEmpty { Glibc.exit(2) }
    }

    /// The render that was asked for; `nil`: none.
    private var request: RenderRequest? {
        get throws {
            if song != nil { return try songRequest }
            if stems, render == nil { throw ValidationError("--stems goes with --render FILE") }
            for (name, value) in [("from", from), ("format", format), ("scale", scale)] where value != nil {
                throw ValidationError("--\(name) goes with --song FILE")
            }
            guard render != nil || verify else {
                let parts = [
                    ("bars", bars != nil), ("hours", hours != nil), ("rate", rate != nil),
                    ("tempo-changes", tempoChanges != nil), ("seed", seed != nil),
                ]
                guard let (name, _) = parts.first(where: \.1) else { return nil }
                throw ValidationError("--\(name) goes with --render FILE or --verify")
            }
            let length: RenderRequest.Length
            switch (bars, hours) {
            case (let bars?, nil):
                guard 1...100_000 ~= bars else { throw ValidationError("--bars must be 1...100000") }
                length = .bars(bars)
            case (nil, let hours?):
                guard 0.0001...1000 ~= hours else { throw ValidationError("--hours must be 0.0001...1000") }
                length = .hours(hours)
            case (nil, nil):
                let flag = render != nil ? "--render" : "--verify"
                throw ValidationError("\(flag) needs --bars N or --hours H: how much to render")
            default: throw ValidationError("--bars and --hours exclude each other: say how much to render once")
            }
            let rate = try checkedRate
            let changes = tempoChanges ?? 0
            guard 0...100_000 ~= changes else { throw ValidationError("--tempo-changes must be 0...100000") }
            return RenderRequest(
                file: render, length: length, rateHertz: rate, tempoChanges: changes, seed: seed ?? 1, verifies: verify,
                isInStems: stems)
        }
    }

    private var checkedRate: Int {
        get throws {
            let rate = rate ?? 48000
            guard 8000...192_000 ~= rate else { throw ValidationError("--rate must be 8000...192000, in hertz") }
            return rate
        }
    }

    /// The song that was asked for; `nil`: none.
    private var songSource: RenderRequest.RenderedSong? {
        get throws {
            guard let song else { return nil }
            let format = try format.map { word in
                guard let format = SongFormat(rawValue: word) else {
                    let known = SongFormat.names.joined(separator: ", ")
                    throw ValidationError("--format: \(word.debugDescription) is no kind of song: there are \(known)")
                }
                return format
            }
            return RenderRequest.RenderedSong(path: song, format: format, from: from, scale: try songScale)
        }
    }

    /// How many times as fast as it is written the song is played.
    private var songScale: Ratio {
        get throws {
            guard let scale else { return .one }
            guard let factor = LoadedSong.scale(parsing: scale), LoadedSong.scales.contains(factor.value) else {
                throw ValidationError("--scale must be 10% to 400%, such as 90% or 0.9, not \(scale)")
            }
            return factor
        }
    }

    /// The render of a song, which says itself how long, how fast and in which meter it is; `nil`: it is to be played.
    private var songRequest: RenderRequest? {
        get throws {
            guard let source = try songSource else { return nil }
            let parts = [
                ("verify", verify), ("bars", bars != nil), ("hours", hours != nil),
                ("tempo-changes", tempoChanges != nil),
                ("seed", seed != nil),
            ]
            let own =
                parts.filter(\.1).map(\.0)
                + ["bpm", "meter", "bell-every"].filter { settings.values["--" + $0] != nil }
            if let name = own.first {
                throw ValidationError("--\(name) goes without --song: the song says its length, tempo, meter and bells")
            }
            guard let render else {
                if stems { throw ValidationError("--stems goes with --render FILE") }
                if rate != nil { throw ValidationError("--rate goes with --render FILE: the device has its own") }
                return nil
            }
            return RenderRequest(
                file: render, length: .song(source), rateHertz: try checkedRate, tempoChanges: 0, seed: 1,
                verifies: false, isInStems: stems)
        }
    }

    /// Like `main()` of ArgumentParser, with our exit codes: 0, 1 failed, 2 usage.
    static func main() {
        Launch.prepareMemory()
        StandardDescriptors.fill()
        // Past the limit of a file's size writing fails with EFBIG instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        do {
            let words = try ProgramArguments.read()
            if let flags = SettingFlags.values(of: words) {
                return try Launch(flags: flags, file: nil, remembers: true).run(song: nil)
            }
            HelpWidth.prepare()
            var command = try parseAsRoot(words == ["help"] ? ["--help"] : words)
            try command.run()
        } catch let error as LaunchError {
            Launch.refuseClients(because: error)
            ConsoleLog.complain("metronomed: \("\(error)".printable)\n")
            Glibc.exit(error.exitCode)
        } catch let error as SystemError {
            ConsoleLog.complain("metronomed: \(error.message)\n")
            Glibc.exit(2)
        } catch {
            let code = exitCode(for: error)
            let text = fullMessage(for: error) + "\n"
            if !code.isSuccess {
                Launch.refuseClients(because: LaunchError(message: message(for: error), exitCode: code.rawValue))
            }
            if code.isSuccess {
                say(text)
            } else {
                ConsoleLog.complain(UsageMessage.text(text, program: "metronomed").printableLines)
            }
            Glibc.exit(code == .validationFailure ? 2 : code.rawValue)
        }
    }

    /// Writes on standard output; ends the program where that cannot be.
    private static func say(_ text: String) {
        do { try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO) } catch {
            ConsoleLog.complain("metronomed: cannot write to standard output: \(error)\n")
            Glibc.exit(1)
        }
    }
}
