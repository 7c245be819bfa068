// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file that is replaced as a whole: after a crash at any moment there is the old content or the new one.
///
/// Only its owner may read it. All of it waits for the disk, so keep it off the event loop.
package struct DurableFile: Sendable {
    /// Where it is; a symbolic link stays one.
    package let path: String
    /// Waits until what was written to a descriptor is on the disk: fsync(2), with its result.
    private let synchronize: @Sendable (CInt) -> CInt

    /// A file, which need not be there.
    package init(path: String, synchronize: @escaping @Sendable (CInt) -> CInt = { fsync($0) }) {
        self.path = path
        self.synchronize = synchronize
    }

    /// The file itself: that which the path leads to, where it is a symbolic link.
    package var target: String {
        var file = path
        // As many links as Linux follows.
        for _ in 0..<40 {
            guard let name = SymbolicLink.target(of: file) else { return file }
            let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
            file = name.hasPrefix("/") ? name : folder + name
        }
        return file
    }

    /// Whether a device, a pipe or a socket is at a path: no file may take its place.
    package static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Replaces the content. Makes the folder of the file if that is missing. Throws for a device, a pipe or a socket.
    package func replace(with bytes: [UInt8]) throws(SystemError) {
        let file = target
        guard !Self.isSpecial(file) else { throw SystemError("cannot write \(file): it is not an ordinary file") }
        guard let slash = file.lastIndex(of: "/") else { throw SystemError("cannot write \(file): it has no folder") }
        let folder = String(file[..<slash])
        try Self.makeFolder(folder)
        let draft = "\(file).\(getpid()).new"
        do throws(SystemError) {
            try write(bytes, to: draft, as: file)
            guard unsafe rename(draft, file) == 0 else { throw SystemError(errno, "cannot write \(file)") }
        } catch {
            unsafe unlink(draft)
            throw error
        }
        try synchronize(folder: folder)
    }

    /// mkdir -p with mode 0700.
    package static func makeFolder(_ folder: String) throws(SystemError) {
        if unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
            throw SystemError(errno, "cannot make the folder \(folder)")
        }
        try makeFolder(String(folder[..<slash]))
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw SystemError(errno, "cannot make the folder \(folder)")
        }
    }

    /// Writes a new file; an error is about `name`.
    private func write(_ bytes: [UInt8], to path: String, as name: String) throws(SystemError) {
        // One of the same name can only be what a process of our number left behind in a crash.
        unsafe unlink(path)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno, "cannot write \(name)") }
        defer { close(descriptor) }
        do { try Descriptor.write(bytes, to: descriptor) } catch { throw SystemError(error, "cannot write \(name)") }
        guard synchronize(descriptor) == 0 else { throw SystemError(errno, "cannot write \(name) to the disk") }
    }

    /// Makes the new name last.
    private func synchronize(folder: String) throws(SystemError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno, "cannot open the folder \(folder)") }
        defer { close(descriptor) }
        // Some file systems know no fsync of a folder; the file itself is safe already.
        guard synchronize(descriptor) == 0 || errno == EINVAL else {
            throw SystemError(errno, "cannot write the folder \(folder) to the disk")
        }
    }
}
