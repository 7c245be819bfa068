// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOPosix

/// Accepts connections on the control socket: at most 32, of our own user and root only. Belongs to the event loop.
final class ControlServer {
    /// Connections served at a time; one more is told so and closed.
    static let mostClients = 32

    private let loop: any EventLoop
    private let conductor: Conductor
    private let log: Logger
    private var clients = 0
    private var channel: (any Channel)?

    init(loop: any EventLoop, conductor: Conductor, log: Logger) {
        self.loop = loop
        self.conductor = conductor
        self.log = log
    }

    /// Serves a listening socket; takes ownership of the descriptor.
    func listen(on descriptor: CInt) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 64)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(low: ClientHandler.outputLimit / 2, high: ClientHandler.outputLimit)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try bound.value.accept(channel) }
            }
            .withBoundSocket(descriptor)
            .map { bound.value.channel = $0 }
    }

    /// Takes no more connections.
    func close() {
        channel?.close(promise: nil)
        channel = nil
    }

    private func accept(_ channel: any Channel) throws {
        clients += 1
        let handler = ClientHandler(conductor: conductor, log: log) { [weak self] in self?.clients -= 1 }
        try channel.pipeline.syncOperations.addHandler(handler)
        guard clients <= Self.mostClients else {
            return turnAway(
                channel, ControlError(.tooManyClients, "\(Self.mostClients) clients are served; try again later"))
        }
        checkPeer(of: channel)
    }

    private func turnAway(_ channel: any Channel, _ error: ControlError) {
        let line = channel.allocator.buffer(bytes: Reply.line(error: error))
        channel.eventLoop.execute {
            channel.writeAndFlush(line).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    /// The second line of defence behind the socket's mode: the peer runs as us or as root.
    private func checkPeer(of channel: any Channel) {
        guard let provider = channel as? any SocketOptionProvider else { return }
        let found: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: .init(rawValue: SO_PEERCRED))
        found.assumeIsolated().whenSuccess { [weak self] peer in
            guard peer.uid != getuid(), peer.uid != 0 else { return }
            self?.log.warning("refused a connection of user \(peer.uid), process \(peer.pid)")
            self?.turnAway(channel, ControlError(.busy, "only the user who runs the daemon may control it"))
        }
    }
}

/// `struct ucred` of unix(7).
private struct PeerCredentials: BitwiseCopyable {
    var pid: pid_t = 0
    var uid: uid_t = 0
    var gid: gid_t = 0
}
