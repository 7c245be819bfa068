// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession
import Programs

/// `metroctl start`: plays, what is named and at a tempo and in a meter if they are given, and for a number of bars or a time.
struct StartVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "start",
        usage:
            "metroctl start [<tempo>] [<meter>] [<name>] [count-in <n>] [--from <bar>] [--at <place>] [--bars <n> | --for <time>]",
        more: [
            ("start 120", "at that tempo; metroctl 120 does the same"),
            ("start 100 3/4", "at that tempo, in that meter"),
            ("start waltz", "a preset, a set list, a song file or a groove"),
            ("start bossa 130", "a groove at that tempo"), ("start 100 3/4 count-in 1", "a bar counted in"),
            ("start --from 9", "the song that is loaded, at its bar 9"),
            ("start --bars 32", "stops after 32 bars"),
            ("start --for 5m", "as many bars as that takes at the tempo of now"),
            ("start --by-ear", "with the beat after four strokes that a microphone hears"),
        ],
        discussion: """
            What is named or set is played at once, or while it plays already changes what plays; start alone does nothing then. \
            While an outside clock is followed, beat 0 is heard where one of its bars begins, unless --at says otherwise. \
            --by-ear waits for four even strokes, which say the tempo, and starts with the fifth beat: the program metroear hears them, \
            which make install-ear installs.
            """)

    @Argument(
        help: ArgumentHelp(
            "A tempo, a meter, a count-in, or the name of a preset, set list, song or groove, in any order: 120 3/4.",
            valueName: "words"),
        completion: .shellCommand("metroctl start --known"))
    var words: [String] = []
    // For completions, which ask no daemon.
    @Flag(help: .hidden) var known = false
    @Option(
        help: ArgumentHelp(
            "While it plays, from where the change holds: beat, bar, @17, +8; else now, or with the next beat or bar of the clock that is followed.",
            valueName: "place"),
        completion: .list(["now", "beat", "bar"]))
    var at: String?
    @Option(help: ArgumentHelp("Where a song starts: the number of a bar, or a label.", valueName: "bar"))
    var from: String?
    @Option(help: ArgumentHelp("Stop after a number of bars.", valueName: "count"))
    var bars: Int?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop at the end of the bar after so long: 90s, 5m, 1h.", valueName: "time"))
    var length: PlayLength?
    @Flag(help: "Start with the beat after four strokes, at their tempo.")
    var byEar = false
    @Option(help: ArgumentHelp("The ALSA device of the microphone for --by-ear.", valueName: "device"))
    var device: String?
    @OptionGroup var options: Options

    func validate() throws {
        if let bars, !(1...1_000_000).contains(bars) { throw ValidationError("--bars must be 1...1000000.") }
        if bars != nil, length != nil { throw ValidationError("--bars and --for exclude each other.") }
        let words = try StartWords(words)
        guard byEar else {
            if device != nil { throw ValidationError("--device is for --by-ear.") }
            return
        }
        if words.settings["bpm"] != nil { throw ValidationError("--by-ear takes the tempo from you: leave it out.") }
        if at != nil || bars != nil || length != nil {
            throw ValidationError("--by-ear excludes --at, --bars and --for.")
        }
    }

    func run() throws {
        if known {
            let names =
                Tempo.allNames.map(\.name) + LibraryFiles.names(in: "presets") + LibraryFiles.names(in: "setlists")
            return try Output.names(names)
        }
        let client = try options.connect()
        var words = try StartWords(words)
        let former = try options.status(of: client)
        let cue = try cue(former)
        try words.check()
        if from != nil, words.name == nil {
            guard let song = former.song else { throw StartWords.noSong() }
            // What is refused afterwards would have moved the song.
            try words.check(song.name, hasSong: true, from: from)
        }
        var piece: Change?
        var place = from
        if let name = words.name { piece = try words.load(name, from: &place, at: cue, over: client, options) }
        let sought = try place.map { try seek($0, at: cue, client) }
        let tempo = try set(words.settings, at: cue, client, with: piece)
        if byEar { throw try listen() }
        let begin = former.playing ? nil : at
        var answer = try options.ask(client, "start", begin.map { ["at": .string($0)] } ?? [:], as: Change.self)
        // Where it played already, what was loaded and set is what has changed.
        let wasPlaying = (answer.atBeat ?? 0) > 0
        // A count-in holds from the next start on: nothing begins with it.
        let begins = piece ?? sought != nil || words.settings["bpm"] ?? words.settings["meter"] != nil
        if wasPlaying, var change = piece ?? tempo ?? sought {
            change.values.merge(tempo?.values ?? [:]) { $1 }
            answer = change
        }
        // What plays may be another tempo, by a trainer or a song.
        answer.values.merge(tempo?.values ?? [:]) { first, _ in first }
        // A change at a place waits, and may be taken back.
        let waiting = cue == nil || piece != nil && tempo != nil ? nil : answer.values["pending"]
        var end = ""
        if bars != nil || length != nil {
            do {
                let last = try playEnd(client, after: wasPlaying && begins ? answer : nil)
                let change = try last.ask(client, options)
                answer.values.merge(change?.values.filter { $0.key == "pending" } ?? [:]) { $1 }
                end =
                    change == nil
                    ? "; the music ends before \(last.words)" : ", until \(last.words)"
            } catch {
                if !wasPlaying { _ = try? options.ask(client, "stop", as: Change.self) }
                throw error
            }
        }
        guard !options.json else {
            return try Output.line(String(decoding: JSONLine.encode(answer).dropLast(), as: UTF8.self))
        }
        answer.values["pending"] = waiting
        if options.quiet { return }
        if !wasPlaying { answer = Self.withMeter(answer, of: piece) }
        var sentence = answer.sentence(exact: options.verbose) + end
        if let name = words.name, sentence.hasPrefix("playing") {
            let file = name.split(separator: "/").last.map(String.init) ?? name
            sentence = "playing \(file)" + sentence.dropFirst("playing".count)
        }
        let isList = piece?.values["setlist"] ?? .null != .null
        let troubles = isList ? words.name.map { SetlistLoadVerb.troubleHint($0, over: client, options) } ?? "" : ""
        let status = try options.status(of: client)
        if let song = status.song {
            let asked = words.settings["count_in"]?.integer
            let hint =
                words.countsEntries
                ? SetlistLoadVerb.countInHint : wasPlaying ? "" : answer.countInHint(asked: asked)
            return try Output.line(status.noting(sentence).printable + song.loopHint(asked: from) + hint + troubles)
        }
        try Output.line(sentence.printable + hints(on: words, status) + troubles)
    }

    /// An answer with the meter of what was loaded, unless another was set with it; a song tells its own.
    static func withMeter(_ answer: Change, of piece: Change?) -> Change {
        guard let piece, piece.values["song"] ?? .null == .null else { return answer }
        var answer = answer
        answer.values["meter"] = answer.values["meter"] ?? piece.values["meter"]
        return answer
    }

    /// What is to be said besides: which note is clicked, that lanes share another bar, that a count-in stays.
    private func hints(on words: StartWords, _ status: Status) -> String {
        var hints = status.clicked(for: words.settings["bpm"]?.string)
        let trainer = status.settings.others[Trainer.Kind.speed.member]?.string ?? "off"
        if words.settings["bpm"] != nil, words.name == nil, trainer != "off" {
            hints += "\n(the speed trainer \(trainer) says the tempo; metroctl trainer speed off ends that)"
        }
        if let meter = words.settings["meter"]?.string, words.name == nil {
            let bpm = words.settings["bpm"]?.string ?? ""
            if !bpm.contains("=") { hints += MeterVerb.pulseHint(meter, status) }
            hints += MeterVerb.laneHint(status)
        }
        if words.settings["count_in"]?.integer ?? 0 > 0 {
            hints += "\n(each start is counted in from now on; metroctl count-in off ends that)"
        }
        if words.countsEntries { hints += SetlistLoadVerb.countInHint }
        return hints
    }

    /// From where what is named and set holds while it plays; nil for at once. Throws for what is no place, or none of
    /// a start.
    private func cue(_ status: Status) throws(ProgramFailure) -> String? {
        guard let at else { return nil }
        do {
            _ = try CommandTable.call(status.playing ? "stop" : "start", ["at": .string(at)])
        } catch {
            throw ProgramFailure(error)
        }
        return status.playing ? at : nil
    }

    /// Goes to a place of the song that is loaded, and tells the change.
    private func seek(_ place: String, at cue: String?, _ client: ControlClient) throws(ProgramFailure) -> Change {
        var params = ["place": JSONValue.string(place)]
        params["at"] = cue.map(JSONValue.string)
        return try options.ask(client, "seek", params, as: Change.self)
    }

    /// Has metroear start it.
    private func listen() throws(ProgramFailure) -> ProgramFailure {
        var words = ["start", "--socket", try options.socketPath()]
        if let device { words += ["--device", device] }
        if options.json { words.append("--json") }
        if options.quiet { words.append("--quiet") }
        return InstalledProgram("metroear").become(words, else: "make install-ear installs it")
    }

    /// Sets tempo and meter, both at once, and with the piece that waits.
    private func set(
        _ settings: [String: JSONValue], at cue: String?, _ client: ControlClient, with piece: Change?
    ) throws(ProgramFailure) -> Change? {
        guard !settings.isEmpty else { return nil }
        var params = settings
        params["at"] = (cue ?? piece.flatMap(StartWords.cue(beside:))).map(JSONValue.string)
        return try options.ask(client, "settings.set", params, as: Change.self)
    }

    /// The end that is asked for, by where it is now, or by what has changed.
    private func playEnd(_ client: ControlClient, after change: Change?) throws(ProgramFailure) -> PlayEnd {
        let status = try options.status(of: client)
        let bpm = PlayEnd.bpm(from: status, with: change)
        let beats = PlayEnd.beatsInBar(from: status, with: change)
        return PlayEnd(bars: bars ?? length?.bars(bpm: bpm, beatsInBar: beats) ?? 1, from: status, with: change)
    }
}

extension Change {
    /// Says that a song is counted in as it says itself, where another number of bars was asked for; else empty.
    func countInHint(asked bars: Int?) -> String {
        guard let bars, let atBar, 1 - min(atBar, 1) != bars else { return "" }
        return "\n(the song says itself how it is counted in)"
    }
}

extension SongState {
    /// Says that bars are repeated, where a start at another bar was asked for; else empty.
    fileprivate func loopHint(asked place: String?) -> String {
        guard let place, let bar = Int(place), let loop, !(loop.fromBar...max(loop.fromBar, loop.toBar)).contains(bar)
        else { return "" }
        return
            "\n(bars \(loop.fromBar) to \(loop.toBar) are repeated, and bar \(bar) is none of them; metroctl loop off ends that)"
    }
}
