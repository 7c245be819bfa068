// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Glibc

/// A file that libsndfile writes to. It keeps the first error: libsndfile reports none of those that occur while it
/// closes a file, which is when the last frames and the header are written.
///
/// Until it is published it has no name (O_TMPFILE, open(2)): what was there stays, and nothing is left of a part, however
/// the process ends. What is no ordinary file, and a file beside which none can be made, is written in its place.
struct OutputFile {
    private let descriptor: Int32
    /// The path that it is published at; nil where it is written in its place.
    private let place: String?
    /// The permissions of the file that it replaces; nil for none.
    private let permissions: mode_t?
    /// Whether it is a file in a folder, and not a device.
    private let isRegular: Bool
    /// The errno of the first call that failed, or 0.
    private(set) var failure: Int32 = 0

    /// Creates a file, or opens the device or the pipe of that name.
    init(path: String) {
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        isRegular = !isThere || status.st_mode & S_IFMT == S_IFREG
        permissions = isThere && isRegular ? status.st_mode & 0o7777 : nil
        guard unsafe permissions == nil || access(path, W_OK) == 0 else {
            (descriptor, place, failure) = (-1, nil, errno)
            return
        }
        if isRegular, let target = Self.target(of: path, isThere: isThere) {
            let unnamed = O_DIRECTORY | 0o20_000_000
            let draft = unsafe open(Self.folder(of: target), unnamed | O_RDWR | O_CLOEXEC, 0o666)
            if draft >= 0 {
                (descriptor, place) = (draft, target)
                return
            }
        }
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        place = nil
        if descriptor < 0 { failure = errno }
    }

    /// The file that a path leads to; nil for a link to none.
    private static func target(of path: String, isThere: Bool) -> String? {
        guard isThere else {
            var link = stat()
            return unsafe lstat(path, &link) == 0 ? nil : path
        }
        guard let target = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(target) }
        return unsafe String(cString: target)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    /// The failure in words.
    var reason: String { unsafe String(cString: strerror(failure)) }

    /// Gives it its name, in place of the file that has it, whose permissions it takes on.
    mutating func publish() {
        guard let place, failure == 0 else { return }
        if link(at: place) { return }
        guard errno == EEXIST else { return failure = errno }
        if let permissions { fchmod(descriptor, permissions) }
        let draft = Self.folder(of: place) + "/.metronomed-\(getpid()).new"
        unsafe unlink(draft)
        guard link(at: draft) else { return failure = errno }
        if unsafe rename(draft, place) != 0 {
            failure = errno
            unsafe unlink(draft)
        }
    }

    private func link(at path: String) -> Bool {
        unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }

    /// Closes it. The system may report only now that something could not be written.
    mutating func close() {
        if descriptor >= 0, Glibc.close(descriptor) != 0, errno != EINTR, failure == 0 { failure = errno }
    }

    /// Removes what was written in its place, by the path that it was created at.
    func remove(_ path: String) {
        if isRegular, place == nil { unsafe unlink(path) }
    }

    private mutating func write(_ bytes: UnsafeRawPointer, count: Int) -> Int {
        var done = 0
        while failure == 0, done < count {
            let wrote = unsafe Glibc.write(descriptor, bytes + done, count - done)
            if wrote > 0 { done += wrote } else if wrote == 0 || errno != EINTR { failure = wrote == 0 ? EIO : errno }
        }
        return done
    }

    private var length: Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// How libsndfile reaches it, by a pointer to it.
    static var callbacks: SF_VIRTUAL_IO {
        unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe sf_count_t(OutputFile.at($0).pointee.length) },
            seek: { offset, whence, user in
                unsafe sf_count_t(lseek(OutputFile.at(user).pointee.descriptor, off_t(offset), whence))
            },
            read: { destination, count, user in
                unsafe sf_count_t(Glibc.read(OutputFile.at(user).pointee.descriptor, destination, Int(count)))
            },
            write: { source, count, user in
                guard let source = unsafe source else { return 0 }
                return unsafe sf_count_t(OutputFile.at(user).pointee.write(source, count: Int(count)))
            },
            tell: { unsafe sf_count_t(lseek(OutputFile.at($0).pointee.descriptor, 0, SEEK_CUR)) })
    }

    private static func at(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<OutputFile> {
        // libsndfile hands back the pointer it was given, which is never null here.
        unsafe user.unsafelyUnwrapped.assumingMemoryBound(to: OutputFile.self)
    }
}
