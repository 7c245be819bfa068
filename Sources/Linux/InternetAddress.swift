// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds

/// An address of IPv4, and a port.
package struct InternetAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address as one number: 127.0.0.1 is 0x7F000001.
    package var host: UInt32
    package var port: UInt16

    package init(host: UInt32, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address of `a.b.c.d`; nil for any other text.
    package init?(_ text: String, port: UInt16 = 0) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt8(part) : nil
        }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        self.init(host: numbers.reduce(0) { $0 << 8 | UInt32($1) }, port: port)
    }

    /// Whether only this machine has it: 127.0.0.0/8.
    package var isLoopback: Bool { host >> 24 == 127 }

    /// The address without the port, as `a.b.c.d`.
    package var hostText: String {
        (0..<4).reversed().map { "\(host.byte($0))" }.joined(separator: ".")
    }

    package var description: String { "\(hostText):\(port)" }

    init(_ address: sockaddr_in) {
        self.init(host: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
    }

    var socketAddress: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}
