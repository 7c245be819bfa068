// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession
internal import Songs

extension FuzzTarget {
    /// Songs in the project's own form.
    static let songs = FuzzTarget(
        "songs", longest: 4096,
        words: {
            [
                "title", "[[section]]", "label", "bars", "meter", "tempo", "repeat", "times", "count_in", "lanes",
                "beat",
                "endings", "[[section.ending]]", "swing", "accents", "subdivision", "volume", " = ", "\"", "{", "}",
                "[",
                "]", "to", "over", "linear", "\"120 to 140\"", "\"dotted-quarter=60\"", "1e9", "100000", "0.0001", "\n",
            ]
        },
        seeds: {
            [
                "title = \"A\"\ntempo = 120\nmeter = \"4/4\"\n[[section]]\nlabel = \"a\"\nbars = 4\n"
                    + "[[section]]\nlabel = \"b\"\nbars = 8\nmeter = \"7/8\"\ntempo = \"120 to 160\"\ntimes = 2\n",
                "count_in = 1\n[[section]]\nbars = 2\ntempo = [100, 110, 120.5]\nlanes = \"kick x...x...\"\n",
            ].map { Array($0.utf8) }
        }
    ) { try checkSong($0, .toml) }

    /// Tempo maps of klick.
    static let klick = FuzzTarget(
        "klick", longest: 2048, words: { [": ", " 4/4 ", "-", ",", "*", ".", " X.x. ", "tap", "\n", "1e9", "100000"] },
        seeds: {
            [Array("intro: 4 3/4 120\nverse: 8 7/8 120-160 X.x.x.x 0.5\n8 4/4 130*4 # end\n2 100,110,120\n".utf8)]
        }
    ) { try checkSong($0, .klick) }

    /// Programs of ctronome.
    static let ctronome = FuzzTarget(
        "ctronome", longest: 1024, words: { ["/4 ", "/8", " ", "\n", "100000", "4096", "1099511627775"] },
        seeds: { [Array("4 120/4 7/8\n2 60 4\n# end\n1 90/8 12/8\n".utf8)] }
    ) { try checkSong($0, .ctronome) }

    /// Standard MIDI Files.
    static let midiFiles = FuzzTarget(
        "midi-files", longest: 2048,
        words: { ["MThd", "MTrk", "\u{0}\u{0}\u{0}\u{6}", "\u{1}\u{e0}", "Q\u{3}", "X\u{4}", "/\u{0}"] },
        seeds: {
            ["title = \"A\"\ntempo = 120\n[[section]]\nlabel = \"a\"\nbars = 2\nmeter = \"7/8\"\n"].compactMap {
                guard let song = SongReading(Array($0.utf8), format: .toml).song else { return nil }
                return try? SongExport.smf.write(song).bytes
            }
        }
    ) { try checkSong($0, .smf) }

    /// What is read as a song is played, from its begin and from within, and written in the other forms.
    private static func checkSong(_ bytes: [UInt8], _ format: SongFormat) throws {
        let reading = SongReading(bytes, format: format)
        for remark in reading.remarks { try lawOfErrors(remark.message) }
        guard let song = reading.song, !song.sections.isEmpty else { return }
        let course: SongCourse
        do throws(RhythmError) {
            course = try SongCourse(song)
        } catch { return try lawOfErrors(error.message) }
        try PlayedMusic.play(try song.arrangement(), kits: 64, frames: 1024)
        for place in ["1", "2", song.sections.last?.label ?? "100"] {
            guard let beat = try? course.beat(ofPlace: place) else { continue }
            let loaded = LoadedSong(course, path: "/a", start: beat)
            try PlayedMusic.play(Settings(), song: loaded, frames: 1024)
        }
        // As many clicks are written as there are beats.
        guard course.length < 4096 else { return }
        for export in [SongExport.klick, .smf] {
            let written: SongExport.Result
            do throws(RhythmError) { written = try export.write(song) } catch {
                try lawOfErrors(error.message)
                continue
            }
            let form: SongFormat = if case .klick = export { .klick } else { .smf }
            let again = SongReading(written.bytes, format: form)
            try law(again.mistakes.isEmpty, "a song that was written is not read back: \(again.mistakes)")
        }
    }
}
