// SPDX-License-Identifier: Apache-2.0

/// A change of the output, such as a device that goes away or comes back.
public struct AudioEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (AudioEvent) -> Event { Event.audio }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .audio

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it.
    public var run = 0
    /// As `status` has it.
    public var audio = AudioState()

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<AudioEvent>(
        event: method, "The output has changed.",
        seq: \.seq, run: \.run,
        [
            .member("audio", \.audio, "As in the status.")
        ])
}
