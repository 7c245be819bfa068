// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import MetronomeBounds

/// A request for a better priority of a thread, made once, on a thread of its own, since the system bus may be slow.
final class PriorityRequest: Sendable {
    private let tid: Int32
    private let priority: Int32
    private let nice: Int32
    private let limit: Duration
    private let refusal: RealtimeRefusal
    private let done: @Sendable (RealtimeGrant) -> Void

    /// More than libsystemd needs.
    private static let stackBytes = 512 << 10

    /// A request for a thread of this process, by the kernel's number, to which the limits have refused a priority.
    init(
        tid: Int32, priority: Int32, nice: Int32, limit: Duration, refusal: RealtimeRefusal,
        done: @escaping @Sendable (RealtimeGrant) -> Void
    ) {
        self.tid = tid
        self.priority = priority
        self.nice = nice
        self.limit = limit
        self.refusal = refusal
        self.done = done
    }

    /// Makes the request, and returns at once.
    func begin() {
        var thread = linux_thread()
        let request = unsafe Unmanaged.passRetained(self)
        let error = unsafe linux_thread_start(
            &thread, "priority", Self.stackBytes, 0,
            { context in
                let request = unsafe Unmanaged<PriorityRequest>.fromOpaque(context).takeRetainedValue()
                request.done(request.grant())
            }, request.toOpaque())
        if error == 0 { return unsafe linux_thread_detach(&thread) }
        unsafe request.release()
        done(.ordinary(refusal))
    }

    private func grant() -> RealtimeGrant {
        let nanoseconds = limit / .nanoseconds(1)
        guard let rtkit = unsafe linux_rtkit_begin(Int64(clamping: nanoseconds)) else { return .ordinary(refusal) }
        defer { unsafe linux_rtkit_end(rtkit) }
        let obtained = unsafe linux_rtkit_realtime(rtkit, tid, priority)
        if obtained > 0 { return .rtkit(priority: Int(obtained)) }
        let reason = unsafe String(cString: linux_rtkit_reason(rtkit))

        if linux_set_nice(tid, nice) == 0 { return .nice(level: Int(nice)) }
        let level = unsafe linux_rtkit_nice(rtkit, tid, nice)
        if level < 0 { return .nice(level: Int(level)) }
        var refusal = refusal
        refusal.rtkit = reason
        return .ordinary(refusal)
    }
}
