// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Glibc
internal import MetronomeLinux

/// A file that libsndfile writes to. It keeps the first error: libsndfile reports none of those that occur while it
/// closes a file, which is when the last frames and the header are written.
///
/// Until it is published it has no name (O_TMPFILE, open(2)): what was there stays, and nothing is left of a part,
/// however the process ends. Where the file system has no such files it has a hidden name, which a signal leaves behind.
/// In place of a file whose folder takes no other, it lies in the folder for temporary files (TMPDIR, or /tmp) and is
/// copied when published. A device is written directly; a pipe or a terminal is refused, because libsndfile goes back to
/// complete the header.
struct OutputFile {
    private enum Draft: Equatable {
        case unnamed
        case hidden(String)
        case elsewhere
        case inPlace
    }

    private let descriptor: Int32
    private let draft: Draft
    /// The folder for temporary files, while what is written lies there.
    private var temporary: String?
    /// The path that it is published at, as links lead to it.
    private let place: String
    /// The file that is there; nil for none, and for what is no ordinary file.
    private let former: stat?
    /// Whether it is a file in a folder, and not a device.
    private let isRegular: Bool
    /// The errno of the first call that failed, or 0.
    private(set) var failure: Int32 = 0

    /// Creates a file, or opens the device of that name; `unnamed` are the flags that open a file without a name, and
    /// `folder` is that for temporary files.
    init(
        path: String, unnamed: Int32 = O_DIRECTORY | 0o20_000_000, temporary folder: String = Self.temporaryFolder
    ) {
        var status = stat()
        let target = DurableFile(path: path).target
        // What a link in /proc/self/fd leads to has no path: a pipe, or a file that was removed and is still open.
        let hasPath = unsafe stat(target, &status) == 0 || stat(path, &status) != 0
        place = hasPath ? target : path
        let isThere = unsafe stat(place, &status) == 0
        isRegular = isThere ? status.st_mode & S_IFMT == S_IFREG : errno == ENOENT
        former = isThere && isRegular ? status : nil
        guard unsafe isThere ? !isRegular || access(place, W_OK) == 0 : isRegular else {
            (descriptor, draft, failure) = (-1, .inPlace, errno)
            return
        }
        var (opened, draft) = (Int32(-1), Draft.inPlace)
        if isRegular, hasPath {
            (opened, draft) = unsafe (open(Self.folder(of: place), unnamed | O_RDWR | O_CLOEXEC, 0o666), .unnamed)
            if opened < 0, [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
                let name = Self.hiddenName(beside: place)
                (opened, draft) = unsafe (
                    open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666), .hidden(name)
                )
            }
        }
        if opened < 0 {
            (draft, temporary) = former == nil ? (.inPlace, nil) : (.elsewhere, folder)
            opened =
                unsafe former == nil
                ? open(place, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) : Self.openElsewhere(folder)
        }
        if opened < 0 || lseek(opened, 0, SEEK_CUR) < 0 {
            failure = errno
            if opened >= 0 { Glibc.close(opened) }
            opened = -1
        }
        (descriptor, self.draft) = (opened, draft)
    }

    private static var temporaryFolder: String {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        return folder.isEmpty ? "/tmp" : folder
    }

    /// Opens a new file in a folder, which has no name any more.
    private static func openElsewhere(_ folder: String) -> Int32 {
        let name = hiddenName(beside: folder + "/")
        let opened = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if opened >= 0 { unsafe unlink(name) }
        return opened
    }

    /// The folder of a path, with its slash; `./` for a name alone.
    private static func folder(of path: String) -> String {
        let bytes = path.utf8
        return bytes.lastIndex(of: UInt8(ascii: "/")).flatMap { String(bytes[...$0]) } ?? "./"
    }

    private static func hiddenName(beside path: String) -> String {
        folder(of: path) + ".metronomed-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    }

    /// The failure in words.
    var reason: String {
        if failure == ESPIPE { return "it is not an ordinary file: render into one, and pass that on" }
        let reason = unsafe String(cString: strerror(failure))
        guard let temporary else { return reason }
        return "\(reason) in \(temporary), where it is rendered first; TMPDIR may name another folder"
    }

    /// Gives it its name, in place of the file that has it, whose owner and permissions it takes on.
    mutating func publish() {
        guard failure == 0, draft != .inPlace else { return }
        if draft == .elsewhere {
            temporary = nil
            return copy()
        }
        if let former { take(on: former) }
        if case .hidden(let name) = draft {
            // Such file systems, as that of a server, may report only now that there is no room.
            guard fsync(descriptor) == 0 || errno == EINVAL else { return failure = errno }
            return move(name)
        }
        if former == nil, link(at: place) { return }
        let name = Self.hiddenName(beside: place)
        guard link(at: name) else { return failure = errno }
        move(name)
    }

    /// Takes on the owner of a file, where it may be given away, its group and its permissions; in another group nobody may do more
    /// than all others.
    private func take(on former: stat) {
        let all = former.st_mode & 0o777
        let isOfGroup =
            fchown(descriptor, former.st_uid, former.st_gid) == 0 || fchown(descriptor, uid_t.max, former.st_gid) == 0
        fchmod(descriptor, isOfGroup ? all : all & (0o707 | (all & 0o007) << 3))
    }

    private func link(at path: String) -> Bool {
        unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }

    private mutating func move(_ name: String) {
        if unsafe rename(name, place) == 0 { return }
        let reason = errno
        defer { unsafe unlink(name) }
        // A mount, and another user's file in a folder with the sticky bit, may be written and not be replaced.
        guard [EXDEV, EACCES, EPERM, EROFS, EBUSY].contains(reason) else { return failure = reason }
        copy()
    }

    /// Writes all of it to the file that is there.
    private mutating func copy() {
        let copy = unsafe open(place, O_WRONLY | O_CLOEXEC)
        guard copy >= 0 else { return failure = errno }
        defer { if Glibc.close(copy) != 0, failure == 0 { failure = errno } }
        // Where there is no room for all of it, what was there stays.
        let lack = posix_fallocate(copy, 0, off_t(length))
        // A file system may be unable to reserve room: glibc then tries to read what is there, for which it was not opened.
        if ![0, EOPNOTSUPP, EBADF].contains(lack) {
            if let former { ftruncate(copy, former.st_size) }
            return failure = lack
        }
        var (offset, count) = (off_t(0), 1)
        while count > 0 || count < 0 && errno == EINTR { count = unsafe sendfile(copy, descriptor, &offset, 1 << 30) }
        if count < 0 || ftruncate(copy, off_t(length)) != 0 { failure = errno }
        // No part has the name of the whole.
        if failure != 0 { ftruncate(copy, 0) }
    }

    /// Closes it. The system may report only now that something could not be written.
    mutating func close() {
        if descriptor >= 0, Glibc.close(descriptor) != 0, errno != EINTR, failure == 0 { failure = errno }
    }

    /// Removes what has a name, and is not published.
    func remove() {
        switch draft {
        case .unnamed, .elsewhere: break
        case .hidden(let name): unsafe unlink(name)
        case .inPlace: if isRegular { unsafe unlink(place) }
        }
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
