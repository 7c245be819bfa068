// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Operations on a file descriptor: a file, a pipe or a terminal.
public enum Descriptor {
    /// Writes all of the bytes; waits while there is no room for them.
    ///
    /// - Throws: `EPIPE` where nobody reads any more, else what write(2) reports.
    public static func write(_ bytes: [UInt8], to descriptor: CInt) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw .last
            }
        }
    }
}
