// SPDX-License-Identifier: Apache-2.0

/// The result of `offset.get`.
public struct Offset: WireRecord {
    /// The device that it is for; `clock` without one.
    public var device = ""
    /// How much later it is heard than the device reports, in milliseconds.
    public var offsetMs = 0.0

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<Offset>([
        .member("offset_ms", \.offsetMs, "In milliseconds, + is later."),
        .member("device", \.device, "The device in use."),
    ])
}
