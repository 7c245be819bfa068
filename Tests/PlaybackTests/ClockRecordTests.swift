// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Synchronization
import Testing

@testable import Playback

@Suite struct ClockRecordTests {
    private func record(ns: Int64, frame: Double, framesPerSecond: Double) -> ClockRecord {
        ClockRecord(
            monotonicNs: ns, heardFrame: frame, framesPerSecond: framesPerSecond, writtenFrame: 0, generation: 0,
            xruns: 0, wakes: 0, isOnDevice: false)
    }

    @Test func `a second later the rate's frames have been heard`() {
        let record = record(ns: 5_000_000_000, frame: 1000.5, framesPerSecond: 48_009.6)
        #expect(record.frame(atNanoseconds: 6_000_000_000) == 49_010.1)
        #expect(record.nanoseconds(ofFrame: 49_010.1) == 6_000_000_000)
        #expect(record.frame(atNanoseconds: 4_500_000_000) == 1000.5 - 24_004.8)
    }

    @Test func `time of a frame and frame at a time undo each other`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let rate = Double.random(in: 8000...192_000, using: &random)
            let record = record(
                ns: .random(in: 0...1 << 53, using: &random), frame: .random(in: 0...1e12, using: &random),
                framesPerSecond: rate)
            let ns = record.monotonicNs + .random(in: -10_000_000_000_000...10_000_000_000_000, using: &random)
            let back = record.nanoseconds(ofFrame: record.frame(atNanoseconds: ns))
            // Where frames are counted in 10¹², a Double tells 0.0001 of them apart.
            #expect(abs(back - ns) <= 1 + Int64(0.0003 / rate * 1e9))
        }
    }

    @Test func `a reader never sees a record that is half another's`() async {
        final class Shared: Sendable {
            let cell = ClockCell()
            let isRead = Atomic(false)
        }
        /// Every field follows from one number.
        @Sendable func record(_ number: Int64) -> ClockRecord {
            ClockRecord(
                monotonicNs: number, heardFrame: Double(number) + 0.5, framesPerSecond: Double(-number),
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
            var previous: Int64 = 0
            var changes = 0
            while changes < 20_000 {
                let seen = shared.cell.load()
                guard seen == record(seen.monotonicNs), seen.monotonicNs >= previous else { return true }
                if seen.monotonicNs == previous { await Task.yield() } else { changes += 1 }
                previous = seen.monotonicNs
            }
            return false
        }.value
        await written
        #expect(!torn)
    }
}
