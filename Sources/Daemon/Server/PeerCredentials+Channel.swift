// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux
internal import NIOCore

extension PeerCredentials {
    /// Asks the kernel for them. Fails where the channel is no socket.
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
    }
}
