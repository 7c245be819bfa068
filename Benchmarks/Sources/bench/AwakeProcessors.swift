// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Keeps the processors from sleeping, until this goes: how long they take to wake is the machine's, and not what is measured.
///
/// It is what cyclictest(8) does: the kernel's latency limit is 0 while `/dev/cpu_dma_latency` is open.
final class AwakeProcessors {
    private let descriptor: CInt

    /// Nil where this user may not.
    init?() {
        descriptor = unsafe open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var limit: Int32 = 0
        guard unsafe write(descriptor, &limit, MemoryLayout.size(ofValue: limit)) > 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
