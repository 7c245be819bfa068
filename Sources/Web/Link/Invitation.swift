// SPDX-License-Identifier: Apache-2.0

/// What people are shown to get to the page: its addresses, the links that let a browser in, and a QR code for phones.
package struct Invitation: Sendable {
    private let hosts: [String]
    private let port: Int
    private let tokens: Tokens
    private let isOpen: Bool

    /// - Parameter listening: the address that the server listens on.
    package init(listening: String, port: Int, tokens: Tokens) {
        let reachable = MachineAddresses.reachable(listening: listening)
        hosts = reachable.isEmpty ? ["127.0.0.1"] : reachable
        self.port = port
        self.tokens = tokens
        isOpen = !MachineAddresses.isLoopback(listening)
    }

    /// Where the page is, without a secret; the likeliest first.
    package var addresses: [String] { hosts.map { Self.address(host: $0, port: port) } }

    /// The link that lets a browser in with a role, the token behind `#`, which no browser sends to a server.
    package func link(for role: Role) -> String { (addresses.first ?? "") + "#t=" + tokens[role].text }

    /// A line with the link of a role.
    package func line(for role: Role) -> String { "to \(role): \(link(for: role))\n" }

    /// The line, and a QR code of the link where other machines are meant.
    package func text(for role: Role) -> String {
        let code = isOpen ? QRCode(link(for: role))?.terminalText : nil
        return line(for: role) + (code.map { "\n\($0)\n" } ?? "")
    }

    static func address(host: String, port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    }
}
