// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// What goes to the terminal or down the pipe, at once and unbuffered.
enum Output {
    /// A line on stdout. Where nobody reads it, nothing is wrong.
    static func line(_ text: String) throws(Failure) {
        do {
            try write(text + "\n")
        } catch {
            if let failure = error.failure { throw failure }
        }
    }

    /// Text on stdout, as it is.
    static func write(_ text: String) throws(Errno) {
        try Descriptor.write(Array(text.utf8), to: STDOUT_FILENO)
    }

    /// A line on stderr that says who complains.
    static func error(_ message: String) {
        error(verbatim: "metroctl: \(message)")
    }

    /// Text on stderr, as it is; a line unless it has another end.
    static func error(verbatim message: String, end: String = "\n") {
        try? Descriptor.write(Array((message + end).utf8), to: STDERR_FILENO)
    }
}

extension Errno {
    /// What to say where stdout takes no more; nil where whoever read has seen enough.
    var failure: Failure? {
        code == EPIPE ? nil : Failure(Failure.refused, "cannot write to standard output: \(self)")
    }
}
