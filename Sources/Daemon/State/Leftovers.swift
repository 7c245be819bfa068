// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import FoundationEssentials
internal import Glibc

/// The drafts that processes which were killed in the midst of `DurableFile.replace` have left in a folder:
/// `state.json.4711.new`.
enum Leftovers {
    /// After how many seconds without a write a draft whose process is gone is left over.
    private static let age = 60

    /// Removes them. Waits for the file system, so keep it off the event loop.
    static func sweep(_ folder: String) {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where isDraft(file) {
            var status = stat()
            guard unsafe lstat("\(folder)/\(file)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                time(nil) - status.st_mtim.tv_sec > age
            else { continue }
            unsafe unlink("\(folder)/\(file)")
        }
    }

    /// Whether a name is that of a draft of a process that is gone.
    private static func isDraft(_ file: String) -> Bool {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.last == "new", let process = pid_t(parts[parts.count - 2]), process > 0 else {
            return false
        }
        return kill(process, 0) != 0 && errno == ESRCH
    }
}
