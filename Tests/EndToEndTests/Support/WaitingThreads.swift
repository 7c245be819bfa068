// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// Threads for tests that mostly wait: for beats, for programs, for what is not to happen.
///
/// Swift's own threads are as many as processors. A test that waits on one of them keeps it from all others; here, as
/// many wait beside each other as leave the processors free for the programs that they start.
final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads(count: 8)
    /// For the tests of the page, each with a browser.
    static let pages = WaitingThreads(count: 2)
    /// For tasks that suspend: in the line of all, what follows a suspension would wait for every test before it.
    static let tasks = WaitingThreads(count: 1)

    private let jobs = Mutex<(first: [UnownedJob], others: [UnownedJob])>(([], []))
    private let isAsked = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for index in 0..<count {
            let thread = Thread { [self] in
                while true {
                    isAsked.wait()
                    let job = jobs.withLock { $0.first.isEmpty ? $0.others.removeFirst() : $0.first.removeFirst() }
                    job.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
            thread.name = "waiting \(index)"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(UnownedJob(job), first: false)
    }

    fileprivate func add(_ job: UnownedJob, first: Bool) {
        jobs.withLock { first ? $0.first.append(job) : $0.others.append(job) }
        isAsked.signal()
    }
}

/// The head of a line, for a long suite whose tests come one after the other: behind all others it would end last.
final class HeadOfLine: TaskExecutor {
    static let shared = HeadOfLine(.shared)

    private let threads: WaitingThreads

    private init(_ threads: WaitingThreads) { self.threads = threads }

    func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), first: true) }
}

/// Runs the tests of a suite on `WaitingThreads`.
struct WaitsTrait: SuiteTrait, TestTrait, TestScoping {
    var threads: any TaskExecutor = WaitingThreads.shared
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

    /// For a long suite whose tests come one after the other.
    static var waitsFirst: Self { Self(threads: HeadOfLine.shared) }
}
