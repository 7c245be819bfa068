// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// Reads and writes files, standard output and standard error.
enum Output {
    /// Writes a file, or for `-` standard output; where nobody reads that any more, ends the program without an error.
    ///
    /// A file that is there is replaced once all is written, so that it stays as it was where that fails. What is no
    /// ordinary file, such as a pipe or a device, is written to.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if path == "-" {
            do { return try Descriptor.write(bytes, to: STDOUT_FILENO) } catch {
                if error.code == EPIPE { exit(0) }
                throw .refused("cannot write to standard output: \(error)")
            }
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return try write(bytes, into: path, as: path)
        }
        // Through links, so that they stay; beside the file, so that the new one can take its place.
        guard let target = unsafe realpath(path, nil) else { throw .refused("cannot write \(path): \(Errno.last)") }
        defer { unsafe free(target) }
        guard unsafe access(target, W_OK) == 0 else { throw .refused("cannot write \(path): \(Errno.last)") }
        let place = unsafe String(cString: target)
        let new = "\(place).\(getpid()).new"
        do throws(Failure) {
            try write(bytes, into: new, as: path)
            guard unsafe chmod(new, status.st_mode & 0o7777) == 0, unsafe rename(new, place) == 0 else {
                throw .refused("cannot write \(path): \(Errno.last)")
            }
        } catch {
            unsafe unlink(new)
            throw error
        }
    }

    /// Writes a file; an error is about `name`.
    private static func write(_ bytes: [UInt8], into path: String, as name: String) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .refused("cannot write \(name): \(Errno.last)") }
        do { try Descriptor.write(bytes, to: descriptor) } catch {
            close(descriptor)
            throw .refused("cannot write \(name): \(error)")
        }
        guard close(descriptor) == 0 else { throw .refused("cannot write \(name): \(Errno.last)") }
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
