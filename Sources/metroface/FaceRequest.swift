// SPDX-License-Identifier: Apache-2.0

import Faces
import Glibc
import MetronomeControl
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession
import Programs

/// What a command line asks for, checked: a face, its looks, and where it is drawn.
struct FaceRequest {
    enum Result {
        case png(beat: Double)
        case svg(beat: Double)
        case gif(bars: Int?, framesPerSecond: Double)
        /// Without a rate, the usual one of the terminal.
        case live(framesPerSecond: Double?, offsetMs: Double, socket: String?)
    }

    static let sides = 16...4096

    let face: any Face
    let size: Size
    /// Nil for the usual one: live the dark one, or a plain one without colours; else the light one.
    let theme: Theme?
    let tempo: Tempo
    let meter: Meter
    let result: Result
    let path: String

    /// Checks a command line. Throws for options that are wrong or exclude each other, and for a `--file` that cannot be
    /// shown.
    init(_ command: Metroface) throws(ProgramFailure) {
        let known = try Self.face(named: command.face ?? "pendulum")
        (result, path) = try Self.result(command)
        size = try Self.size(command.size) ?? known.defaultSize
        if case .gif = result, let text = command.size { try Self.checkGIF(size, text) }
        theme = try Self.theme(command.theme)
        do {
            tempo = try SettingForm.tempo(command.bpm ?? "90")
        } catch {
            throw .usage(error.message)
        }
        do {
            meter = try Meter(parsing: command.meter ?? "4/4")
        } catch {
            throw .usage(error.message)
        }
        face = try Self.showing(command.file, in: try Self.spanning(command.over, known))
    }

    private static func face(named name: String) throws(ProgramFailure) -> any Face {
        guard let face = FaceTable.face(named: name) else {
            throw .usage(unknown("face", name, FaceTable.names + ["journal"]))
        }
        return face
    }

    static func theme(_ name: String?) throws(ProgramFailure) -> Theme? {
        guard let name else { return nil }
        guard let theme = Theme(name) else { throw .usage(unknown("theme", name, Theme.all.map(\.name))) }
        return theme
    }

    private static func unknown(_ noun: String, _ word: String, _ names: [String]) -> String {
        let hint =
            Suggestion.word(for: word, among: names).map { "did you mean \($0)?" }
            ?? "there are " + names.joined(separator: ", ")
        return "unknown \(noun) \(JSONValue.string(word).text): \(hint)"
    }

    private static func showing(_ path: String?, in face: any Face) throws(ProgramFailure) -> any Face {
        guard let path else { return face }
        guard let reader = face as? any FileFace else { throw .usage("\(face.name) shows no file: leave --file out") }
        let bytes = try Output.read(path)
        do { return try reader.showing(file: bytes) } catch { throw .failed("\(path): \(error.message)") }
    }

    private static func spanning(_ count: Int?, _ face: any Face) throws(ProgramFailure) -> any Face {
        guard let count else { return face }
        guard var spanning = face as? any SpanFace else {
            let takers = FaceTable.spans.map { "\($0.name) (\($0.unit))" }.joined(separator: ", ")
            throw .usage("--over goes with \(takers): \(face.name) has no length that one could choose")
        }
        guard (1...64).contains(count) else {
            throw .usage("--over must be 1...64 \(type(of: spanning).spanUnit)")
        }
        spanning.span = count
        return spanning
    }

    private static func live(_ command: Metroface) throws(ProgramFailure) -> Result {
        let ofDaemon = [("tempo", command.bpm), ("meter", command.meter)]
        for (verb, value) in ofDaemon {
            if let value { throw .usage("live faces follow the daemon: use `metroctl \(verb) \(value)`") }
        }
        let ofPictures = [
            ("--beat", command.beat != nil), ("--bars", command.bars != nil), ("--size", command.size != nil),
        ].filter(\.1)
        if let word = ofPictures.first?.0 {
            throw .usage("\(word) goes with --png, --svg and --gif: a live face is as long and as large as you like")
        }
        let rate = command.fps
        guard rate.map((1...120).contains) ?? true else { throw .usage("--fps must be 1...120") }
        let offset = command.offset ?? 0
        guard (-1000...1000).contains(offset) else { throw .usage("--offset must be -1000...1000 milliseconds") }
        return .live(framesPerSecond: rate, offsetMs: offset, socket: command.socket)
    }

    static func size(_ text: String?) throws(ProgramFailure) -> Size? {
        guard let text else { return nil }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw .usage("--size \(text) is no size: write width x height in pixels, such as 800x600")
        }
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw .usage("--size \(text) is out of range: width and height have 16 to 4096 pixels")
        }
        return Size(width: Double(width), height: Double(height))
    }

    /// Throws where a GIF would be larger than it may be.
    private static func checkGIF(_ size: Size, _ text: String) throws(ProgramFailure) {
        let most = GIFWriter.sides.upperBound
        guard max(size.width, size.height) > Double(most) else { return }
        throw .usage("--size \(text) is out of range: width and height of a GIF have 16 to \(most) pixels")
    }

    /// Throws where the bytes of a picture would go to a terminal.
    static func checkPipe(_ option: String) throws(ProgramFailure) {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        throw .usage("a terminal cannot show the bytes of a picture: \(option) FILE, or \(option) - into a pipe")
    }

    private static func result(_ command: Metroface) throws(ProgramFailure) -> (Result, String) {
        let asked = [("--png", command.png), ("--svg", command.svg), ("--gif", command.gif)].filter { $0.1 != nil }
        guard let option = asked.first?.0, let path = asked.first?.1 else { return (try live(command), "") }
        let ofLive = [("--offset", command.offset != nil), ("--socket", command.socket != nil)].filter(\.1)
        if let word = ofLive.first?.0 { throw .usage("\(word) goes with a live face: leave \(option) out") }
        guard asked.count == 1 else { throw .usage("\(option) and \(asked[1].0) exclude each other: ask for one") }
        if path == "-", option != "--svg" { try checkPipe(option) }
        if option == "--gif" {
            if command.beat != nil { throw .usage("--beat goes with --png and --svg: a GIF starts with beat 0") }
            if let bars = command.bars, !(1...64).contains(bars) { throw .usage("--bars must be 1...64") }
            let rate = command.fps ?? 25
            guard (1...50).contains(rate) else { throw .usage("--fps must be 1...50") }
            return (.gif(bars: command.bars, framesPerSecond: rate), path)
        }
        if command.bars != nil || command.fps != nil { throw .usage("--bars and --fps go with --gif") }
        let beat = command.beat ?? 0
        guard (0...1e9).contains(beat) else { throw .usage("--beat must be 0...1000000000") }
        return (option == "--png" ? .png(beat: beat) : .svg(beat: beat), path)
    }
}
