// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes on a descriptor, and waits for its reader no longer than it is told: what is not taken by then is dropped.
///
/// A terminal or a pipe is opened once more, not to wait: poll(2) calls a terminal ready that has room for one byte, and flags set
/// on the given descriptor are set for other programs too. Where it cannot be opened, as another user's terminal, a line may wait.
package final class LossyWriter: Sendable {
    private let descriptor: CInt
    private let isOwn: Bool
    private let isSocket: Bool

    /// One for a descriptor that stays open as long as it.
    package init(_ given: CInt) {
        var status = stat()
        let kind = unsafe fstat(given, &status) == 0 ? status.st_mode & S_IFMT : 0
        let mayWait = kind == S_IFIFO || (kind == S_IFCHR && isatty(given) == 1)
        let path = "/proc/self/fd/\(given)"
        let own = mayWait ? unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
        (descriptor, isOwn, isSocket) = (own >= 0 ? own : given, own >= 0, kind == S_IFSOCK)
    }

    deinit { if isOwn { close(descriptor) } }

    /// Writes the bytes, in one write(2) where there is room for them.
    package func write(_ bytes: [UInt8], waitingAtMost limit: Duration = .zero) {
        let deadline = Deadline(in: limit)
        var rest = bytes[...]
        var isReady = isOwn
        while !rest.isEmpty {
            var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if !isReady {
                let count = unsafe poll(&readiness, 1, max(0, deadline.milliseconds))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
            }
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe isSocket
                    ? send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
                    : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            isReady = false
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard deadline.milliseconds > 0 else { return }
            } else if errno != EINTR {
                return
            }
        }
    }
}
