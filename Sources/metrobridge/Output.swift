// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// Writes to standard error, at once and unbuffered.
enum Output {
    /// Writes a line that begins with the program's name.
    static func error(_ message: String) { error(verbatim: "metrobridge: \(message.printable)") }

    /// Writes a line, as it is.
    static func error(verbatim message: String) {
        try? Descriptor.write(Array("\(message)\n".utf8), to: STDERR_FILENO)
    }
}
