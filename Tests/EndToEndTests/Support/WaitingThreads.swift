// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// Threads for tests that mostly wait: for beats, for programs, for what is not to happen.
///
/// Swift's own threads are as many as processors. A test that waits on one of them keeps it from all others; here, as
/// many wait beside each other as leave the processors free for the programs that they start.
final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: 6)
    /// For the tests of the page, the longest suite: in the line of all, it would end last.
    static let pages = WaitingThreads(count: 2)
    /// For those of cards that fail, the next in length.
    static let faults = WaitingThreads(count: 1)
    /// For tasks that suspend: in the line of all, what follows a suspension would wait for every test before it.
    static let tasks = WaitingThreads(count: 1)

    private let jobs = Mutex<[UnownedJob]>([])
    private let isAsked = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for index in 0..<count {
            let thread = Thread { [self] in
                while true {
                    isAsked.wait()
                    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
            thread.name = "waiting \(index)"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        isAsked.signal()
    }
}

/// Runs the tests of a suite on `WaitingThreads`.
struct WaitsTrait: SuiteTrait, TestTrait, TestScoping {
    var threads = WaitingThreads.shared
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(threads) { try await function() }
    }
}

extension Trait where Self == WaitsTrait {
    /// For a suite whose tests mostly wait.
    static var waits: Self { Self() }

    /// For such a suite that has threads of its own.
    static func waits(on threads: WaitingThreads) -> Self { Self(threads: threads) }
}
