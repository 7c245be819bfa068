// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// The events that a slow client was not sent.
///
/// Beats and movements are dropped and counted, for they are out of date when the client reads again; of the state, the
/// timeline, the sections, the audio and the frames the newest is kept.
struct MissedEvents {
    private static let kept: [EventKind] = EventKind.allCases.filter { ![.beat, .motion].contains($0) }

    private var beats = 0
    private var motions = 0
    private var newest: [EventKind: EventMessage] = [:]

    /// Counts an event, or keeps it in place of an older one.
    mutating func add(_ message: EventMessage) {
        switch message.kind {
        case .beat: beats += 1
        case .motion: motions += 1
        case let kind?: newest[kind] = message
        case nil: break
        }
    }

    /// Takes out the next line to send: what was dropped, with that event number and run, then what was kept.
    mutating func next(sequence: Int, run: Int) -> ByteBuffer? {
        if beats + motions > 0 {
            let lagged = LaggedEvent {
                $0.seq = sequence
                $0.run = run
                $0.dropped = .init { ($0.beat, $0.motion) = (beats, motions) }
            }
            (beats, motions) = (0, 0)
            return ByteBuffer(bytes: lagged.line)
        }
        for kind in Self.kept {
            if let message = newest.removeValue(forKey: kind) { return message.line }
        }
        return nil
    }
}
