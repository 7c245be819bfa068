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
    private let performer: any RequestPerformer
    private let log: Logger
    private var clients = 0
    private var channel: (any Channel)?

    init(loop: any EventLoop, performer: any RequestPerformer, log: Logger) {
        self.loop = loop
        self.performer = performer
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
                // Nothing is read of a connection before this is complete.
                PeerCredentials.of(channel).flatMapThrowing { try bound.value.accept(channel, from: $0) }
            }
            .withBoundSocket(descriptor)
            .map { bound.value.channel = $0 }
    }

    /// Takes no more connections.
    func close() {
        channel?.close(promise: nil)
        channel = nil
    }

    /// Gives a new connection the handler that serves it, or the one that refuses it.
    func accept(_ channel: any Channel, from peer: PeerCredentials) throws {
        // The second line of defence behind the socket's mode.
        guard peer.uid == getuid() || peer.uid == 0 else {
            log.warning("refused a connection of user \(peer.uid), process \(peer.pid)")
            return try refuse(
                channel, ControlError(.forbidden, "only the user who runs the daemon, and root, may control it"))
        }
        guard clients < Self.mostClients else {
            return try refuse(
                channel, ControlError(.tooManyClients, "\(Self.mostClients) clients are served; try again later"))
        }
        let handler = ClientHandler(performer: performer, log: log) { [weak self] in self?.clients -= 1 }
        try channel.pipeline.syncOperations.addHandler(handler)
        clients += 1
    }

    private func refuse(_ channel: any Channel, _ reason: ControlError) throws {
        try channel.pipeline.syncOperations.addHandler(RefusalHandler(reason))
    }
}
