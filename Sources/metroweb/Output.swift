// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// Writes to standard error, at once and unbuffered.
enum Output {
    /// Writes a line that begins with the program's name.
    static func error(_ message: String) { error(verbatim: "metroweb: \(message.printable)") }

    /// Writes a line, as it is.
    static func error(verbatim message: String) {
        try? Descriptor.write(Array("\(message)\n".utf8), to: STDERR_FILENO)
    }

    /// Writes on standard output.
    static func write(_ text: String) throws(Errno) {
        try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
    }
}
