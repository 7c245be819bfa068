// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// What was found in a song file: the song, and all that is to be said of the text.
package struct SongReading: Sendable {
    /// The song; nil where there is a mistake.
    package var song: Song?
    /// Mistakes and notes, in the order of the text.
    package var remarks: [SongRemark]

    /// The largest file that is read, in bytes.
    package static let limit = 16 << 20

    /// The mistakes alone.
    package var mistakes: [SongRemark] { remarks.filter { $0.kind == .mistake } }
}

extension SongReading {
    /// Reads a file of a format. What cannot be played is a mistake too.
    package init(_ bytes: [UInt8], format: SongFormat) {
        self =
            switch format {
            case .toml: SongFile.read(bytes)
            case .klick: KlickMap.read(bytes)
            case .ctronome: CtronomeProgram.read(bytes)
            case .smf: MIDISong.read(bytes)
            }
        remarks.sort { ($0.line ?? .max, $0.column ?? 0) < ($1.line ?? .max, $1.column ?? 0) }
    }
}

/// Something to be said of a song file.
package struct SongRemark: Error, Sendable, Hashable {
    /// How grave it is.
    package enum Kind: String, Sendable {
        /// It cannot be played.
        case mistake
        /// It can be played, and may not be what was meant.
        case note
    }

    /// How grave it is.
    package var kind: Kind
    /// From 1; nil where no line is to blame, or where there are none.
    package var line: Int?
    /// From 1.
    package var column: Int?
    /// What was wrong, what is allowed, what to do: one line without a full stop.
    package var message: String

    init(_ kind: Kind, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.kind = kind
        self.line = line
        self.column = column
        self.message = message
    }

    /// One line for people, as compilers write it: `song.toml:3:1: note: …`.
    package func text(path: String) -> String {
        let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
        return path + place + (kind == .note ? ": note: " : ": ") + message
    }
}
