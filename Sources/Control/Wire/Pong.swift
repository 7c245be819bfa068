// SPDX-License-Identifier: Apache-2.0

/// The result of `ping`.
public struct Pong: Sendable, Hashable, Codable {
    /// The daemon's CLOCK_MONOTONIC.
    public var nowNs: Int64

    /// All of its parts.
    public init(nowNs: Int64) { self.nowNs = nowNs }

    private enum CodingKeys: String, CodingKey {
        case nowNs = "now_ns"
    }
}
