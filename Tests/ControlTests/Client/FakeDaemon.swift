// SPDX-License-Identifier: Apache-2.0

import Glibc

@testable import MetronomeControl

/// The daemon's end of a socket pair. What it says is readable before the client reads, so that no test needs a thread.
final class FakeDaemon {
    let client: ControlClient
    private var descriptor: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw ClientError.io("socketpair")
        }
        client = ControlClient(descriptor: ends[0])
        descriptor = ends[1]
    }

    deinit { hangUp() }

    /// The line that refuses the request of that id.
    static func refusal(_ id: Int64?, _ error: ControlError) -> [UInt8] {
        let request = Request(
            id: id.map { RequestID($0) } ?? .none, isStrict: false, wantsReply: true, call: .failure(error))
        return Reply.line(to: request, error: error)
    }

    func say(_ text: String) { say(Array(text.utf8)) }

    func say(_ bytes: [UInt8]) {
        _ = write(descriptor, bytes, bytes.count)
    }

    func heard() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
