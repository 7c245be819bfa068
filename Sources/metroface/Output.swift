// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// Reads and writes files, standard output and standard error.
enum Output {
    /// Writes a file, or for `-` standard output; where nobody reads that any more, ends the program without an error.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if path == "-" {
            do { return try Descriptor.write(bytes, to: STDOUT_FILENO) } catch {
                if error.code == EPIPE { exit(0) }
                throw .refused("cannot write to standard output: \(error)")
            }
        }
        do { try FileContents.write(bytes, to: path) } catch { throw .refused(error.message) }
    }

    /// The bytes of a file or a pipe, up to 64 MiB.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        do { return try FileContents.read(path, limit: 64 << 20, from: .filesAndPipes) } catch {
            throw .refused(error.message)
        }
    }

    /// Writes a line on stderr that begins with the program's name.
    static func error(_ message: String) {
        error(verbatim: "metroface: \(message.printable)")
    }

    /// Writes a line on stderr, as it is.
    static func error(verbatim message: String) {
        try? Descriptor.write(Array("\(message)\n".utf8), to: STDERR_FILENO)
    }
}
