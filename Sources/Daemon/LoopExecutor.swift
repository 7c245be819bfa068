// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Runs tasks on an event loop.
///
/// Swift's own pool on Linux is Dispatch's, which wakes once a second to check its threads: a stopped daemon must not wake.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        loop.execute { unsafe job.runSynchronously(on: executor) }
    }
}
