// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the system refused, in words for a person.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The `errno` behind it, or 0 where no system call failed.
    package let code: CInt
    /// What was wrong and what to do: one line without a full stop.
    package let message: String

    package var description: String { message }

    /// A refusal of our own.
    init(_ message: String) {
        self.code = 0
        self.message = message
    }

    /// A failed system call: "cannot read /x: Permission denied", and what to do about it.
    init(_ code: CInt, _ doing: String, advice: String? = nil) {
        self.code = code
        self.message = "\(doing): \(Self.text(code))" + (advice.map { ": \($0)" } ?? "")
    }

    /// strerror(3).
    private static func text(_ code: CInt) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
