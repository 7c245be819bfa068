// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc

/// A file without a place on a disk: memfd_create(2). Nothing is left of it when its program ends, however it ends.
package final class MemoryFile {
    private let descriptor: CInt

    /// A file that holds some bytes.
    package init(_ bytes: [UInt8]) throws(Errno) {
        descriptor = linux_memory_file()
        guard descriptor >= 0 else { throw Errno(-descriptor) }
        try Descriptor.write(bytes, to: descriptor)
    }

    deinit { close(descriptor) }

    /// Where programs of the same user find it, as long as this program has it.
    package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }
}
