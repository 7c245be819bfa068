// SPDX-License-Identifier: Apache-2.0

/// The result of `version`.
public struct Version: Sendable, Hashable, Codable {
    /// Which protocol the daemon speaks.
    public var `protocol`: ProtocolVersion
    /// The daemon's own version.
    public var daemon: String
    /// What it can do beyond the protocol's first version.
    public var features: [String]

    /// All of its parts.
    public init(protocol: ProtocolVersion = .current, daemon: String = Product.version, features: [String]) {
        self.protocol = `protocol`
        self.daemon = daemon
        self.features = features
    }
}
