// SPDX-License-Identifier: Apache-2.0

/// The names by which browsers may call the server: its addresses, `localhost`, the machine's name, and others that were
/// given.
///
/// A page of another site can have a name of its own resolve to this machine (DNS rebinding), but not have the browser
/// leave that name out of `Host`. An address in figures needs no name server, so any is right.
package struct HostNames: Sendable {
    private let names: Set<String>

    /// - Parameters:
    ///   - machine: the machine's name; it is also taken with `.local` behind it, as mDNS has it.
    ///   - others: names that a proxy or a name server gives it.
    package init(machine: String, others: [String] = []) {
        let short = machine.lowercased().split(separator: ".").first.map(String.init) ?? "localhost"
        names = Set(["localhost", short, short + ".local", machine.lowercased()] + others.map { $0.lowercased() })
    }

    /// Whether a request with this `Host` is meant for this server. The port does not matter: a proxy may have another.
    package func allows(_ host: String) -> Bool {
        guard let name = Self.name(of: host) else { return false }
        return names.contains(name) || MachineAddresses.isAddress(name)
    }

    /// The name without port and brackets, in small letters; nil for what is no host.
    static func name(of host: String) -> String? {
        let host = host.lowercased()
        guard !host.isEmpty, host.utf8.count <= 255 else { return nil }
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]"), isPort(host[host.index(after: end)...]) else { return nil }
            return String(host[host.index(after: host.startIndex)..<end])
        }
        let colon = host.firstIndex(of: ":") ?? host.endIndex
        guard isPort(host[colon...]), colon != host.startIndex else { return nil }
        let name = host[..<colon]
        return String(name.last == "." ? name.dropLast() : name)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && text.utf8.count <= 6 && UInt16(text.dropFirst()) != nil)
    }

    /// Whether a text can be the name of a host, without a port.
    package static func isName(_ text: String) -> Bool {
        name(of: text) == text.lowercased()
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"/\\?#@[]%".utf8.contains($0) }
    }

    /// Whether a page of that `Origin` was served under that `Host`.
    static func isSame(origin: String, host: String) -> Bool {
        let (origin, host) = (origin.lowercased(), host.lowercased())
        return origin == "http://" + host || origin == "https://" + host
    }
}
