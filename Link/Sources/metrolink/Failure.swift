// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import Linux

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

/// Writes to standard error, at once and unbuffered.
enum Output {
    /// Writes a line that begins with the program's name.
    static func error(_ message: String) { error(verbatim: "metrolink: \(message.printable)") }

    /// Writes a line, as it is.
    static func error(verbatim message: String) {
        try? Descriptor.write(Array("\(message)\n".utf8), to: STDERR_FILENO)
    }
}
