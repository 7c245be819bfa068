// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux
internal import NIOCore

/// What this machine is called by others.
package enum MachineAddresses {
    /// Its name.
    package static var name: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, 255) == 0 else { return "localhost" }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether a text is an address in figures.
    package static func isAddress(_ text: String) -> Bool { (try? SocketAddress(ipAddress: text, port: 0)) != nil }

    /// Whether only this machine has an address.
    package static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    /// The index of the network interface that has an address; nil for an address of all.
    static func interface(of address: String) -> Int32? {
        let device = (try? System.enumerateDevices())?.first { $0.address?.ipAddress == address }
        return device.map { Int32($0.interfaceIndex) }
    }

    /// The addresses by which other machines reach one that listens there, the likeliest first.
    package static func reachable(listening address: String) -> [String] {
        guard address == "0.0.0.0" || address == "::" else { return [address] }
        let devices = (try? System.enumerateDevices()) ?? []
        let all = devices.compactMap { $0.address?.ipAddress }.filter { !isLoopback($0) }
        // IPv6 addresses of one link need its name behind them, which browsers do not take.
        let usable = all.filter { !$0.contains(":") || (address == "::" && !$0.hasPrefix("fe80")) }
        let likeliest = InternetAddress.outward?.hostText
        return usable.filter { $0 == likeliest } + usable.filter { $0 != likeliest }
    }
}
