// SPDX-License-Identifier: Apache-2.0

/// The result of `offset.get`.
public struct Offset: Sendable, Hashable, Codable {
    /// The device that it is for; `clock` without one.
    public var device: String
    /// How much later it is heard than the device reports, in milliseconds.
    public var offsetMs: Double

    /// All of its parts.
    public init(device: String, offsetMs: Double) {
        self.device = device
        self.offsetMs = offsetMs
    }

    private enum CodingKeys: String, CodingKey {
        case device
        case offsetMs = "offset_ms"
    }
}
