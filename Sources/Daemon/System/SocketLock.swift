// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// The right to serve a socket path, held by flock(2) on a file beside it: `PATH.lock`.
///
/// The file stays when the lock is released: if it were removed, two processes could hold locks on two files of that name.
struct SocketLock: ~Copyable, Sendable {
    private let descriptor: CInt

    /// Throws if another process holds it, or the folder cannot be written to.
    init(socket path: String) throws(SystemError) {
        let file = path + ".lock"
        let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw SystemError(errno, "cannot make \(file)", advice: "choose another path with --socket")
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(descriptor)
            guard code == EWOULDBLOCK else { throw SystemError(code, "cannot lock \(file)") }
            throw SystemError(
                "another metronomed already serves \(path): "
                    + "stop that one with metroctl shutdown, or choose another path with --socket")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
