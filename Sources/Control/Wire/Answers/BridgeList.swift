// SPDX-License-Identifier: Apache-2.0

/// The result of `bridges`: what joins the daemon to other software and machines.
public struct BridgeList: WireRecord {
    /// A client that says of itself that it is a bridge.
    public struct Bridge: WireRecord {
        /// Its kind: `midi`.
        public var name = ""
        /// What it joins the daemon to.
        public var to = ""
        /// What is wrong and what to do; nil while all is well.
        public var trouble: String?
        /// How many others it has found; nil for a kind that finds none.
        public var peers: Int?

        /// Empty.
        public init() {}

        package init(_ name: String, to: String, trouble: String? = nil, peers: Int? = nil) {
            (self.name, self.to, self.trouble, self.peers) = (name, to, trouble, peers)
        }

        /// Its members on the wire.
        public static let record = Record<Bridge>(
            "bridge", "A client that joins the daemon to other software and machines.",
            [
                .member("name", \.name, "Its kind."),
                .member("to", \.to, "What it joins the daemon to."),
                .orNull("trouble", \.trouble, "What is wrong and what to do; `null` while all is well."),
                .leftOut("peers", \.peers, "How many others it has found, if it looks for any."),
            ])
    }

    /// In the order of their names.
    public var bridges: [Bridge] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<BridgeList>([
        .member("bridges", \.bridges, "In the order of their names.")
    ])
}
