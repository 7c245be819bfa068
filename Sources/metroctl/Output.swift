// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux
import Programs

/// Writes to standard output and standard error, at once and unbuffered.
enum Output {
    /// Writes a line on stdout. That nobody reads it is no error.
    static func line(_ text: String) throws(ProgramFailure) {
        do {
            try write(text + "\n")
        } catch {
            if let failure = error.failure { throw failure }
        }
    }

    /// Writes names for a shell's completion, a line for each. Bash takes quotation marks and backslashes in them for its own.
    static func names(_ names: [String]) throws(ProgramFailure) {
        let isBash = ProcessInfo.processInfo.environment["SAP_SHELL"] == "bash"
        func escaped(_ name: String) -> String {
            String(name.flatMap { #"\"'$`"#.contains($0) ? ["\\", $0] : [$0] })
        }
        try line(names.map { isBash ? escaped($0) : $0 }.joined(separator: "\n"))
    }

    /// Writes text on stdout, as it is.
    static func write(_ text: String) throws(Errno) { try write(Array(text.utf8)) }

    /// Writes bytes on stdout.
    static func write(_ bytes: [UInt8]) throws(Errno) {
        try Descriptor.write(bytes, to: STDOUT_FILENO)
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
    var failure: ProgramFailure? {
        code == EPIPE ? nil : ProgramFailure.failed("cannot write to standard output: \(self)")
    }
}
