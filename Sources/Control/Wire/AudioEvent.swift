// SPDX-License-Identifier: Apache-2.0

/// A change of the output, such as a device that goes away or comes back.
public struct AudioEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.audio"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// As `status` has it.
    public var audio: AudioState

    /// All of its parts.
    public init(seq: Int, audio: AudioState) {
        self.seq = seq
        self.audio = audio
    }
}
