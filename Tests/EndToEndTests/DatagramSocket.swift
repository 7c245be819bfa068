// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What systemd has at `NOTIFY_SOCKET`: takes the messages of sd_notify(3).
final class DatagramSocket {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let code = SocketAddress.with(path) { bind(descriptor, $0, $1) }
        guard descriptor >= 0, code == 0 else { throw HarnessError("bind \(path): errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// The next message, as its variables.
    func next(within seconds: Int32 = 10) throws -> [String: String] {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, seconds * 1000) > 0 else { throw HarnessError("no message within \(seconds) s") }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
    }
}

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

    /// The next connection, for which the test answers.
    func accept() throws -> Int32 {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 10_000) > 0 else { throw HarnessError("nobody connects") }
        return Glibc.accept(descriptor, nil, nil)
    }
}

private enum SocketAddress {
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
