// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Stands in for systemd at `NOTIFY_SOCKET`: receives the messages of sd_notify(3).
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
    func next(within seconds: Int32 = Int32(clamping: patience.components.seconds)) throws -> [String: String] {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, seconds * 1000) > 0 else { throw HarnessError("no message within \(seconds) s") }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
    }
}
