// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix

/// One thread for work that may block: opening devices, decoding sounds, writing files. Results come back on the loop.
struct Worker {
    /// Nil: the work is done at once.
    private let pool: NIOThreadPool?
    private let loop: any EventLoop

    /// A worker for one event loop. A simulation has it do its work at once, without a thread.
    init(loop: any EventLoop, hasThread: Bool = true) {
        self.loop = loop
        pool = hasThread ? NIOThreadPool(numberOfThreads: 1) : nil
        pool?.start()
    }

    /// Runs `work` on the thread, in order, then `done` on the loop. Call on the loop.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, then done: @escaping (Result<Value, any Error>) -> Void
    ) {
        guard let pool else {
            let result = Result(catching: work)
            return loop.assumeIsolated().execute { done(result) }
        }
        pool.runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete(done)
    }
}
