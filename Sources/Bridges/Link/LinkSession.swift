// SPDX-License-Identifier: Apache-2.0

/// A participant of a session of Ableton Link, as Ableton's library has it.
///
/// The library is not linked here, for it has another licence: `metrolink` brings it. Times are CLOCK_MONOTONIC in
/// nanoseconds. To be used by one thread; nothing of it is real-time safe.
public protocol LinkSession {
    /// Readable when peers, tempo or transport have changed, until ``clear()``. For poll(2).
    var descriptor: CInt { get }
    /// Makes the descriptor unreadable again.
    func clear()
    /// The state of the session at a time, where a bar has `quantum` of its beats.
    func moment(atNs ns: Int64, quantum: Double) -> LinkMoment
    /// Gives the session another tempo, 20...999, from a time on.
    func setTempo(_ bpm: Double, atNs ns: Int64)
    /// Moves the session, whoever is in it, so that it has a beat at a time.
    func force(beat: Double, atNs ns: Int64, quantum: Double)
    /// Starts or stops the session's transport at a time.
    func setPlaying(_ playing: Bool, atNs ns: Int64)
}

/// What a session of Ableton Link has at a time.
public struct LinkMoment: Sendable, Hashable {
    /// How many others are in it.
    public var peers: Int
    /// Beats a minute, as Link calculates with them: a whole number of microseconds for each.
    public var bpm: Double
    /// The position in beats, whose remainder by the quantum is the phase.
    public var beat: Double
    /// Whether its transport plays.
    public var isPlaying: Bool
    /// Since when the transport plays or is stopped, or from when on.
    public var playingNs: Int64

    /// All of its parts.
    public init(peers: Int, bpm: Double, beat: Double, isPlaying: Bool, playingNs: Int64) {
        self.peers = peers
        self.bpm = bpm
        self.beat = beat
        self.isPlaying = isPlaying
        self.playingNs = playingNs
    }
}

/// How the tempi of Link and of the daemon go together.
enum LinkTempo {
    /// The tempi that Link knows.
    static let range = 20.0...999.0

    /// How many beats of Link a beat is, so that a tempo lies among those of Link: 1, or a power of two.
    static func multiple(for bpm: Double) -> Double {
        var multiple = 1.0
        while bpm * multiple < range.lowerBound, multiple < 64 { multiple *= 2 }
        while bpm * multiple > range.upperBound, multiple > 1.0 / 64 { multiple /= 2 }
        return multiple
    }

    /// Whether Link calculates with the same length of a beat for both.
    static func isSame(_ one: Double, _ other: Double) -> Bool { (60e6 / one).rounded() == (60e6 / other).rounded() }
}
