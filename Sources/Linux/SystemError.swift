// SPDX-License-Identifier: Apache-2.0

/// What the system refused, in words for a person.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The `errno` behind it, or 0 where no system call failed.
    public let code: CInt
    /// What was wrong and what to do: one line without a full stop.
    public let message: String

    /// The ``message``.
    public var description: String { message }

    /// An error that no system call reported.
    public init(_ message: String) {
        code = 0
        self.message = message
    }

    /// A failed system call: "cannot read /x: Permission denied", and what to do about it.
    public init(_ code: CInt, _ action: String, advice: String? = nil) {
        self.init(Errno(code), action, advice: advice)
    }

    /// A failed system call, as above.
    public init(_ errno: Errno, _ action: String, advice: String? = nil) {
        code = errno.code
        message = "\(action): \(errno)" + (advice.map { ": \($0)" } ?? "")
    }
}
