// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc

/// What tells a file that was saved from the one before.
struct FileState: Equatable, Sendable {
    /// Its place and size, and when its text and its entry were changed.
    struct File: Equatable, Sendable {
        let (device, inode, size): (UInt, UInt, Int)
        let (writtenS, writtenNs, changedS, changedNs): (Int, Int, Int, Int)
    }

    /// nil: there is none.
    let file: File?
    /// Whether another save would have another time: file systems count seconds, and some of them two at a time.
    let isSettled: Bool

    /// A file by its path. Waits for the file system.
    init(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            (file, isSettled) = (nil, true)
            return
        }
        let (written, changed) = (status.st_mtim, status.st_ctim)
        file = File(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
            writtenS: written.tv_sec, writtenNs: written.tv_nsec, changedS: changed.tv_sec, changedNs: changed.tv_nsec)
        isSettled = time(nil) - 3 > written.tv_sec
    }

    static func == (left: FileState, right: FileState) -> Bool { left.file == right.file }
}
