// SPDX-License-Identifier: Apache-2.0

/// A render as fast as the machine can: into a file, as a proof of the engine, or both.
package struct RenderRequest: Sendable {
    /// The length of a render.
    package enum Length: Sendable {
        /// A number of bars of the meter.
        case bars(Int)
        /// A number of hours.
        case hours(Double)
    }

    /// The file that the sound is written to; `nil`: none.
    package var file: String?
    /// Its length.
    package var length: Length
    /// Frames a second.
    package var rateHertz: Int
    /// Tempo changes on the way.
    package var tempoChanges: Int
    /// The seed of these changes.
    package var seed: UInt64
    /// Whether every onset is compared with exact arithmetic.
    package var verifies: Bool

    /// A request whose values are in their ranges.
    package init(file: String?, length: Length, rateHertz: Int, tempoChanges: Int, seed: UInt64, verifies: Bool) {
        self.file = file
        self.length = length
        self.rateHertz = rateHertz
        self.tempoChanges = tempoChanges
        self.seed = seed
        self.verifies = verifies
    }
}
