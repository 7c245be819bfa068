// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// A symbolic link at the usual path of the socket to the one that the configuration names, so that clients that do not read
/// the configuration find it. It goes with this value, and the lock of the usual path with it.
struct SocketLink: ~Copyable, Sendable {
    private let path: String
    private let target: String
    private let lock: SocketLock

    /// Throws if there is something already, or no link can be made.
    init(at path: String, to target: String, lock: consuming SocketLock) throws(SystemError) {
        guard unsafe symlink(target, path) == 0 else { throw SystemError(errno, "cannot make the link \(path)") }
        (self.path, self.target) = (path, target)
        self.lock = lock
    }

    deinit {
        if SymbolicLink.target(of: path) == target { unsafe unlink(path) }
    }
}
