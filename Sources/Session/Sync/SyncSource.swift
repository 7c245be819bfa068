// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// An outside clock and who owns it: the client that sends its lines.
///
/// It has one owner at a time. Another client takes its place only once the owner has gone or has sent nothing for two seconds.
package struct SyncSource: Sendable, Equatable {
    /// How many seconds without a line it takes until the clock counts as unknown.
    package static let silence = 2.0
    /// How far off a proposed tempo, as a part of it, a line is that has taken it.
    private static let accepted = 1e-4
    /// By how many bpm the line must differ for the tempo of the settings to follow it; a smaller difference is corrected.
    private static let shown = 0.01

    /// What the owner calls it, such as `link`.
    package private(set) var name: String
    /// Who owns it; nil once that client has gone.
    package private(set) var owner: ObjectIdentifier?
    /// Where the clock is.
    package private(set) var estimate: LineEstimate
    /// When the last line came.
    private var came: ClockTime

    /// A clock with its first line, which came at a time.
    package init(_ name: String, owner: ObjectIdentifier, _ line: OutsideLine, cameAt now: ClockTime) {
        self.name = name
        self.owner = owner
        estimate = LineEstimate(line)
        came = now
    }

    /// When nothing is known of it any more, unless another line comes.
    package var deadline: ClockTime { came.advanced(bySeconds: Self.silence) }

    /// Whether nothing is known of it any more.
    package func isStale(at now: ClockTime) -> Bool { owner == nil || now >= deadline }

    /// Whether a client may send lines.
    package func accepts(_ client: ObjectIdentifier, at now: ClockTime) -> Bool {
        owner == client || isStale(at: now)
    }

    /// Takes a line of a client that may send it.
    package mutating func take(
        _ line: OutsideLine, named name: String, from client: ObjectIdentifier, cameAt now: ClockTime
    ) {
        if owner != client || name != self.name {
            self = SyncSource(name, owner: client, line, cameAt: now)
        } else {
            estimate.take(line)
            came = now
        }
    }

    /// Its owner has gone.
    package mutating func leave() { owner = nil }

    /// Whether the line has a tempo that was proposed.
    package func hasTaken(_ proposal: Tempo) -> Bool {
        abs(estimate.line.bpm / proposal.beatsPerMinute - 1) <= Self.accepted
    }

    /// The tempo that is to be set in place of `present`; nil where `present` is near enough.
    package func tempo(inPlaceOf present: Tempo) -> Tempo? {
        // What is stated, where no more than the skew lies between.
        let stated = estimate.line.bpm
        guard abs(stated - present.beatsPerMinute) > Self.shown else { return nil }
        return (try? Tempo(beatsPerMinute: (stated * 100).rounded() / 100)) ?? nil
    }

    /// The next time from which on a bar of it begins, or a beat of it, and nanoseconds from one to the next.
    package func grid(ofBars: Bool, after now: ClockTime) -> (time: ClockTime, periodNs: Double) {
        let length = ofBars ? Double(estimate.line.quantum) : 1
        let beat = (estimate.beat(at: now) / length).rounded(.up) * length
        let time = now.advanced(bySeconds: (beat - estimate.beat(at: now)) * estimate.period)
        return (time, length * estimate.period * 1e9)
    }
}
