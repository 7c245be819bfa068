// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A stream socket that a test listens on, in place of a daemon.
final class StreamListener {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let code = SocketAddress.with(path) { bind(descriptor, $0, $1) }
        guard descriptor >= 0, code == 0, listen(descriptor, 8) == 0 else {
            throw HarnessError("listen on \(path): errno \(errno)")
        }
    }

    deinit { close(descriptor) }

    /// The next connection; the caller closes it.
    func accept() throws -> Int32 {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, Int32(clamping: patience.components.seconds * 1000)) > 0 else {
            throw HarnessError("nobody connects")
        }
        return Glibc.accept(descriptor, nil, nil)
    }
}

/// The address of a Unix socket.
enum SocketAddress {
    static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
