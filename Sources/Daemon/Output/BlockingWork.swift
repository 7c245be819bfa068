// SPDX-License-Identifier: Apache-2.0

/// Work on sound devices, which may block for as long as a sound server does not answer: each piece runs on a thread of
/// its own, so that none waits for another. Idle threads are used again. Belongs to the event loop.
final class BlockingWork {
    private let makeWorker: () -> Worker
    private var idle: [Worker] = []
    private var running = 0
    private var waiting: [() -> Void] = []

    /// Has `makeWorker` make as many as work at the same time.
    init(_ makeWorker: @escaping () -> Worker) { self.makeWorker = makeWorker }

    /// Runs `work` on a thread, then `done` on the loop.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, then done: @escaping (Result<Value, any Error>) -> Void
    ) {
        let worker = idle.popLast() ?? makeWorker()
        running += 1
        worker.run(work) { [self] result in
            running -= 1
            idle.append(worker)
            done(result)
            guard running == 0 else { return }
            let callers = waiting
            waiting = []
            for caller in callers { caller() }
        }
    }

    /// Calls `then` once nothing runs.
    func whenIdle(_ then: @escaping () -> Void) {
        if running == 0 { then() } else { waiting.append(then) }
    }
}
