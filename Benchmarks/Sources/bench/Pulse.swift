// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// How long the machine leaves a thread of the highest priority waiting that sleeps for a millisecond at a time: so long
/// nothing else can run on time either. It ends when this goes.
@safe final class Pulse {
    private final class Beat {
        let isWanted = Atomic(true)
        let worstNs = Atomic<Int64>(0)

        func run() {
            var priority = sched_param(sched_priority: sched_get_priority_max(SCHED_FIFO))
            // Where this user may not, it is a thread like others.
            unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority)
            var last = Clock.nowNs
            while isWanted.load(ordering: .relaxed) {
                usleep(1000)
                let now = Clock.nowNs
                worstNs.max(now - last - 1_000_000, ordering: .relaxed)
                last = now
            }
        }
    }

    private let beat: Unmanaged<Beat>
    private var thread: pthread_t?

    /// Begins.
    init() {
        unsafe beat = Unmanaged.passRetained(Beat())
        var thread = pthread_t()
        if unsafe pthread_create(&thread, nil, Self.body, beat.toOpaque()) == 0 { self.thread = thread }
    }

    deinit {
        unsafe beat.takeUnretainedValue().isWanted.store(false, ordering: .relaxed)
        if let thread { pthread_join(thread, nil) }
        unsafe beat.release()
    }

    /// The longest so far, in milliseconds.
    var worstMs: Double { unsafe Double(beat.takeUnretainedValue().worstNs.load(ordering: .relaxed)) / 1e6 }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument = unsafe argument { unsafe Unmanaged<Beat>.fromOpaque(argument).takeUnretainedValue().run() }
        return nil
    }
}
