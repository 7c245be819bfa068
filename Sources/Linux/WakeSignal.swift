// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc

/// Wakes a thread that waits with poll(2): eventfd(2). Safe to use from any thread.
package final class WakeSignal: Sendable {
    /// Readable once there was a signal, until `clear()`.
    package let descriptor: CInt

    /// One without a signal yet.
    package init() throws(Errno) {
        descriptor = linux_eventfd()
        guard descriptor >= 0 else { throw Errno(-descriptor) }
    }

    deinit { close(descriptor) }

    /// Wakes whoever waits.
    package func send() { linux_eventfd_signal(descriptor) }

    /// Forgets the signals that were sent.
    package func clear() { linux_eventfd_drain(descriptor) }
}
