// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The networks of this machine.
package enum NetworkAddresses {
    /// The addresses of IPv4 of those that are up, as `192.168.1.10 (eth0)`, without the machine's own loopback.
    package static func current() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [String] = []
        var next = unsafe list
        while let interface = unsafe next {
            unsafe next = interface.pointee.ifa_next
            let flags = unsafe interface.pointee.ifa_flags
            guard flags & UInt32(IFF_RUNNING) != 0, let address = unsafe interface.pointee.ifa_addr,
                unsafe address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            let host = unsafe UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr.byteSwapped
            let internet = InternetAddress(host: host, port: 0)
            if internet.isLoopback { continue }
            addresses.append("\(internet.hostText) (\(unsafe String(cString: interface.pointee.ifa_name)))")
        }
        return addresses
    }
}
