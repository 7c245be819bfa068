// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import Programs
import Songs

/// A click track: what the daemon is set to, or a preset or a song, rendered into a sound file by `metronomed`.
struct ClickTrack {
    /// What of songs is rendered.
    enum Song: Equatable {
        /// The song that is loaded, where one is.
        case asSet
        /// The song that is loaded: one must be.
        case loaded
        /// Another, by its path or the name that it is known by, - for standard input; with what it is, where its name
        /// does not say so.
        case file(String, SongFormat? = nil)
    }

    let file: String
    var bars: Int?
    var length: PlayLength?
    var preset: String?
    var song = Song.asSet
    var isStems = false
    let options: Options

    /// Whether a file is one of sound, by its ending.
    static func isSound(_ path: String) -> Bool {
        FileEnding.writtenSounds.contains(FileEnding.of(path))
    }

    /// Has it rendered, and says what was written.
    func write() throws {
        var params: [String: JSONValue] = [:]
        params["name"] = preset.map(JSONValue.string)
        let client = try options.connect()
        var page = try options.ask(client, "preset.show", params, as: PresetPage.self)
        var format = page.format
        var input: MemoryFile?
        defer { withExtendedLifetime(input) {} }
        if case .file(let path, let said) = song {
            if path == "-" { input = try Self.standardInput(said) }
            (page.song, page.from, page.scale, format) = (
                try input?.path ?? SongPath.found(path), nil, nil, said?.rawValue
            )
        }
        if song == .loaded, page.song == nil {
            throw ProgramFailure.failed("no song is loaded: song load FILE loads one", reason: "no_song")
        }
        let settings = try page.settings(home: BaseFolders(environment: ProcessInfo.processInfo.environment).home)
        let extent = try what(page, as: format) + (isStems ? ["--stems"] : [])
        let known = try options.ask(client, "sound.list", as: SoundList.self).sounds
        // From here on there is a folder that a signal must not leave behind.
        let signals = try Signals(catching: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD])
        let isThere = !isStems && FileManager.default.fileExists(atPath: file)
        let sounds = try SoundLinks(known)
        defer { sounds.remove() }
        // A name that begins with a dash is no flag.
        let path = file.utf8.first == UInt8(ascii: "-") ? "./" + file : file
        let report = try render(["--render", path] + extent, settings, sounds, signals)
        let written = isStems ? RenderReport.files(in: report) : [file]
        if options.quiet { return }
        if options.json {
            let files = JSONValue.array(written.map(JSONValue.string))
            return try Output.line(JSONValue.object(isStems ? ["files": files] : ["file": .string(file)]).text)
        }
        let told = written.joined(separator: ", ")
        let what = preset.map { " of \($0)" } ?? ""
        let wrote = isThere ? "wrote \(told) anew" : "wrote \(told)"
        try Output.line("\(wrote)\(page.song == nil ? amount(settings, what) : what)".printable)
    }

    /// What `metronomed` renders at least: 0.0001 hours.
    static let leastSeconds = 0.36

    /// A song from standard input, which `metronomed` does not have. Throws where nothing says what it is.
    private static func standardInput(_ format: SongFormat?) throws(ProgramFailure) -> MemoryFile {
        guard format != nil else { throw ProgramFailure.usage(SongFormat.unknownName("-")) }
        do {
            return try MemoryFile(FileContents.read("/dev/stdin", limit: SongReading.limit, from: .filesAndPipes))
        } catch { throw ProgramFailure.failed("standard input cannot be read: \(error)") }
    }

    /// `, 32 bars of waltz, after 1 bar of count-in`.
    private func amount(_ settings: String, _ what: String) -> String {
        guard let bars else { return what }
        func words(_ count: Int) -> String { count == 1 ? "1 bar" : "\(count) bars" }
        let line = settings.split(separator: "\n").first { $0.hasPrefix("count_in = ") }
        let counted = line.flatMap { Int($0.dropFirst("count_in = ".count)) } ?? 0
        return ", \(words(bars))\(what)" + (counted > 0 ? ", after \(words(counted)) of count-in" : "")
    }

    /// How much of what is rendered, in the words of `metronomed`.
    private func what(_ page: PresetPage, as format: String?) throws(ProgramFailure) -> [String] {
        if let song = page.song {
            guard bars == nil, length == nil else {
                throw ProgramFailure.usage(
                    "a song is rendered to its end: leave the number of bars, or the time, out; metroctl song unload goes back to what is set"
                )
            }
            // A song is found by the folder of whoever names it.
            let scale = page.scale.map { ["--scale", JSONValue.number($0).text] } ?? []
            return ["--song", song] + (format.map { ["--format", $0] } ?? [])
                + (page.from.map { ["--from", $0] } ?? []) + scale
        }
        if let bars { return ["--bars", "\(bars)"] }
        guard let length else { throw ProgramFailure.usage("say how much to render: --bars 32, or --for 3m") }
        return ["--hours", JSONValue.number(length.seconds / 3600).text]
    }

    /// Runs `metronomed` with settings, and returns what it reports. What it complains of is said, in JSON only as what it failed of.
    private func render(
        _ words: [String], _ settings: String, _ sounds: SoundLinks, _ signals: Signals
    ) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let (file, report, complaints): (MemoryFile, MemoryFile, MemoryFile)
        do throws(Errno) {
            file = try MemoryFile(Array(settings.utf8))
            (report, complaints) = (try MemoryFile([]), try MemoryFile([]))
        } catch {
            throw ProgramFailure.failed("there is no memory for the settings: \(error)")
        }
        defer { withExtendedLifetime((file, report, complaints)) {} }
        // The settings and the sounds are those of the daemon, and not of this shell.
        var variables = environment.filter { !$0.key.hasPrefix("METRONOMED_") }
        variables["XDG_DATA_HOME"] = sounds.folder
        let running: ChildCommand.Running
        do throws(SystemError) {
            let line = [InstalledProgram("metronomed").path, "--config", file.path, "--volume", "1"] + words
            _ = try ChildCommand(line, searchPath: environment["PATH"])
            let script = #"report=$1; shift; exec "$@" > "$report" 2> "$0""#
            let redirected = ["/bin/sh", "-c", script, complaints.path, report.path] + line
            running = try ChildCommand(redirected, searchPath: nil).start(environment: variables, isQuiet: true)
        } catch { throw ProgramFailure.failed(error.message) }
        let status = try Self.end(of: running, signals)
        func text(_ file: MemoryFile) -> String {
            String(decoding: (try? FileContents.read(file.path, limit: Self.longestText)) ?? [], as: UTF8.self)
        }
        let said = sounds.told(text(complaints))
        if !said.isEmpty, status == 0 || !options.json { Output.error(verbatim: Self.retold(said), end: "") }
        if status == 0 { return text(report) }
        let written = RenderReport.files(in: text(report))
        throw ProgramFailure.failed(Self.cause(options.json ? said : "", written: written))
    }

    /// In bytes: enough for a note on each line of the largest song.
    private static let longestText = 1 << 30

    /// What `metronomed` says on its standard error, in the name of this program.
    static func retold(_ said: String) -> String {
        said.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("metronomed: ") ? "metroctl: " + $0.trimmingPrefix("metronomed: ") : String($0) }
            .joined(separator: "\n")
    }

    /// Why not all was written, by what `metronomed` says on its standard error.
    static func cause(_ said: String, written: [String] = []) -> String {
        var lines = said.split(separator: "\n").map { String($0.trimmingPrefix("metronomed: ")) }
        if !written.isEmpty { lines.append("only \(written.joined(separator: ", ")) was written") }
        return lines.isEmpty ? "nothing was written" : lines.joined(separator: "\n")
    }

    /// Waits for the end of a program, and returns its exit status. A signal ends it too, and a second one at once.
    private static func end(of running: ChildCommand.Running, _ signals: Signals) throws(ProgramFailure) -> CInt {
        var isEnded = false
        while true {
            if let status = running.end() {
                guard isEnded else { return status }
                throw ProgramFailure.failed("ended by a signal before all was written", reason: "ended")
            }
            PreciseWait.forInput(of: signals.descriptor, untilNs: nil)
            guard let number = signals.taken().first(where: { $0 != SIGCHLD }) else { continue }
            running.send(isEnded ? SIGKILL : number)
            isEnded = true
        }
    }
}
