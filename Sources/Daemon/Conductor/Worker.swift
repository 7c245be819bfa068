// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix

/// One thread for work that may block: opening devices, decoding sounds, writing files. Results come back on the loop.
struct Worker {
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let loop: any EventLoop

    /// A worker for one event loop.
    init(loop: any EventLoop) {
        self.loop = loop
        pool.start()
    }

    /// Runs `work` on the thread, in order, then `done` on the loop. Call on the loop.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, then done: @escaping (Result<Value, any Error>) -> Void
    ) {
        pool.runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete(done)
    }
}
