// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why a system call failed: a value of `errno`.
package struct Errno: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number, such as `ENOENT`.
    package let code: CInt

    package init(_ code: CInt) { self.code = code }

    /// That of the call that failed last on this thread.
    package static var last: Errno { Errno(errno) }

    /// The text of strerror(3).
    package var description: String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
