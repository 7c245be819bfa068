// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The bytes of a file.
package enum FileContents {
    /// What may be read besides ordinary files and /dev/null.
    package enum Sources: Sendable {
        /// Nothing: the read never waits for another program.
        case filesOnly
        /// Pipes and devices of bytes too, such as a shell's `<(command)`: the read waits for whoever writes.
        case filesAndPipes
    }

    /// The device of /dev/null: major number 1, minor number 3.
    private static let nullDevice: dev_t = 1 << 8 | 3

    /// Reads a whole file.
    ///
    /// - Throws: for a folder, for what `sources` leaves out, and for more than `limit` bytes.
    package static func read(
        _ path: String, limit: Int, from sources: Sources = .filesOnly
    ) throws(SystemError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (sources == .filesOnly ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw SystemError(.last, "cannot read \(path)") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(.last, "cannot read \(path)") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFCHR where status.st_rdev == nullDevice || sources == .filesAndPipes: break
        case S_IFIFO where sources == .filesAndPipes: break
        case S_IFDIR: throw SystemError("cannot read \(path): it is a folder, not a file")
        default: throw SystemError("cannot read \(path): it is not an ordinary file")
        }
        return try read(descriptor, of: path, limit: limit)
    }

    private static func read(_ descriptor: CInt, of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while bytes.count <= limit {
            let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += part.prefix(count)
            } else if errno != EINTR {
                throw SystemError(.last, "cannot read \(path)")
            }
        }
        let size = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
        throw SystemError("cannot read \(path): it is larger than \(size)")
    }
}
