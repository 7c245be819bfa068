// SPDX-License-Identifier: Apache-2.0

/// The result of `ping`.
public struct Pong: WireRecord {
    /// The daemon's CLOCK_MONOTONIC.
    public var nowNs: Int64 = 0

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<Pong>([
        .member("now_ns", \.nowNs, "The daemon's CLOCK_MONOTONIC.")
    ])
}
