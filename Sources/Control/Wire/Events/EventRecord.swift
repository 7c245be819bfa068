// SPDX-License-Identifier: Apache-2.0

/// What an event tells.
public protocol EventRecord: WireRecord {
    /// To whose subscribers it is sent; nil for one that goes to whoever is concerned.
    static var kind: EventKind? { get }
    /// Its name on the wire.
    static var method: String { get }
    /// The event that tells it.
    static var event: @Sendable (Self) -> Event { get }
    /// Rises with every event that the daemon sends.
    var seq: Int { get }
    /// Which start it belongs to.
    var run: Int { get }
}

extension EventRecord {
    /// `event.beat` for what is sent to the subscribers of beats.
    public static var method: String { "event." + (kind?.rawValue ?? "") }
    /// The line of the event, with its end.
    package var line: [UInt8] { EventLine.encode(method: Self.method, params: self) }
}
