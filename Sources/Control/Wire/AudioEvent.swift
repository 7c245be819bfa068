// SPDX-License-Identifier: Apache-2.0

/// A change of the output, such as a device that goes away or comes back.
public struct AudioEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.audio"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it; nil from a daemon of protocol 1.0.
    public var run: Int?
    /// As `status` has it.
    public var audio: AudioState

    /// All of its parts.
    public init(seq: Int, run: Int? = nil, audio: AudioState) {
        self.seq = seq
        self.run = run
        self.audio = audio
    }
}
