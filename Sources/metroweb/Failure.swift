// SPDX-License-Identifier: Apache-2.0

/// Why the program ends without having been interrupted.
struct Failure: Error {
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let otherProtocol: Int32 = 4

    /// The exit status.
    let status: Int32
    /// For stderr.
    let message: String
}
