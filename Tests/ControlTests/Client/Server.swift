// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

/// The daemon's socket, served by the test itself: nothing here waits, for a connection is made and a line is readable
/// at once on a Unix socket.
final class Server {
    let path = "/tmp/metronomed-test-\(getpid())-\(UInt64.random(in: 0 ... .max)).sock"
    private var listener: CInt = -1
    private var peer: CInt = -1

    func listen() throws {
        unlink(path)
        listener = try UnixAddress.socket(SOCK_STREAM)
        try #require(UnixAddress(path: path)).bind(listener)
        #expect(Glibc.listen(listener, 1) == 0)
    }

    /// Accepts a connection, if one is there.
    func acceptIfAsked() {
        var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        if listener >= 0, poll(&request, 1, 0) > 0 { accept() }
    }

    func accept() { peer = Glibc.accept(listener, nil, nil) }

    /// Accepts a connection that a thread makes.
    func acceptLater() async throws {
        var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 0) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        accept()
    }

    /// Waits for what a thread says.
    func heard(_ text: String) async throws {
        var all = ""
        while !all.contains(text) {
            try await Task.sleep(for: .milliseconds(1))
            all += heard()
        }
    }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(write(peer, bytes, bytes.count) == bytes.count)
    }

    func heard() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(peer, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Ends as a process that is killed does.
    func die() {
        for descriptor in [peer, listener] where descriptor >= 0 { close(descriptor) }
        (peer, listener) = (-1, -1)
    }

    deinit {
        die()
        unlink(path)
    }
}
