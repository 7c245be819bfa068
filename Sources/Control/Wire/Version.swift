// SPDX-License-Identifier: Apache-2.0

/// The result of `version`.
public struct Version: Sendable, Hashable, Codable {
    /// The protocol of the daemon.
    public var `protocol`: ProtocolVersion
    /// The daemon's own version.
    public var daemon: String
    /// What it offers beyond the first version of the protocol.
    public var features: [String]

    /// All of its parts.
    public init(protocol: ProtocolVersion = .current, daemon: String = Product.version, features: [String]) {
        self.protocol = `protocol`
        self.daemon = daemon
        self.features = features
    }
}
