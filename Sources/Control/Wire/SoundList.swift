// SPDX-License-Identifier: Apache-2.0

/// The result of `sound.list`.
public struct SoundList: Sendable, Hashable, Codable {
    /// A sound that can be chosen.
    public struct Entry: Sendable, Hashable, Codable {
        /// The name to choose it by.
        public var name: String
        /// Its file; nil for a sound that is built in.
        @OrNull public var path: String?
        /// Where it was found, such as `builtin`, `user` or `system`.
        public var source: String

        /// All of its parts.
        public init(name: String, path: String?, source: String) {
            self.name = name
            self.path = path
            self.source = source
        }
    }

    /// All of them, sorted by name.
    public var sounds: [Entry]

    /// All of its parts.
    public init(sounds: [Entry]) { self.sounds = sounds }
}
