// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import Control
internal import NIOCore
internal import NIOEmbedded
@testable import Daemon

/// A client of the daemon: bytes in, bytes out, by the handler that serves its connection.
final class SimulatedClient {
    private let channel: EmbeddedChannel
    private var unread: [UInt8] = []
    /// The lines that it has sent and that are not answered, the oldest first.
    var waiting: [String] = []
    /// What was answered last.
    var answer = JSONValue.null
    var wasRefused: Bool { answer["error"] != nil }

    init(of daemon: SimulatedDaemon, on loop: EmbeddedEventLoop) throws {
        let handler = ClientHandler(performer: daemon.conductor, turns: daemon.turns, log: daemon.log) {}
        channel = EmbeddedChannel(handler: handler, loop: loop)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/simulated")).wait()
    }

    /// Sends a line.
    func send(_ line: String) {
        waiting.append(line)
        _ = try? channel.writeInbound(ByteBuffer(string: line + "\n"))
    }

    /// The lines that have come.
    func receive() -> [[UInt8]] {
        while let bytes = try? channel.readOutbound(as: ByteBuffer.self) { unread += bytes.readableBytesView }
        guard !unread.isEmpty else { return [] }
        let lines = unread.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        unread = Array(lines.last ?? [])
        return lines.dropLast().map(Array.init)
    }

    /// Closes its connection. `finish` would run what the daemon's loop has scheduled for later, and drop what follows from it.
    func leave() { channel.close(promise: nil) }
}
#endif
