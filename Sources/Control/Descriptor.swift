// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a program writes to: a file, a pipe or a terminal.
public enum Descriptor {
    /// Writes all of the bytes, and waits while there is no room for them.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                throw WriteError(code: errno)
            }
        }
    }
}

/// Why a descriptor takes no more.
public struct WriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// As errno has it: EPIPE where nobody reads.
    public let code: Int32

    /// An error by its errno.
    public init(code: Int32) { self.code = code }

    /// The text for people.
    public var description: String { ClientError.text(code) }
}
