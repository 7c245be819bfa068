// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Runs tasks on an event loop, for those that prefer it.
///
/// Swift's own pool on Linux is Dispatch's, which looks after its threads once a second for ever: too often for a daemon
/// that has nothing to do.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        loop.execute { unsafe job.runSynchronously(on: executor) }
    }
}
