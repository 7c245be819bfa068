// SPDX-License-Identifier: Apache-2.0

/// A change of what `status` says, whoever made it.
public struct StateEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (StateEvent) -> Event { Event.state }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .state

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it.
    public var run = 0
    /// The keys of the status that have changed.
    public var changed: [String] = []
    /// The whole status.
    public var state = Status()

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<StateEvent>(
        event: method, "Something that `status` says has changed.",
        seq: \.seq, run: \.run,
        [
            .member("changed", \.changed, "The members of the status that changed."),
            .member("state", \.state, "The status but for its timeline."),
        ])
}
