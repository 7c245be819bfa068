// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// The right to serve a socket path, held by flock(2) on a file beside it: `PATH.lock`. The file names the process that holds it.
///
/// The file stays when the lock is released: if it were removed, two processes could hold locks on two files of that name.
struct SocketLock: ~Copyable, Sendable {
    private let descriptor: CInt

    /// Throws if another process holds it, or the folder cannot be written to.
    ///
    /// - Parameter isActivated: whether systemd has bound the path: then no client reaches that process any more.
    init(socket path: String, isActivated: Bool = false) throws(SystemError) {
        let file = path + ".lock"
        let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw SystemError(
                errno, "cannot make \(file)",
                advice: isActivated
                    ? "systemctl --user restart metronomed.socket makes its folder"
                    : "choose another path with --socket")
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            let holder = Self.holder(descriptor)
            close(descriptor)
            guard code == EWOULDBLOCK else { throw SystemError(code, "cannot lock \(file)") }
            let (name, number) = holder.map { (" (process \($0))", "\($0)") } ?? ("", "its process number")
            guard isActivated else {
                let isReached = unsafe access(path, F_OK) == 0
                let stop =
                    isReached
                    ? "stop that one with metroctl shutdown" : "its socket is gone: end it with kill \(number)"
                throw SystemError(
                    "another metronomed already serves \(path)\(name): \(stop), or choose another path with --socket")
            }
            throw SystemError(
                "another metronomed\(name), started without systemd, serves \(path): "
                    + "end it in its terminal or with kill \(number)")
        }
        // Where it cannot be written, others are told of a process without a number.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = unsafe pwrite(descriptor, text, text.count, 0) }
        self.descriptor = descriptor
    }

    /// The process that holds the lock on a file, as the file says; nil where it says none.
    private static func holder(_ descriptor: CInt) -> pid_t? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        return pid_t(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self))
    }

    deinit { close(descriptor) }
}
