// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Programs

/// Reads and writes files and standard output.
enum Output {
    /// Writes a file, or for `-` standard output; where nobody reads that any more, ends the program without an error.
    static func write(_ bytes: [UInt8], to path: String) throws(ProgramFailure) {
        if path == "-" {
            do { return try Descriptor.write(bytes, to: STDOUT_FILENO) } catch {
                if error.code == EPIPE { exit(0) }
                throw .failed("cannot write to standard output: \(error)")
            }
        }
        do { try FileContents.write(bytes, to: path) } catch { throw .failed(error.message) }
    }

    /// The bytes of a file or a pipe, up to 64 MiB.
    static func read(_ path: String) throws(ProgramFailure) -> [UInt8] {
        do { return try FileContents.read(path, limit: 64 << 20, from: .filesAndPipes) } catch {
            throw .failed(error.message)
        }
    }
}
