// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc

/// Waits with poll(2) that end at their time, to some microseconds.
public enum PreciseWait {
    /// Has the kernel end the waits of this thread at their time, instead of up to 50 µs later, together with others.
    public static func prepare() { linux_set_timer_slack(1) }

    /// Waits until one of these descriptors can be read, a signal has come, or it is that time of CLOCK_MONOTONIC; nil for
    /// without an end. A negative descriptor is left out. Returns for each whether it can be read, or is at its end.
    @discardableResult
    public static func forInput(of descriptors: CInt..., untilNs: Int64?) -> [Bool] {
        forInput(of: descriptors, untilNs: untilNs)
    }

    /// Waits as ``forInput(of:untilNs:)``, but when the end is near it stays awake: it ends within a few microseconds of its
    /// time also where the processor was asleep. It spins for ``EarlyWake/longestNs`` at the most, and does not look at the
    /// descriptors meanwhile.
    ///
    /// - Parameter early: what is known of late wake-ups; this one is added.
    package static func forInput(of descriptors: [CInt], untilNs end: Int64, early: inout EarlyWake) -> [Bool] {
        let wakeNs = max(0, end) - early.leadNs
        let isAsleep = MonotonicClock.nowNs < wakeNs
        let answers = forInput(of: descriptors, untilNs: wakeNs)
        if isAsleep, !answers.contains(true) {
            let lateNs = MonotonicClock.nowNs - wakeNs
            // A signal has ended the wait.
            if lateNs < 0 { return answers }
            early.woke(lateNs: lateNs)
        }
        if MonotonicClock.nowNs >= wakeNs { while MonotonicClock.nowNs < end {} }
        return answers
    }

    /// Waits as above for any number of descriptors, or until nobody reads any more what is written to the outlet; the last answer
    /// is for the outlet.
    package static func forInput(of descriptors: [CInt], outlet: CInt = -1, untilNs: Int64?) -> [Bool] {
        var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        requests.append(pollfd(fd: outlet, events: 0, revents: 0))
        let left = untilNs.map { max(0, max(0, $0) - MonotonicClock.nowNs) } ?? -1
        let count = unsafe linux_poll(&requests, requests.count, left)
        return requests.map { count > 0 && $0.revents != 0 }
    }
}
