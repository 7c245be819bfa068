// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The disk that state is saved on, which may be full.
final class Disk: Sendable {
    private let full = Atomic(false)

    var isFull: Bool {
        get { full.load(ordering: .relaxed) }
        set { full.store(newValue, ordering: .relaxed) }
    }

    /// Waits until what was written is on it, as fsync(2) does.
    func synchronize() -> CInt {
        guard isFull else { return 0 }
        errno = ENOSPC
        return -1
    }
}
