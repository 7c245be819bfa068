// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// A connection that is not served: sends the reason as its only line and closes. No request of it is read.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reason: ControlError

    /// Refuses a connection for that reason.
    init(_ reason: ControlError) { self.reason = reason }

    func channelActive(context: ChannelHandlerContext) {
        let line = context.channel.allocator.buffer(bytes: Reply.line(error: reason))
        context.writeAndFlush(wrapOutboundOut(line)).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
