// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Simulator

extension Simulations {
    /// What the workers of a simulated daemon do.
    @Suite struct WorkTests {
        @Test func `a worker does its pieces in order, and two workers end theirs in any order`() {
            var conditions = Conditions()
            conditions.workMs = 0...100
            let work = Work(conditions, atNs: 0)
            let workers = [work.worker(), work.worker()]
            var done: [(worker: Int, piece: Int)] = []
            for piece in 0..<20 {
                for (worker, add) in workers.enumerated() { add { done.append((worker, piece)) } }
            }
            while let due = work.dueNs { #expect(work.take(atNs: due)) }
            for worker in 0..<2 { #expect(done.filter { $0.worker == worker }.map(\.piece) == Array(0..<20)) }
            #expect(done.map(\.piece) != done.map(\.piece).sorted())
        }
    }
}
