// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import MetronomeLinux
internal import NIOCore
internal import NIOPosix

/// Calls back once the event loop has looked at its sockets. Belongs to the loop.
///
/// A task would not do: the loop runs tasks, and those that they add, until none is left, before it looks again. An
/// eventfd is one more socket to look at.
final class SocketLook {
    private let descriptor: CInt
    private let channel: any Channel

    private init(_ descriptor: CInt, _ channel: any Channel) {
        self.descriptor = descriptor
        self.channel = channel
    }

    /// One that calls `body` after each look that was asked for. Fails where no eventfd can be made.
    static func make(on loop: any EventLoop, _ body: @escaping () -> Void) -> EventLoopFuture<NIOLoopBound<SocketLook>>
    {
        let descriptor = linux_eventfd()
        guard descriptor >= 0 else { return loop.makeFailedFuture(Errno(-descriptor)) }
        let handler = NIOLoopBound(Handler(body), eventLoop: loop)
        return NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler.value)
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .map { NIOLoopBound(SocketLook(descriptor, $0), eventLoop: loop) }
    }

    /// Asks for a look.
    func ask() {
        if channel.isActive { linux_eventfd_signal(descriptor) }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { body() }
    }
}
