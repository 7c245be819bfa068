// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension FileContents {
    /// Writes a whole file.
    ///
    /// A file that is there is replaced once all is written, so that it stays as it was where that fails. A file beside which
    /// no other can be made is written to, and so is what is no ordinary file, such as a pipe or a device. A new file is
    /// removed where writing it fails.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw SystemError(.last, "cannot write \(path)") }
            // Also behind a link whose file is not there yet.
            return try write(bytes, into: DurableFile(path: path).target, O_EXCL, as: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return try write(bytes, into: path, O_TRUNC, as: path)
        }
        // Through links, so that they stay; beside the file, so that the new one can take its place.
        guard let target = unsafe realpath(path, nil) else { throw SystemError(.last, "cannot write \(path)") }
        defer { unsafe free(target) }
        guard unsafe access(target, W_OK) == 0 else { throw SystemError(.last, "cannot write \(path)") }
        let place = unsafe String(cString: target)
        let new = "\(place).\(getpid()).new"
        do throws(SystemError) {
            // A file of that name was left by a process with the same number, or put there by another user.
            unsafe unlink(new)
            try write(bytes, into: new, O_EXCL | O_NOFOLLOW, permissions: status.st_mode & 0o7777, as: path)
            guard unsafe rename(new, place) == 0 else { throw SystemError(.last, "cannot write \(path)") }
        } catch {
            unsafe unlink(new)
            guard noPlace.contains(error.code) else { throw error }
            try write(bytes, into: place, O_TRUNC, as: path)
        }
    }

    /// Why no file can be made beside another, or take its place: the folder, the mount, a name too long or taken.
    private static let noPlace: Set = [EACCES, EPERM, EROFS, EBUSY, ENAMETOOLONG, EEXIST]

    /// Writes a file that `flags` open; an error is about `name`. With permissions given, nobody else may read it before it
    /// is whole.
    private static func write(
        _ bytes: [UInt8], into path: String, _ flags: CInt, permissions: mode_t? = nil, as name: String
    ) throws(SystemError) {
        let mode: mode_t = permissions == nil ? 0o666 : 0o600
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, mode)
        guard descriptor >= 0 else { throw SystemError(.last, "cannot write \(name)") }
        var failure: Errno?
        do throws(Errno) {
            try Descriptor.write(bytes, to: descriptor)
            if let permissions, fchmod(descriptor, permissions) != 0 { throw .last }
        } catch {
            failure = error
        }
        // Some file systems report only now that there is no room.
        if close(descriptor) != 0, failure == nil { failure = .last }
        guard let failure else { return }
        if flags & O_EXCL != 0 { unsafe unlink(path) }
        throw SystemError(failure, "cannot write \(name)")
    }
}
