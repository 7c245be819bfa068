// SPDX-License-Identifier: Apache-2.0

/// The starts, stops and positions that were sent just now, by which a message that comes back is known.
///
/// A pure value. A loop that lets the mark of ``LoopMark`` through is known by that already.
struct SentTransport: Sendable, Hashable {
    /// How long a message may take to come back, in nanoseconds.
    private static let echoNs: Int64 = 100_000_000

    private var sent: [MIDIMessage: Int64] = [:]

    /// A message was sent, or will be at that time, in nanoseconds of CLOCK_MONOTONIC.
    mutating func send(_ message: MIDIMessage, atNs due: Int64) {
        guard message != .clock else { return }
        sent = sent.filter { due - $0.value < Self.echoNs }
        sent[message] = due
    }

    /// Whether a message that came is one that was sent.
    func isEcho(_ message: MIDIMessage, atNs now: Int64) -> Bool {
        sent[message].map { now - $0 < Self.echoNs } ?? false
    }
}
