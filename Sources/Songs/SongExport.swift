// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// The kinds of files that a song is written to.
package enum SongExport: Sendable {
    /// A tempo map of klick, with repeats written out.
    case klick
    /// A Standard MIDI File: tempo, meter and markers, and a track of clicks.
    case smf
    /// A table of every onset, as it is played at a rate.
    case csv(SampleRate)

    /// What a song is written as.
    package enum Format: String, CaseIterable, Sendable {
        case klick, smf, csv

        /// What the ending of a name says; nil where it says nothing.
        package init?(path: String) {
            self.init(rawValue: SongFormat(path: path)?.rawValue ?? FileEnding.of(path))
        }

        /// The endings of their names.
        package static var endings: [String] {
            SongFormat.endings.filter { Format(rawValue: $0.format.rawValue) != nil }.map(\.ending) + [csv.rawValue]
        }
    }

    /// What was written, and what could not be said in that format.
    package struct Result: Sendable {
        /// The file.
        package var bytes: [UInt8]
        /// One line each, for people.
        package var notes: [String]
    }

    /// A format, and the sample rate of a table.
    package init(_ format: Format, at rate: SampleRate) {
        self =
            switch format {
            case .klick: .klick
            case .smf: .smf
            case .csv: .csv(rate)
            }
    }

    /// How many bars and onsets are written at most.
    static let mostRows = 2_000_000

    /// The file of a song. Throws if it holds something that the format cannot say without changing where an onset is, and where the file
    /// would be so large that it is not read again.
    package func write(_ song: Song) throws(RhythmError) -> Result {
        switch self {
        case .klick:
            var writer = KlickWriter()
            try writer.write(song)
            return Result(bytes: try Self.readable(Array(writer.text.utf8), .klick), notes: writer.notes)
        case .smf:
            var writer = MIDIWriter()
            let bytes = try writer.file(of: song)
            return Result(bytes: try Self.readable(bytes, .smf), notes: writer.notes)
        case .csv(let rate):
            return Result(bytes: Array(try OnsetTable(song, at: rate).text.utf8), notes: [])
        }
    }

    /// The file, once it has been read again: repeats that are written out may be more than a song may have.
    private static func readable(_ bytes: [UInt8], _ format: SongFormat) throws(RhythmError) -> [UInt8] {
        guard bytes.count <= SongReading.limit else { throw tooLarge }
        if let mistake = SongReading(bytes, format: format).mistakes.first {
            throw .invalid("the file could not be read again: \(mistake.message)")
        }
        return bytes
    }

    static let tooLarge = RhythmError.invalid(
        "the file would be too large: a song of at most \(mostRows) bars and onsets can be written")
}
