// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import MetronomeControl
import MetronomeLinux
import NIOCore
import NIOEmbedded
import Testing

@testable import Daemon

/// Who is served.
@Suite struct ControlServerTests {
    private static let mostClients = 40
    private let performer = FakePerformer()
    private let server: ControlServer

    init() {
        server = ControlServer(
            loop: EmbeddedEventLoop(), performer: performer, mostClients: Self.mostClients,
            log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    /// A connection of that user's, which has sent a request before it was accepted.
    private func connect(_ uid: uid_t = getuid()) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try server.accept(channel, from: PeerCredentials(pid: 1, uid: uid, gid: uid))
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/nowhere"), promise: nil)
        if channel.isActive { try channel.writeInbound(ByteBuffer(string: "ping\n")) }
        channel.embeddedEventLoop.run()
        server.turns.beginTurn()
        return channel
    }

    /// The reasons of the errors that were received, nil for an answer that is none.
    private func reasons(_ channel: EmbeddedChannel) throws -> [String?] {
        var reasons: [String?] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            for line in bytes.readableBytesView.split(separator: UInt8(ascii: "\n")) {
                reasons.append(try JSONLine.parse(line)["error"]?["data"]?["reason"]?.string)
            }
        }
        return reasons
    }

    @Test func `the user of the daemon and root are served`() throws {
        for uid in [getuid(), 0] {
            let channel = try connect(uid)
            #expect(try reasons(channel) == [nil])
            #expect(channel.isActive)
        }
        #expect(performer.calls == [.ping, .ping])
    }

    @Test func `another user's process gets one refusal, and nothing it asks is done`() throws {
        let channel = try connect(getuid() + 1)
        #expect(try reasons(channel) == ["forbidden"])
        #expect(!channel.isActive)
        #expect(performer.calls.isEmpty && performer.departures == 0)
    }

    @Test func `one client more than are served is told so, and is served when another has gone`() throws {
        let clients = try (0..<Self.mostClients).map { _ in try connect() }
        for client in clients { #expect(try reasons(client) == [nil]) }
        for _ in 0..<2 {
            let surplus = try connect()
            #expect(try reasons(surplus) == ["too_many_clients"])
            #expect(!surplus.isActive)
        }
        clients[3].close(promise: nil)
        #expect(try reasons(connect()) == [nil])
        #expect(try reasons(connect()) == ["too_many_clients"])
    }

    @Test func `who is refused takes no client's place`() throws {
        for _ in 0..<100 { _ = try connect(getuid() + 1) }
        #expect(try reasons(connect()) == [nil])
    }
}
