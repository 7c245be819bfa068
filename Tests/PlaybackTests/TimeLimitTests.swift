// SPDX-License-Identifier: Apache-2.0

import CMetronomeLinux
import Glibc
import Synchronization
import Testing

/// Serialized: the limit is the process's.
@Suite(.serialized) struct TimeLimitTests {
    /// What a thread has found out about itself.
    private final class Finding: Sendable {
        let hasSteppedDown = Atomic<Bool>(false)
        let policy = Atomic<Int32>(-1)

        var result: (hasSteppedDown: Bool, policy: Int32) {
            (hasSteppedDown.load(ordering: .relaxed), policy.load(ordering: .relaxed))
        }
    }

    private static let isAllowed = {
        var parameter = sched_param()
        parameter.sched_priority = 1
        var limit = rlimit()
        // RLIMIT_RTPRIO
        getrlimit(__rlimit_resource_t(14), &limit)
        return geteuid() == 0 || limit.rlim_cur > 0
    }()

    @Test(.enabled(if: isAllowed, "no real-time priority here"))
    func `a thread that runs on past RLIMIT_RTTIME steps down, and nothing dies`() throws {
        // RLIMIT_RTTIME, which Glibc's module hides.
        let resource = __rlimit_resource_t(15)
        var before = rlimit()
        try #require(getrlimit(resource, &before) == 0)
        var short = before
        short.rlim_cur = min(before.rlim_max, 100_000)
        try #require(setrlimit(resource, &short) == 0)
        defer { setrlimit(resource, &before) }

        let finding = Finding()
        let context = Unmanaged.passRetained(finding)
        var thread = linux_thread()
        try #require(
            linux_thread_start(
                &thread, "overtime", 64 << 10, 1,
                { context in
                    let finding = Unmanaged<Finding>.fromOpaque(context).takeRetainedValue()
                    let start = linux_monotonic_ns()
                    // It never pauses; ten seconds stand for never.
                    while !linux_stepped_down(), linux_monotonic_ns() - start < 10_000_000_000 {}
                    finding.hasSteppedDown.store(linux_stepped_down(), ordering: .relaxed)
                    // Without the flag that what it starts does not inherit its priority.
                    finding.policy.store(sched_getscheduler(0) & 0xFF, ordering: .relaxed)
                }, context.toOpaque()) == 0)
        let wasRealtime = thread.realtime
        #expect(linux_thread_join(&thread, 60_000) == 0)
        try #require(wasRealtime)
        let (hasSteppedDown, policy) = finding.result
        #expect(hasSteppedDown)
        #expect(policy == SCHED_OTHER)
    }
}
