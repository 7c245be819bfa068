// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Synchronization
import Testing

@testable import Playback

@Suite struct ClockRecordTests {
    @Test func `a reader never sees a record that is half another's`() async {
        final class Shared: Sendable {
            let cell = ClockCell()
            let isRead = Atomic(false)
        }
        /// Every field follows from one number.
        @Sendable func record(_ number: Int64) -> ClockRecord {
            ClockRecord(
                heardFrame: Double(number) + 0.5, time: .ns(number), framesPerSecond: Double(-number),
                writtenFrame: number * 3, generation: UInt64(number) << 20, xruns: UInt64(number) + 1,
                wakes: UInt64(number) * 7, isOnDevice: number % 2 == 1)
        }
        let shared = Shared()
        shared.cell.store(record(0))
        #expect(shared.cell.load() == record(0))
        async let written: Void = {
            var number: Int64 = 0
            while !shared.isRead.load(ordering: .relaxed) {
                for _ in 0..<1000 {
                    number += 1
                    shared.cell.store(record(number))
                }
                // On a machine with one core the reader must come to run.
                await Task.yield()
            }
        }()
        let torn = await Task.detached {
            defer { shared.isRead.store(true, ordering: .relaxed) }
            var previous = ClockTime.zero
            var changes = 0
            while changes < 20_000 {
                let seen = shared.cell.load()
                guard seen == record(seen.time.nanoseconds), seen.time >= previous else { return true }
                if seen.time == previous { await Task.yield() } else { changes += 1 }
                previous = seen.time
            }
            return false
        }.value
        await written
        #expect(!torn)
    }
}
