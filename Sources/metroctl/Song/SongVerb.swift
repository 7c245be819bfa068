// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeLinux
import MetronomeRhythm
import Programs
import Songs

struct SongVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "song", abstract: "Play songs, check their files, and export them",
        discussion: """
            A song is of one of these kinds: \(SongFormat.summaries). To check one, or to write it in another form, no daemon is needed. metronomed \
            --song FILE --render OUT.wav plays one into a file.
            """,
        subcommands: [
            SongLoadVerb.self, SongListVerb.self, SongShowVerb.self, PlainVerb<SongUnloadName>.self,
            SongScaleVerb.self, SongCheckVerb.self, SongExportVerb.self,
        ],
        defaultSubcommand: SongShowVerb.self)
}

/// The song file of a verb, and what it is.
struct SongArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The song; - is standard input.", valueName: "file"),
        completion: .file(extensions: SongFormat.endings.map(\.ending)))
    var file: String

    @Option(
        help: ArgumentHelp("What it is, where its name does not say so.", valueName: "kind"))
    var format: SongFormat?

    /// Reads it. Throws if it cannot be read; what is wrong with its text is in the reading.
    func read() throws(ProgramFailure) -> SongReading {
        guard let format = format ?? SongFormat(path: file) else {
            throw ProgramFailure.usage(SongFormat.unknownName(file))
        }
        do {
            let path = file == "-" ? "/dev/stdin" : file
            return SongReading(
                try FileContents.read(path, limit: SongReading.limit, from: .filesAndPipes), format: format)
        } catch {
            throw ProgramFailure.failed(error.message)
        }
    }
}

extension SongFormat: ExpressibleByArgument {}
