// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(10))) struct BlockingWorkTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// Runs `body` on the loop with fresh work, and waits until it fulfils the promise.
    private func withWork(_ body: @escaping @Sendable (BlockingWork, EventLoopPromise<Void>) -> Void) async throws {
        let done = loop.makePromise(of: Void.self)
        loop.execute { [loop] in body(BlockingWork { [loop] in Worker(loop: loop) }, done) }
        try await done.futureResult.get()
    }

    @Test func `work is done off the loop, and its result comes back on it`() async throws {
        try await withWork { [loop] work, done in
            work.run({ loop.inEventLoop }) { wasInLoop in
                #expect(loop.inEventLoop)
                #expect((try? wasInLoop.get()) == false)
                done.succeed()
            }
        }
    }

    @Test func `an error comes back too`() async throws {
        try await withWork { work, done in
            work.run({ throw CancellationError() }) { (result: Result<Void, any Error>) in
                #expect(throws: CancellationError.self) { try result.get() }
                done.succeed()
            }
        }
    }

    @Test func `a piece that blocks holds up no other`() async throws {
        let isFreed = DispatchSemaphore(value: 0)
        try await withWork { work, done in
            work.run({ isFreed.wait() }) { _ in done.succeed() }
            work.run({}) { _ in isFreed.signal() }
        }
    }

    @Test func `a thread that is done is used again`() async throws {
        let threads = Mutex<Set<UInt>>([])
        try await withWork { work, done in
            func next(_ left: Int) {
                guard left > 0 else { return done.succeed() }
                work.run({ _ = threads.withLock { $0.insert(UInt(pthread_self())) } }) { _ in next(left - 1) }
            }
            next(20)
        }
        #expect(threads.withLock { $0.count } == 1)
    }

    @Test func `whoever waits for the end is called at once when nothing runs`() async throws {
        try await withWork { work, done in work.whenIdle { done.succeed() } }
    }

    @Test func `whoever waits for the end is called once, after the last piece and its result`() async throws {
        let isFreed = DispatchSemaphore(value: 0)
        let log = Mutex<[String]>([])
        try await withWork { work, done in
            work.run({ isFreed.wait() }) { _ in log.withLock { $0.append("slow") } }
            work.run({}) { _ in
                log.withLock { $0.append("fast") }
                isFreed.signal()
            }
            work.whenIdle { log.withLock { $0.append("idle") } }
            work.whenIdle {
                log.withLock { $0.append("idle") }
                work.run({}) { _ in done.succeed() }
            }
        }
        #expect(log.withLock { $0 } == ["fast", "slow", "idle", "idle"])
    }
}
