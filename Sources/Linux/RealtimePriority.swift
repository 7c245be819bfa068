// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import MetronomeBounds

/// A real-time priority for a program of one thread.
package enum RealtimePriority {
    /// Asks for a priority for the calling thread: first within the limits of the system, else of RealtimeKit, which has `limit`
    /// to answer. Returns the priority that the thread has then; 0 is an ordinary one.
    package static func request(_ priority: Int32, within limit: Duration = .seconds(2)) -> Int32 {
        if linux_thread_raise(priority) == 0 { return priority }
        guard let rtkit = unsafe linux_rtkit_begin(Int64(clamping: limit / .nanoseconds(1))) else { return 0 }
        defer { unsafe linux_rtkit_end(rtkit) }
        return max(0, unsafe linux_rtkit_realtime(rtkit, getpid(), priority))
    }

    /// The highest priority that RealtimeKit grants, which has `limit` to answer; why it grants none where it does not.
    package static func offered(within limit: Duration = .seconds(2)) -> (highest: Int32, reason: String) {
        guard let rtkit = unsafe linux_rtkit_begin(Int64(clamping: limit / .nanoseconds(1))) else {
            return (0, "memory is short")
        }
        defer { unsafe linux_rtkit_end(rtkit) }
        let highest = unsafe linux_rtkit_highest(rtkit)
        return (max(0, highest), unsafe String(cString: linux_rtkit_reason(rtkit)))
    }
}
