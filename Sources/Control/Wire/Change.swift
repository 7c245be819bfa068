// SPDX-License-Identifier: Apache-2.0

/// The result of a change: from when it holds, and the new values.
///
/// On the wire one flat object: `{"at_beat":411.372,"at_ns":81234567890123,"bpm":120,"run":3}`.
public struct Change: Sendable, Hashable, Codable {
    /// Which start it holds in, 1 for the daemon's first; while stopped the last one, 0 before the first. Nil from a
    /// daemon of protocol 1.0.
    public var run: Int?
    /// The position from which it holds, in beats since the start; nil while stopped.
    public var atBeat: Double?
    /// The CLOCK_MONOTONIC time at which that is heard; nil while stopped.
    public var atNs: Int64?
    /// The new values, such as `bpm`.
    public var values: [String: JSONValue]

    /// All of its parts.
    public init(run: Int? = nil, atBeat: Double?, atNs: Int64?, values: [String: JSONValue] = [:]) {
        self.run = run
        self.atBeat = atBeat
        self.atNs = atNs
        self.values = values
    }

    /// Reads the form on the wire.
    public init(from decoder: any Decoder) throws {
        values = try [String: JSONValue](from: decoder)
        run = values.removeValue(forKey: "run")?.integer
        atBeat = values.removeValue(forKey: "at_beat")?.number
        atNs = values.removeValue(forKey: "at_ns")?.integer.map(Int64.init)
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        var members = values
        if let run { members["run"] = .integer(Int64(run)) }
        members["at_beat"] = atBeat.map(JSONValue.number) ?? .null
        members["at_ns"] = atNs.map(JSONValue.integer) ?? .null
        try members.encode(to: encoder)
    }
}
