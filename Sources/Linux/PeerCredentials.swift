// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The process at the other end of a connection when it connected or listened: `struct ucred` of unix(7).
package struct PeerCredentials: BitwiseCopyable, Sendable {
    package var pid: pid_t
    package var uid: uid_t
    package var gid: gid_t

    /// Those of a process.
    package init(pid: pid_t = 0, uid: uid_t = 0, gid: gid_t = 0) { (self.pid, self.uid, self.gid) = (pid, uid, gid) }

    /// Those of a socket's peer; nil where the descriptor is no Unix socket.
    package init?(ofPeer descriptor: Int32) {
        self.init()
        var size = socklen_t(MemoryLayout<Self>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0 else { return nil }
    }
}
