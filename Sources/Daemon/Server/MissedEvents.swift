// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// The events that a slow client was not sent.
///
/// Beats and movements are dropped and counted, for they are out of date when the client reads again; of the state, the
/// timeline, the sections, the audio and the frames the newest is kept. They are sent in the order of their numbers.
struct MissedEvents {
    private var beats = 0
    private var motions = 0
    /// The number and the run of the event that was dropped last.
    private var last = (seq: 0, run: 0)
    private var newest: [EventKind: EventMessage] = [:]

    /// Counts an event, or keeps it in place of an older one.
    mutating func add(_ message: EventMessage) {
        switch message.kind {
        case .beat:
            beats += 1
            last = (message.seq, message.run)
        case .motion:
            motions += 1
            last = (message.seq, message.run)
        case let kind?: newest[kind] = message
        case nil: break
        }
    }

    /// Takes out the next line to send: the oldest that was kept, or how many were dropped, in place of the last of those.
    mutating func next() -> ByteBuffer? {
        let oldest = newest.min { $0.value.seq < $1.value.seq }
        if beats + motions > 0, last.seq < oldest?.value.seq ?? .max {
            let lagged = LaggedEvent {
                ($0.seq, $0.run) = last
                $0.dropped = .init { ($0.beat, $0.motion) = (beats, motions) }
            }
            (beats, motions) = (0, 0)
            return ByteBuffer(bytes: lagged.line)
        }
        return oldest.flatMap { newest.removeValue(forKey: $0.key)?.line }
    }
}
