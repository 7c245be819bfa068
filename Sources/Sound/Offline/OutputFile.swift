// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Glibc

/// A file that libsndfile writes to. It keeps the first error: libsndfile reports none of those that occur while it
/// closes a file, which is when the last frames and the header are written.
struct OutputFile {
    private let descriptor: Int32
    /// Whether it is a file in a folder, and not a device.
    private let isRegular: Bool
    /// The errno of the first call that failed, or 0.
    private(set) var failure: Int32 = 0

    /// Creates a file, or empties the file of that name.
    init(path: String) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        var status = stat()
        let described = unsafe descriptor < 0 ? -1 : fstat(descriptor, &status)
        if described != 0 { failure = errno }
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }

    /// The failure in words.
    var reason: String { unsafe String(cString: strerror(failure)) }

    /// Closes it. The system may report only now that something could not be written.
    mutating func close() {
        if Glibc.close(descriptor) != 0, errno != EINTR, failure == 0 { failure = errno }
    }

    /// Removes it, by the path that it was created at.
    func remove(_ path: String) {
        if isRegular { unsafe unlink(path) }
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
