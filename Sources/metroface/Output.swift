// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// What leaves the program: files, standard output and complaints; and what it reads.
enum Output {
    /// Writes a file anew, or standard output for `-`; ends the program quietly where nobody reads that any more.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if path == "-" {
            do { return try Descriptor.write(bytes, to: STDOUT_FILENO) } catch {
                if error.code == EPIPE { exit(0) }
                throw .refused("cannot write to standard output: \(error)")
            }
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .refused("cannot write \(path): \(Errno.last)") }
        do { try Descriptor.write(bytes, to: descriptor) } catch {
            close(descriptor)
            throw .refused("cannot write \(path): \(error)")
        }
        guard close(descriptor) == 0 else { throw .refused("cannot write \(path): \(Errno.last)") }
    }

    /// What is in a file or a pipe, up to 64 MiB.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        do { return try FileContents.read(path, limit: 64 << 20, from: .filesAndPipes) } catch {
            throw .refused(error.message)
        }
    }

    /// A line on stderr that says who complains.
    static func error(_ message: String) {
        error(verbatim: "metroface: \(message)")
    }

    /// A line on stderr, as it is.
    static func error(verbatim message: String) {
        try? Descriptor.write(Array("\(message)\n".utf8), to: STDERR_FILENO)
    }
}
