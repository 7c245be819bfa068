// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The bytes of a small file.
enum FileContents {
    /// Reads a whole file without ever waiting for it. Throws for a folder, a pipe, and more than `limit` bytes.
    static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemError(errno, "cannot read \(path)") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError(errno, "cannot read \(path)") }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw SystemError("cannot read \(path): it is a folder; name a file in it") }
        guard kind == S_IFREG || kind == S_IFCHR else {
            throw SystemError("cannot read \(path): it is not an ordinary file")
        }
        return try read(descriptor, of: path, limit: limit)
    }

    private static func read(_ descriptor: CInt, of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count <= limit {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if got == 0 { return Array(bytes[..<count]) }
            if got > 0 {
                count += got
            } else if errno != EINTR {
                throw SystemError(errno, "cannot read \(path)")
            }
        }
        throw SystemError("cannot read \(path): it is larger than \(limit / 1024) KiB")
    }
}
