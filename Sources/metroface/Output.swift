// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What leaves the program: files, standard output and complaints; and what it reads.
enum Output {
    /// Writes a file anew, or standard output for `-`; ends the program quietly where nobody reads that any more.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        if path == "-" {
            guard put(bytes, on: STDOUT_FILENO) else {
                if errno == EPIPE { exit(0) }
                throw .refused("cannot write to standard output: \(reason)")
            }
            return
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .refused("cannot write \(path): \(reason)") }
        let isWritten = put(bytes, on: descriptor)
        let why = reason
        guard close(descriptor) == 0, isWritten else { throw .refused("cannot write \(path): \(why)") }
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
        _ = put(Array("\(message)\n".utf8), on: STDERR_FILENO)
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }

    private static func put(_ bytes: [UInt8], on descriptor: Int32) -> Bool {
        var rest = bytes[...]
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
