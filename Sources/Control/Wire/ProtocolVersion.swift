// SPDX-License-Identifier: Apache-2.0

/// Which protocol is spoken: the same major number understands each other, a higher minor one only adds.
public struct ProtocolVersion: Sendable, Hashable, Codable {
    /// Changes when something that was there means something else.
    public var major: Int
    /// Changes when something is added.
    public var minor: Int

    /// All of its parts.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The protocol of this build.
    public static let current = ProtocolVersion(major: 1, minor: 0)
}
