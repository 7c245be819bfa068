// SPDX-License-Identifier: Apache-2.0

/// Events that were left out because the subscriber was slow.
public struct LaggedEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (LaggedEvent) -> Event { Event.lagged }
    /// Its name on the wire; nobody subscribes to it.
    public static let (kind, method): (EventKind?, String) = (nil, "event.lagged")

    /// How many, by kind.
    public struct Dropped: WireRecord {
        /// Beats.
        public var beat = 0
        /// Movements of beats.
        public var motion = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Dropped>([
            .member("beat", \.beat, "How many beats."),
            .member("motion", \.motion, "How many movements."),
        ])
    }

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it.
    public var run = 0
    /// What was left out.
    public var dropped = Dropped()

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<LaggedEvent>(
        event: method, "Beats were left out because the reader was slow.",
        seq: \.seq, run: \.run,
        [
            .member("dropped", \.dropped, "What was left out.")
        ])
}
