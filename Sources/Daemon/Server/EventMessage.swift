// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// An event for all clients that are sent it: its line is encoded once, when the first of them takes it, and shared.
/// Belongs to the event loop.
final class EventMessage {
    /// To whose subscribers it is sent; nil for one that goes to whoever is concerned.
    let kind: EventKind?
    /// Its number, and the run that it belongs to.
    let (seq, run): (Int, Int)
    private var record: (any EventRecord)?
    private var encoded = ByteBuffer()

    /// An event for those who have subscribed to its kind.
    init(_ event: Event) {
        record = event.record
        (seq, run) = (event.record?.seq ?? 0, event.record?.run ?? 0)
        kind = event.record.flatMap { type(of: $0).kind }
    }

    /// The line with its end. A copy shares the bytes.
    var line: ByteBuffer {
        if let record {
            encoded = ByteBuffer(bytes: record.line)
            self.record = nil
        }
        return encoded
    }
}
