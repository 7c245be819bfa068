// SPDX-License-Identifier: Apache-2.0

/// A change of the music that waits for its place.
public struct PendingState: Sendable, Hashable, Codable {
    /// By which it is cancelled.
    public var id: Int
    /// Where it holds, as it was asked for: `bar`, `@17.3`.
    public var at: String
    /// The position from which it will hold, in beats since the start; nil while stopped, and where the music ends before it.
    public var atBeat: Double?
    /// The CLOCK_MONOTONIC time at which that will be heard, as far as tempo and meter stay as they are; nil likewise.
    public var atNs: Int64?
    /// The values that it brings, as the answers to changes tell them; `playing` is false where the music ends.
    public var changes: [String: JSONValue]

    /// All of its parts.
    public init(id: Int, at: String, atBeat: Double?, atNs: Int64?, changes: [String: JSONValue]) {
        self.id = id
        self.at = at
        self.atBeat = atBeat
        self.atNs = atNs
        self.changes = changes
    }

    private enum CodingKeys: String, CodingKey {
        case id, at, changes
        case atBeat = "at_beat"
        case atNs = "at_ns"
    }

    /// Writes the form on the wire, with `null` for what is not known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(at, forKey: .at)
        try container.encode(atBeat, forKey: .atBeat)
        try container.encode(atNs, forKey: .atNs)
        try container.encode(changes, forKey: .changes)
    }
}
