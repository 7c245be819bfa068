// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The address of an AF_UNIX socket: a path, or a name in Linux's abstract namespace.
package struct UnixAddress: Sendable {
    /// The longest path, in bytes: `sun_path` has 108 and ends with a NUL, see unix(7).
    package static let longestPath = 107

    private let address: sockaddr_un
    private let length: socklen_t

    /// Nil if the path is empty, has a NUL in it, or is longer than `longestPath` bytes.
    package init?(path: String) {
        guard !path.isEmpty, path.utf8.count <= Self.longestPath, !path.utf8.contains(0) else { return nil }
        self.init(bytes: Array(path.utf8) + [0])
    }

    /// Nil if the name is empty or longer than `longestPath` bytes.
    package init?(abstract name: String) {
        guard !name.isEmpty, name.utf8.count <= Self.longestPath else { return nil }
        self.init(bytes: [0] + name.utf8)
    }

    private init(bytes: [UInt8]) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        self.address = address
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    /// The path that a socket is bound to, or nil if it is bound to none.
    package static func path(of descriptor: CInt) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let bytes = unsafe withUnsafeBytes(of: &address.sun_path) { unsafe $0.prefix { $0 != 0 }.map { $0 } }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// Binds a socket to the address: bind(2).
    package func bind(_ descriptor: CInt) throws(Errno) {
        try unsafe call { unsafe Glibc.bind(descriptor, $0, $1) }
    }

    /// Connects a socket to the address: connect(2).
    package func connect(_ descriptor: CInt) throws(Errno) {
        try unsafe call { unsafe Glibc.connect(descriptor, $0, $1) }
    }

    private func call(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) throws(Errno) {
        var address = address
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
        guard result == 0 else { throw .last }
    }
}

extension UnixAddress {
    /// A new AF_UNIX socket, close-on-exec and non-blocking. The caller closes it.
    package static func socket(_ type: __socket_type) throws(Errno) -> CInt {
        let flags = SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = Glibc.socket(AF_UNIX, CInt(type.rawValue | flags), 0)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }
}
