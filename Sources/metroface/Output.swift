// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc

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
        guard descriptor >= 0 else { throw .refused("cannot write \(path): \(reason)") }
        do { try Descriptor.write(bytes, to: descriptor) } catch {
            close(descriptor)
            throw .refused("cannot write \(path): \(error)")
        }
        guard close(descriptor) == 0 else { throw .refused("cannot write \(path): \(reason)") }
    }

    /// What is in a file, up to 64 MB.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .refused("cannot read \(path): \(reason)") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .refused("cannot read \(path): \(reason)")
            }
            bytes += part.prefix(count)
            guard bytes.count <= 64_000_000 else { throw .refused("\(path) is too large: a file may have 64 MB") }
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

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
