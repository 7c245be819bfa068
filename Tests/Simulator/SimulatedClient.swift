// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import NIOCore
internal import NIOEmbedded
@testable import Daemon

/// A client of the daemon: bytes in, bytes out, by the handler that serves its connection.
final class SimulatedClient {
    private let channel: EmbeddedChannel
    private let outbox = Outbox()
    /// The lines that it has sent and that are not answered, the oldest first.
    var waiting: [String] = []
    /// What was answered last.
    var answer = JSONValue.null
    var wasRefused: Bool { answer["error"] != nil }

    init(of daemon: SimulatedDaemon, on loop: EmbeddedEventLoop) throws {
        let handler = ClientHandler(performer: daemon.conductor, turns: daemon.turns, log: daemon.log) {}
        channel = EmbeddedChannel(handlers: [outbox, handler], loop: loop)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/simulated")).wait()
    }

    /// Sends a line.
    func send(_ line: String) {
        waiting.append(line)
        _ = try? channel.writeInbound(ByteBuffer(string: line + "\n"))
    }

    /// The lines that have come.
    func receive() -> [[UInt8]] {
        guard !outbox.sent.isEmpty else { return [] }
        var (lines, begin) = ([[UInt8]](), 0)
        while let end = outbox.sent[begin...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Array(outbox.sent[begin..<end]))
            begin = end + 1
        }
        outbox.sent.removeSubrange(..<begin)
        return lines
    }

    /// Closes its connection. `finish` would run what the daemon's loop has scheduled for later, and drop what follows from it.
    func leave() { channel.close(promise: nil) }
}

/// What was sent to a client: to look into it takes less than to ask the channel for it.
private final class Outbox: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    /// What was written, until it is sent.
    private var written: [UInt8] = []
    var sent: [UInt8] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytesView
        promise?.succeed(())
    }

    func flush(context: ChannelHandlerContext) {
        sent += written
        written.removeAll(keepingCapacity: true)
    }
}
#endif
