// SPDX-License-Identifier: Apache-2.0

/// The names of the sounds in use.
public struct SoundNames: Sendable, Hashable, Codable {
    /// Of a beat.
    public var beat: String
    /// Of the bell.
    public var bell: String

    /// All of its parts.
    public init(beat: String, bell: String) {
        self.beat = beat
        self.bell = bell
    }
}
