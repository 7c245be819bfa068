// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import Logging
internal import MetronomeControl
internal import MetronomeLinux
internal import NIOCore
internal import NIOPosix

/// Accepts connections on the control socket: at most ``mostClients``, of our own user and root only. Belongs to the event loop.
final class ControlServer {
    /// Connections served at a time; one more is told so and closed.
    private let mostClients: Int
    private let loop: any EventLoop
    private let performer: any RequestPerformer
    private let log: Logger
    /// In which order requests are performed.
    private(set) lazy var turns: RequestTurns = RequestTurns(afterSockets: { [loop] in loop.assumeIsolated().execute($0)
    }) {
        [weak self] in self?.look?.ask()
    }
    private var clients = 0
    /// The most there were since memory was given back.
    private var mostSinceRelease = 0
    /// How many connections close before the heap that they had is given back to the system.
    private static let crowd = 32
    /// How long lines are done for that came before the end.
    private static let lastLines = TimeAmount.seconds(3)
    private var channel: (any Channel)?
    private var look: SocketLook?

    init(loop: any EventLoop, performer: any RequestPerformer, mostClients: Int, log: Logger) {
        self.loop = loop
        self.mostClients = mostClients
        self.performer = performer
        self.log = log
    }

    /// Serves a listening socket; takes ownership of the descriptor.
    func listen(on descriptor: CInt) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return SocketLook.make(on: loop) { [weak self] in self?.turns.beginTurn() }
            .flatMap {
                bound.value.look = $0.value
                return bound.value.accept(on: descriptor)
            }
    }

    private func accept(on descriptor: CInt) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            // Clients that connect at once wait in line until the next look at the socket.
            .serverChannelOption(.backlog, value: max(ListeningSocket.backlog, CInt(clamping: mostClients)))
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

    /// Takes no more connections. The future succeeds when all lines are done that clients have sent, or after ``lastLines``.
    func close() -> EventLoopFuture<Void> {
        channel?.close(promise: nil)
        channel = nil
        let done = loop.makePromise(of: Void.self)
        let limit = loop.scheduleTask(in: Self.lastLines) { done.succeed() }
        turns.whenIdle {
            limit.cancel()
            done.succeed()
        }
        return done.futureResult
    }

    /// Gives a new connection the handler that serves it, or the one that refuses it.
    func accept(_ channel: any Channel, from peer: PeerCredentials) throws {
        // The second line of defence behind the socket's mode.
        guard peer.uid == getuid() || peer.uid == 0 else {
            log.warning("refused a connection of user \(peer.uid), process \(peer.pid)")
            return try refuse(
                channel, ControlError(.forbidden, "only the user who runs the daemon, and root, may control it"))
        }
        guard clients < mostClients else {
            let reason =
                "\(mostClients) clients are served, as many as the daemon's `connections` allows; try again later, or set more"
            return try refuse(channel, ControlError(.tooManyClients, reason))
        }
        let handler = ClientHandler(performer: performer, turns: turns, log: log) { [weak self] in
            self?.left()
        }
        try channel.pipeline.syncOperations.addHandler(handler)
        clients += 1
        mostSinceRelease = max(mostSinceRelease, clients)
    }

    private func left() {
        clients -= 1
        guard mostSinceRelease - clients == Self.crowd else { return }
        // As a rule the others go in the same moment.
        loop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            guard let self else { return }
            mostSinceRelease = clients
            linux_release_heap()
        }
    }

    private func refuse(_ channel: any Channel, _ reason: ControlError) throws {
        try channel.pipeline.syncOperations.addHandler(RefusalHandler(reason))
    }
}
