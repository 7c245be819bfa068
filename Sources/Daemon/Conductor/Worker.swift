// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOPosix

/// One thread for work that may block: opening devices, decoding sounds, writing files. Results come back on the loop.
struct Worker {
    /// What does the work: a thread, or a simulation.
    private enum Doer {
        case thread(NIOThreadPool)
        case simulation((@escaping () -> Void) -> Void)
    }

    private let doer: Doer
    private let loop: any EventLoop

    /// A worker for one event loop.
    init(loop: any EventLoop) {
        self.loop = loop
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        doer = .thread(pool)
    }

    /// One without a thread: each piece of work is handed to `simulation`, which does it now or later, in order, where the loop
    /// runs.
    init(loop: any EventLoop, simulation: @escaping (@escaping () -> Void) -> Void) {
        self.loop = loop
        doer = .simulation(simulation)
    }

    /// Runs `work` on the thread, in order, then `done` on the loop. Call on the loop.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, then done: @escaping (Result<Value, any Error>) -> Void
    ) {
        switch doer {
        case .thread(let pool): pool.runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete(done)
        case .simulation(let hand):
            hand { [loop] in
                let result = Result(catching: work)
                loop.assumeIsolated().execute { done(result) }
            }
        }
    }
}
