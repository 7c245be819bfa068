// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A socket for datagrams of UDP over IPv4. Nothing here waits.
package struct UDPSocket: ~Copyable {
    /// For poll(2).
    package let descriptor: CInt
    /// The longest datagram there is, in bytes.
    package static let longest = 65_507

    private var buffer = [UInt8](repeating: 0, count: UDPSocket.longest)

    /// What came.
    package enum Arrival: Sendable, Hashable {
        case datagram([UInt8], from: InternetAddress)
        /// What was sent to this address was refused there.
        case unreachable(InternetAddress)
    }

    /// A socket at an address of this machine; port 0 is any that is free.
    ///
    /// - Throws: what socket(2) or bind(2) reports, such as `EADDRINUSE`.
    package init(at address: InternetAddress) throws(Errno) {
        let flags = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        descriptor = socket(AF_INET, CInt(flags), 0)
        guard descriptor >= 0 else { throw .last }
        // Has the kernel say to which address a datagram could not be delivered.
        var on: CInt = 1
        unsafe setsockopt(descriptor, CInt(IPPROTO_IP), IP_RECVERR, &on, socklen_t(MemoryLayout<CInt>.size))
        // A datagram that is too long for a link on its way is cut up there, instead of being reported as not delivered.
        var cutsUp = IP_PMTUDISC_DONT
        unsafe setsockopt(
            descriptor, CInt(IPPROTO_IP), IP_MTU_DISCOVER, &cutsUp, socklen_t(MemoryLayout<CInt>.size))
        let result = unsafe Self.call(address) { unsafe bind(descriptor, $0, $1) }
        guard result == 0 else {
            let error = Errno.last
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// The address that it is bound to.
    package var address: InternetAddress {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        return InternetAddress(address)
    }

    /// The next that has come; nil where there is nothing more.
    package mutating func next() -> Arrival? {
        // A few errors may stand before a datagram.
        for _ in 0..<8 {
            if let (_, origin) = receive(CInt(MSG_ERRQUEUE)) { return .unreachable(origin) }
            if let (count, origin) = receive(0) { return .datagram(Array(buffer.prefix(count)), from: origin) }
            if errno == EAGAIN { return nil }
        }
        return nil
    }

    /// Sends a datagram; false where that address cannot be sent to. One for which there is no room now is lost, as any may be.
    package func send(_ bytes: [UInt8], to address: InternetAddress) -> Bool {
        for _ in 0..<3 {
            let count = unsafe Self.call(address) { peer, length in
                unsafe bytes.withUnsafeBytes { unsafe sendto(descriptor, $0.baseAddress, $0.count, 0, peer, length) }
            }
            if count >= 0 { return true }
            switch errno {
            // The error of a datagram before, maybe to another address, which `next` tells.
            case EINTR, ECONNREFUSED: continue
            case EAGAIN, ENOBUFS: return true
            default: return false
            }
        }
        return true
    }

    private mutating func receive(_ flags: CInt) -> (count: Int, origin: InternetAddress)? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let count = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe buffer.withUnsafeMutableBytes {
                    unsafe recvfrom(descriptor, $0.baseAddress, $0.count, flags, pointer, &length)
                }
            }
        }
        return count >= 0 ? (count, InternetAddress(address)) : nil
    }

    private static func call<Result>(
        _ address: InternetAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = address.socketAddress
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
