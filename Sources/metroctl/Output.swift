// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What goes to the terminal or down the pipe, at once and unbuffered.
enum Output {
    /// Nothing can be written to stdout any more.
    struct Closed: Error {
        /// Why, as errno has it: EPIPE where nobody reads.
        let code: Int32

        /// What to say of it; nil where whoever read has seen enough.
        var failure: Failure? {
            guard code != EPIPE else { return nil }
            return Failure(
                Failure.refused, "cannot write to standard output: \(unsafe String(cString: strerror(code)))")
        }
    }

    /// A line on stdout. Where nobody reads it, nothing is wrong.
    static func line(_ text: String) throws(Failure) {
        do {
            try write(text + "\n")
        } catch {
            if let failure = error.failure { throw failure }
        }
    }

    /// Text on stdout, as it is.
    static func write(_ text: String) throws(Closed) {
        guard put(text, on: STDOUT_FILENO) else { throw Closed(code: errno) }
    }

    /// A line on stderr that says who complains.
    static func error(_ message: String) {
        error(verbatim: "metroctl: \(message)")
    }

    /// Text on stderr, as it is; a line unless it has another end.
    static func error(verbatim message: String, end: String = "\n") {
        _ = put(message + end, on: STDERR_FILENO)
    }

    private static func put(_ text: String, on descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
