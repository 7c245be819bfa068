// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeBounds
import MetronomeLinux
import MetronomeRhythm
import Programs
import Songs

/// `metroctl song export`: a song in another format.
struct SongExportVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a song for klick, as MIDI, as a table of onsets, or as sound",
        discussion: """
            Repeats are written out. What the format cannot say is told on standard error, but not with -q. As sound it is what \
            render writes, by the settings of the daemon; with a sound file alone it is the song that is loaded.

            Examples:
              metroctl song export song.toml --to klick
              metroctl song export song.toml -o song.mid
              metroctl song export song.toml -o song.wav
              metroctl song export song.toml -o song.wav --stems
              metroctl song export click.wav
              metroctl song export tempo.map --to csv --rate 44100 -o onsets.csv
            """)

    @OptionGroup var song: SongArgument
    @Argument(help: ArgumentHelp("Where to, as -o says it.", valueName: "output"), completion: .file())
    var target: String?
    @Option(help: ArgumentHelp("What to write, where -o does not say so.", valueName: "format"))
    var to: SongExport.Format?
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where to; without it, to standard output.", valueName: "file"),
        completion: .file(extensions: SongExport.Format.endings + FileEnding.writtenSounds))
    var output: String?
    @Option(help: ArgumentHelp("The sample rate of csv, 8000...192000. (default: 48000)", valueName: "hz"))
    var rate: Int?
    @Flag(help: "As sound, a file for each lane, such as song-hat.wav, in place of one for all.") var stems = false
    // The options of every verb; of use here is -q.
    @OptionGroup(visibility: .hidden) var options: Options

    /// Where to.
    private var destination: String? { output ?? target }

    func run() throws {
        guard output == nil || target == nil else { throw ProgramFailure.usage("-o says where to already") }
        if let sound = [destination, song.file].compactMap({ $0 }).first, ClickTrack.isSound(sound) {
            guard to == nil, rate == nil else {
                throw ProgramFailure.usage("a sound file has no --to and no --rate: metronomed --rate sets its rate")
            }
            let wanted = destination == nil ? ClickTrack.Song.loaded : .file(song.file, song.format)
            return try ClickTrack(file: sound, song: wanted, isStems: stems, options: options).write()
        }
        guard !stems else { throw ProgramFailure.usage("--stems goes with a sound file: -o song.wav --stems") }
        guard !options.json else { throw ProgramFailure.usage("--json goes with song check: an export is a file") }
        guard let format = to ?? destination.flatMap(SongExport.Format.init(path:)) else {
            throw ProgramFailure.usage(Self.unknown(destination))
        }
        guard rate == nil || format == .csv else { throw ProgramFailure.usage("--rate goes with --to csv") }
        guard let rate = SampleRate(hertz: rate ?? 48000) else {
            throw ProgramFailure.usage("a rate of \(rate ?? 0) Hz is out of range: use 8000...192000")
        }
        guard format != .smf || destination != nil || isatty(STDOUT_FILENO) == 0 else {
            throw ProgramFailure.usage("a MIDI file is nothing for a terminal: name a file with -o")
        }
        let reading = try song.read()
        for remark in reading.remarks { Output.error(verbatim: remark.text(path: song.file).printable) }
        guard let read = reading.song else { throw ProgramFailure.failed("", reason: "invalid") }
        let result: SongExport.Result
        do { result = try SongExport(format, at: rate).write(read) } catch {
            throw ProgramFailure.failed("\(song.file): \(error.message)")
        }
        for note in result.notes where !options.quiet { Output.error("note: \(note)") }
        try write(result.bytes)
    }

    /// Why it is not known what to write.
    private static func unknown(_ destination: String?) -> String {
        let songs = SongExport.Format.endings.map { ".\($0)" }.joined(separator: ", ")
        let said = destination.map { "the ending of \($0) does not say what to write" } ?? "say what to write"
        return "\(said): -o with \(songs), or as sound \(FileEnding.toldSounds); or --to klick, --to smf, --to csv"
    }

    private func write(_ bytes: [UInt8]) throws(ProgramFailure) {
        guard let output = destination else {
            do { try Output.write(bytes) } catch {
                if let failure = error.failure { throw failure }
            }
            return
        }
        do { try FileContents.write(bytes, to: output) } catch { throw ProgramFailure.failed(error.message) }
    }
}

extension SongExport.Format: ExpressibleByArgument {}
