// SPDX-License-Identifier: Apache-2.0

/// A version of the protocol. Programs with the same major number understand each other; a higher minor one only adds.
public struct ProtocolVersion: WireRecord {
    /// Rises when the meaning of something existing changes.
    public var major = 0
    /// Rises when something is added.
    public var minor = 0

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<ProtocolVersion>(
        "protocol", "A version of the protocol.",
        [
            .member("major", \.major, "Rises when the meaning of something changes."),
            .member("minor", \.minor, "Rises when something is added."),
        ])

    /// The protocol of this build.
    public static let current = ProtocolVersion { ($0.major, $0.minor) = (1, 0) }
}
