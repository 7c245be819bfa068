// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

/// The manager's end of the notify socket.
final class NotifyListener: Sendable {
    private let descriptor: CInt

    init(_ address: UnixAddress?) throws {
        descriptor = try UnixAddress.socket(SOCK_DGRAM)
        try #require(address).bind(descriptor)
    }

    deinit { close(descriptor) }

    /// The next message that has arrived.
    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
