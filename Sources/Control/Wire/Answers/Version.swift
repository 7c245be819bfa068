// SPDX-License-Identifier: Apache-2.0

/// The result of `version`.
public struct Version: WireRecord {
    /// The protocol of the daemon.
    public var `protocol` = ProtocolVersion.current
    /// The daemon's own version.
    public var daemon = Product.version
    /// What it offers, by name; a later daemon may have more.
    public var features: [String] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<Version>([
        .member("protocol", \.`protocol`, "That the daemon speaks."),
        .member("daemon", \.daemon, "Its own version."),
        .member("features", \.features, "What it offers, by name; a later daemon may have more."),
    ])
}
