// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Calls a closure for each batch of bytes that a descriptor has; what they are is not read.
///
/// Owns the descriptor. Watches until `close`. Belongs to the event loop.
final class DescriptorWatch {
    private var channel: (any Channel)?
    private var isClosed = false
    private let changed: () -> Void

    /// `changed` is called on the loop, while the descriptor is open.
    init(loop: any EventLoop, descriptor: CInt, changed: @escaping () -> Void) {
        self.changed = changed
        // A loop of a simulation has no descriptors.
        guard let bootstrap = NIOPipeBootstrap(validatingGroup: loop) else {
            Glibc.close(descriptor)
            return
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BatchHandler { bound.value.report() })
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .whenSuccess { bound.value.opened($0) }
    }

    /// Stops watching; `changed` is not called any more.
    func close() {
        isClosed = true
        channel?.close(promise: nil)
        channel = nil
    }

    private func opened(_ channel: any Channel) {
        if isClosed { channel.close(promise: nil) } else { self.channel = channel }
    }

    private func report() {
        if !isClosed { changed() }
    }
}

/// Calls a closure for each batch.
private final class BatchHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let report: () -> Void

    init(_ report: @escaping () -> Void) { self.report = report }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { report() }
}
