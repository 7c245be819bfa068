// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension FileContents {
    /// Writes a whole file.
    ///
    /// A file that is there is replaced once all is written, so that it stays as it was where that fails. A file beside which
    /// no other can be made is written to, and so is what is no ordinary file, such as a pipe or a device.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return try write(bytes, into: path, as: path)
        }
        // Through links, so that they stay; beside the file, so that the new one can take its place.
        guard let target = unsafe realpath(path, nil) else { throw SystemError(.last, "cannot write \(path)") }
        defer { unsafe free(target) }
        guard unsafe access(target, W_OK) == 0 else { throw SystemError(.last, "cannot write \(path)") }
        let place = unsafe String(cString: target)
        let new = "\(place).\(getpid()).new"
        do throws(SystemError) {
            try write(bytes, into: new, as: path)
            guard unsafe chmod(new, status.st_mode & 0o7777) == 0, unsafe rename(new, place) == 0 else {
                throw SystemError(.last, "cannot write \(path)")
            }
        } catch {
            unsafe unlink(new)
            guard noPlace.contains(error.code) else { throw error }
            try write(bytes, into: place, as: path)
        }
    }

    /// Why no file can be made beside another, or take its place: the folder, the mount or a long name is in the way.
    private static let noPlace: Set = [EACCES, EPERM, EROFS, EBUSY, ENAMETOOLONG]

    /// Writes a file; an error is about `name`.
    private static func write(_ bytes: [UInt8], into path: String, as name: String) throws(SystemError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemError(.last, "cannot write \(name)") }
        do { try Descriptor.write(bytes, to: descriptor) } catch {
            close(descriptor)
            throw SystemError(error, "cannot write \(name)")
        }
        guard close(descriptor) == 0 else { throw SystemError(.last, "cannot write \(name)") }
    }
}
