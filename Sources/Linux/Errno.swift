// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why a system call failed: a value of `errno`.
public struct Errno: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number, such as `ENOENT`.
    public let code: CInt

    /// The error of a number.
    public init(_ code: CInt) { self.code = code }

    /// The error of the call that failed last on this thread.
    public static var last: Errno { Errno(errno) }

    /// The text of strerror(3).
    public var description: String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
