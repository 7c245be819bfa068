// SPDX-License-Identifier: Apache-2.0

/// A section of a song, announced before it is heard; again where its time changes after that.
public struct SectionEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (SectionEvent) -> Event { Event.section }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .section

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start plays.
    public var run = 0
    /// The section.
    public var section = SectionState()
    /// The section that follows; nil before the end, and where it is far away.
    public var next: SectionState?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SectionEvent>(
        event: method, "A section of a song, announced before it is heard; again where its time changes after that.",
        seq: \.seq, run: \.run,
        [
            .member("section", \.section, "That begins."),
            .orNull("next", \.next, "That follows; `null` before the end, and where it is far away."),
        ])
}
