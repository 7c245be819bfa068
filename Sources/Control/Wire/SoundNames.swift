// SPDX-License-Identifier: Apache-2.0

/// The names of the sounds in use.
public struct SoundNames: Sendable, Hashable, Codable {
    /// Of a beat.
    public var beat: String
    /// Of the bell.
    public var bell: String

    /// Of the parts of a beat, `auto` for that of the beat; nil from a daemon that has none of their own.
    public var subdivision: String?

    /// All of its parts.
    public init(beat: String, bell: String, subdivision: String? = nil) {
        self.beat = beat
        self.bell = bell
        self.subdivision = subdivision
    }
}
