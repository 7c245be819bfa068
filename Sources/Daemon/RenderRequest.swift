// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// A render as fast as the machine can: into a file, as a proof of the engine, or both.
package struct RenderRequest: Sendable {
    /// The length of a render.
    package enum Length: Sendable {
        /// A number of bars of the meter.
        case bars(Int)
        /// A number of hours.
        case hours(Double)
        /// A song, from its beginning or a place to its end.
        case song(RenderedSong)
    }

    /// A song in a file.
    package struct RenderedSong: Sendable {
        /// The file.
        package var path: String
        /// What it is; nil: what its name says.
        package var format: SongFormat?
        /// The label or the number of a bar that it is played from; nil: its beginning.
        package var from: String?
        /// How many times as fast as it is written it is played.
        package var scale: Ratio

        /// A song in a file.
        package init(path: String, format: SongFormat?, from: String?, scale: Ratio = .one) {
            self.path = path
            self.format = format
            self.from = from
            self.scale = scale
        }
    }

    /// The file that the sound is written to; `nil`: none.
    package var file: String?
    /// Its length; a song says its tempo, meter and bells too.
    package var length: Length
    /// Frames a second.
    package var rateHertz: Int
    /// Tempo changes on the way.
    package var tempoChanges: Int
    /// The seed of these changes.
    package var seed: UInt64
    /// Whether every onset is compared with exact arithmetic.
    package var verifies: Bool
    /// Whether each lane has a file of its own.
    package var isInStems: Bool

    /// A request whose values are in their ranges.
    package init(
        file: String?, length: Length, rateHertz: Int, tempoChanges: Int, seed: UInt64, verifies: Bool, isInStems: Bool
    ) {
        self.file = file
        self.length = length
        self.rateHertz = rateHertz
        self.tempoChanges = tempoChanges
        self.seed = seed
        self.verifies = verifies
        self.isInStems = isInStems
    }
}
