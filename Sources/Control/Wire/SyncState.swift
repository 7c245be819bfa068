// SPDX-License-Identifier: Apache-2.0

/// The clock that is followed, and how near the beats are to it.
public struct SyncState: Sendable, Hashable, Codable {
    /// What its owner calls it; `system` for CLOCK_MONOTONIC.
    public var source: String
    /// Its tempo in beats per minute; nil for CLOCK_MONOTONIC, which has none.
    @OrNull public var bpm: Double?
    /// Beats in its bar; nil where it has none.
    @OrNull public var quantum: Int?
    /// How many microseconds later than by that clock the present beat is heard; nil while nothing plays.
    @OrNull public var errorUs: Double?
    /// What 99 of 100 of the last 256 beats did not exceed, either way; nil before the first.
    @OrNull public var p99Us: Double?
    /// How much faster than by that clock the present beat is played, in millionths, to be where it has it; nil while nothing
    /// plays.
    @OrNull public var slewPpm: Double?
    /// Whether nothing has come from the owner for two seconds, or it has gone: the beats go on as they did.
    public var stale: Bool
    /// Why it is not followed at present, for people; nil where it is.
    @OrNull public var held: String?
    /// The tempo that was asked for here and that the owner has not taken yet; nil for none.
    @OrNull public var proposal: Double?
    /// Whether the proposal came with a preset that was loaded; nil where it did not.
    public var loaded: Bool?
    /// How many others its owner has found; nil where that looks for none.
    public var peers: Int?

    /// All of its parts.
    public init(
        source: String, bpm: Double? = nil, quantum: Int? = nil, errorUs: Double? = nil, p99Us: Double? = nil,
        slewPpm: Double? = nil, stale: Bool = false, held: String? = nil, proposal: Double? = nil,
        loaded: Bool? = nil, peers: Int? = nil
    ) {
        self.source = source
        self.bpm = bpm
        self.quantum = quantum
        self.errorUs = errorUs
        self.p99Us = p99Us
        self.slewPpm = slewPpm
        self.stale = stale
        self.held = held
        self.proposal = proposal
        self.loaded = loaded
        self.peers = peers
    }

    /// The same without the figures that change with every beat.
    public var lasting: SyncState {
        SyncState(
            source: source, bpm: bpm, quantum: quantum, stale: stale, held: held, proposal: proposal, loaded: loaded,
            peers: peers)
    }
}

extension SyncState {
    private enum CodingKeys: String, CodingKey {
        case source, bpm, quantum, stale, held, proposal, loaded, peers
        case errorUs = "error_us"
        case p99Us = "p99_us"
        case slewPpm = "slew_ppm"
    }
}

/// The answer to a line.
public struct SyncAnswer: Sendable, Hashable, Codable {
    /// What is followed now; nil for nothing.
    @OrNull public var sync: SyncState?

    /// What is followed.
    public init(sync: SyncState?) { self.sync = sync }
}
