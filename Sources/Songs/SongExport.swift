// SPDX-License-Identifier: Apache-2.0

package import Rhythm

/// The kinds of files that a song is written to.
package enum SongExport: Sendable {
    /// A tempo map of klick, with repeats written out.
    case klick
    /// A Standard MIDI File: tempo, meter and markers, and a track of clicks.
    case smf
    /// A table of every onset, as it is played at a rate.
    case csv(SampleRate)

    /// What was written, and what could not be said in that form.
    package struct Result: Sendable {
        /// The file.
        package var bytes: [UInt8]
        /// One line each, for people.
        package var notes: [String]
    }

    /// The file of a song. Throws if it holds something that the form cannot say without changing where an onset is.
    package func write(_ song: Song) throws(RhythmError) -> Result {
        switch self {
        case .klick:
            var writer = KlickWriter()
            try writer.write(song)
            return Result(bytes: Array(writer.text.utf8), notes: writer.notes)
        case .smf:
            var writer = MIDIWriter()
            let bytes = try writer.file(of: song)
            return Result(bytes: bytes, notes: writer.notes)
        case .csv(let rate):
            return Result(bytes: Array(try OnsetTable(song, at: rate).text.utf8), notes: [])
        }
    }
}
