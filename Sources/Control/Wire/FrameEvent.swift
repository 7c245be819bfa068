// SPDX-License-Identifier: Apache-2.0

/// The values of chosen properties at one moment, as heard.
public struct FrameEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.frame"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it; nil from a daemon of protocol 1.0.
    public var run: Int?
    /// The moment, CLOCK_MONOTONIC.
    public var atNs: Int64
    /// The position in beats since the start, below 0 before it; nil while stopped.
    @OrNull public var atBeat: Double?
    /// The value of each property.
    public var values: [String: Double]

    /// All of its parts.
    public init(seq: Int, run: Int? = nil, atNs: Int64, atBeat: Double?, values: [String: Double]) {
        self.seq = seq
        self.run = run
        self.atNs = atNs
        self.atBeat = atBeat
        self.values = values
    }

    private enum CodingKeys: String, CodingKey {
        case seq, run, values
        case atNs = "at_ns"
        case atBeat = "at_beat"
    }
}
