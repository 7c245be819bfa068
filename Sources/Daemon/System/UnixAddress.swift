// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The address of an AF_UNIX socket: a path, or a name in Linux's abstract namespace.
struct UnixAddress: Sendable {
    /// The longest path in bytes, for its NUL must fit too: unix(7).
    static let longestPath = 107

    private let address: sockaddr_un
    private let length: socklen_t

    /// Nil if the path is empty, has a NUL in it, or is longer than `longestPath` bytes.
    init?(path: String) {
        guard !path.isEmpty, path.utf8.count <= Self.longestPath, !path.utf8.contains(0) else { return nil }
        self.init(bytes: Array(path.utf8) + [0])
    }

    /// Nil if the name is empty or longer than `longestPath` bytes.
    init?(abstract name: String) {
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
    static func path(of descriptor: CInt) -> String? {
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

    /// bind(2): 0 or an `errno`.
    func bind(_ descriptor: CInt) -> CInt {
        unsafe call { unsafe Glibc.bind(descriptor, $0, $1) }
    }

    /// connect(2): 0 or an `errno`.
    func connect(_ descriptor: CInt) -> CInt {
        unsafe call { unsafe Glibc.connect(descriptor, $0, $1) }
    }

    private func call(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = address
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
        return result == 0 ? 0 : errno
    }
}

extension UnixAddress {
    /// A new close-on-exec AF_UNIX socket, non-blocking, or -1 with `errno` set. Whoever asks closes it.
    static func socket(_ type: __socket_type) -> CInt {
        let flags = SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        return Glibc.socket(AF_UNIX, CInt(type.rawValue | flags), 0)
    }
}
