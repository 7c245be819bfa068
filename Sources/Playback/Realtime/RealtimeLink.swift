// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What both threads share: two rings, the clock record, and the descriptors that wake either side.
struct RealtimeLink: ~Copyable, Sendable {
    let commands = Ring(sizeLog2: 8)
    let reports = Ring(sizeLog2: 10)
    let clock = ClockCell()
    let timing: TimingCell
    let fillMs: Atomic<Int>
    let fillInForceMs: Atomic<Int>
    let hasSteppedDown = Atomic<Bool>(false)
    /// The thread ends once it has taken the commands that were sent before.
    let isEnding = Atomic<Bool>(false)
    /// A plan of silence was sent, which is adopted whether or not a device has started.
    let isStopping = Atomic<Bool>(false)
    /// The control side keeps commands for which the ring had no room: the thread wakes it when it has taken some.
    let isBacklogged = Atomic<Bool>(false)
    let commandSignal: Int32
    let reportSignal: Int32
}
