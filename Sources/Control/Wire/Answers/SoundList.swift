// SPDX-License-Identifier: Apache-2.0

/// The result of `sound.list`.
public struct SoundList: WireRecord {
    /// A sound that can be chosen.
    public struct Entry: WireRecord {
        /// The name to choose it by.
        public var name = ""
        /// Its file; nil for a sound that is built in.
        public var path: String?
        /// Where it was found, such as `builtin`, `user` or `system`.
        public var source = ""

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "sound", "A sound that can be chosen.",
            [
                .member("name", \.name, "By which it is chosen."),
                .orNull("path", \.path, "Its file; `null` if it is built in."),
                .member("source", \.source, form: .choice(["builtin", "file"]), "Where it comes from."),
            ])
    }

    /// All sounds, sorted by name.
    public var sounds: [Entry] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SoundList>([
        .member("sounds", \.sounds, "Every sound there is.")
    ])
}
