// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux

/// Writes to standard output and standard error, at once and unbuffered.
enum Output {
    /// Writes a line on stdout. That nobody reads it is no error.
    static func line(_ text: String) throws(Failure) {
        do {
            try write(text + "\n")
        } catch {
            if let failure = error.failure { throw failure }
        }
    }

    /// Writes text on stdout, as it is.
    static func write(_ text: String) throws(Errno) {
        try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// Writes a line on stderr that begins with the program's name.
    static func error(_ message: String) {
        error(verbatim: "metroctl: \(message.printable)")
    }

    /// Writes text on stderr, as it is, with an end of line or another end.
    static func error(verbatim message: String, end: String = "\n") {
        try? Descriptor.write(Array((message + end).utf8), to: STDERR_FILENO)
    }
}

extension Errno {
    /// The failure of a write on stdout; nil where nobody reads it any more.
    var failure: Failure? {
        code == EPIPE ? nil : Failure(Failure.refused, "cannot write to standard output: \(self)")
    }
}
