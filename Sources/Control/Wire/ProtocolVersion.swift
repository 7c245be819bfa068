// SPDX-License-Identifier: Apache-2.0

/// A version of the protocol. Programs with the same major number understand each other; a higher minor one only adds.
public struct ProtocolVersion: Sendable, Hashable, Codable {
    /// Rises when the meaning of something existing changes.
    public var major: Int
    /// Rises when something is added.
    public var minor: Int

    /// All of its parts.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The protocol of this build.
    public static let current = ProtocolVersion(major: 1, minor: 1)
}
