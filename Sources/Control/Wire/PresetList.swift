// SPDX-License-Identifier: Apache-2.0

/// The result of `preset.list`.
public struct PresetList: Sendable, Hashable, Codable {
    /// One preset.
    public struct Entry: Sendable, Hashable, Codable {
        /// By which it is loaded.
        public var name: String
        /// What it is, in a few words.
        public var summary: String
        /// Why it cannot be loaded; nil where it can, as far as its file says.
        public var trouble: String?

        /// All of its parts.
        public init(name: String, summary: String, trouble: String? = nil) {
            (self.name, self.summary, self.trouble) = (name, summary, trouble)
        }
    }

    /// All there are, in the order of their names.
    public var presets: [Entry]

    /// All of its parts.
    public init(presets: [Entry]) { self.presets = presets }
}

/// The result of `preset.show`.
public struct PresetPage: Sendable, Hashable, Codable {
    /// By which it is loaded.
    public var name: String
    /// The file that it is in.
    public var path: String
    /// What stands there.
    public var text: String
    /// What is wrong with it, by line and column.
    public var troubles: [String]

    /// All of its parts.
    public init(name: String, path: String, text: String, troubles: [String]) {
        (self.name, self.path, self.text, self.troubles) = (name, path, text, troubles)
    }
}

/// The result of `preset.save`, and of `preset.remove` and `setlist.remove`: which file was written, or is gone.
public struct PieceFile: Sendable, Hashable, Codable {
    /// The name.
    public var name: String
    /// The file.
    public var path: String
    /// Whether another one of that name was replaced; nil where it was removed.
    public var replaced: Bool?

    /// All of its parts.
    public init(name: String, path: String, replaced: Bool? = nil) {
        (self.name, self.path, self.replaced) = (name, path, replaced)
    }
}
