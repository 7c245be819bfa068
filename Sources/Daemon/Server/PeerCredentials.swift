// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix

/// The process at the other end of a connection when it connected: `struct ucred` of unix(7).
struct PeerCredentials: BitwiseCopyable, Sendable {
    var pid: pid_t = 0
    var uid: uid_t = 0
    var gid: gid_t = 0

    /// Asks the kernel for them. Fails where the channel is no socket.
    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
    }
}
