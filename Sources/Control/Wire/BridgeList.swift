// SPDX-License-Identifier: Apache-2.0

/// The result of `bridges`: what joins the daemon to other software and machines.
public struct BridgeList: Sendable, Hashable, Codable {
    /// A client that says of itself that it is a bridge.
    public struct Bridge: Sendable, Hashable, Codable {
        /// Its kind: `midi`.
        public var name: String
        /// What it joins the daemon to.
        public var to: String
        /// What is wrong and what to do; nil while all is well.
        @OrNull public var trouble: String?
        /// How many others it has found; nil for a kind that finds none.
        public var peers: Int?

        /// All of its parts.
        public init(name: String, to: String, trouble: String? = nil, peers: Int? = nil) {
            self.name = name
            self.to = to
            self.trouble = trouble
            self.peers = peers
        }
    }

    /// In the order of their names.
    public var bridges: [Bridge]

    /// Those of a daemon.
    public init(bridges: [Bridge]) { self.bridges = bridges }
}
