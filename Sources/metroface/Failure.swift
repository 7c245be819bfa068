// SPDX-License-Identifier: Apache-2.0

/// Why the program ends without having done what was asked.
struct Failure: Error {
    static let refused: Int32 = 1
    static let usage: Int32 = 2

    let status: Int32
    /// For stderr.
    let message: String

    init(_ status: Int32, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The command line is wrong.
    static func usage(_ message: String) -> Failure { Failure(usage, message) }

    /// The command line is right, but cannot be followed.
    static func refused(_ message: String) -> Failure { Failure(refused, message) }
}
