// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import Programs
import Songs

/// `metroctl song check`: what is wrong with a song file, or what it says.
struct SongCheckVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Tell every mistake in a song file, or its sections",
        discussion: """
            Each mistake has its line and column; a note says what can be played and may not be what was meant. With -q \
            there is nothing else, with --json all is one line of JSON. It ends with 1 where the song cannot be played.

            Examples:
              metroctl song check song.toml
              metroctl song check tempo.map
              metroctl song check --format klick tempo.txt --json
            """)

    @OptionGroup var song: SongArgument
    // The options of every verb; of use here are --json and -q.
    @OptionGroup(visibility: .hidden) var options: Options

    func run() throws {
        let reading = try song.read()
        // A song without sections can be written on, but not played.
        let playable = reading.song.flatMap { $0.sections.isEmpty ? nil : $0 }
        let map = try playable.map { song in try SongMap(song) }
        if options.json {
            try Output.line(Self.json(reading, map).text)
            if playable == nil { Glibc.exit(ProgramFailure.Status.failed.rawValue) }
        } else {
            for remark in reading.remarks { Output.error(verbatim: remark.text(path: song.file).printable) }
            if !options.quiet, let song = playable, let map {
                try Output.line(SongTablePage(song, map).text.printableLines)
            }
        }
        if playable == nil { throw ProgramFailure.failed("", reason: "invalid") }
    }

    private static func json(_ reading: SongReading, _ map: SongMap?) -> JSONValue {
        let remarks = reading.remarks.map { remark in
            JSONValue.object([
                "kind": .string(remark.kind.rawValue), "line": remark.line.map { .integer(Int64($0)) } ?? .null,
                "column": remark.column.map { .integer(Int64($0)) } ?? .null, "message": .string(remark.message),
            ])
        }
        guard let song = reading.song, let map else { return ["ok": false, "remarks": .array(remarks)] }
        let page = SongTablePage(song, map)
        let sections = page.rows.map { row in
            JSONValue.object([
                "label": row.label.map(JSONValue.string) ?? .null, "first_bar": .integer(Int64(row.firstBar)),
                "bars": .integer(Int64(row.bars)), "times": .integer(Int64(row.times)),
                "seconds": .number(row.seconds),
            ])
        }
        return [
            "ok": true, "remarks": .array(remarks), "title": song.title.map(JSONValue.string) ?? .null,
            "sections": .array(sections), "bars": .integer(Int64(map.writtenBars)),
            "seconds": .number(page.seconds),
        ]
    }
}
