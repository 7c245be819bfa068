// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import Synchronization

/// A `ClockRecord` that one thread writes and any number read, without a lock (a seqlock over atomic words).
struct ClockCell: ~Copyable, Sendable {
    private let sequence = Atomic<UInt64>(0)
    private let words: InlineArray<8, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }

    /// Publishes a record. Real-time safe; one writer.
    @_noLocks borrowing func store(_ record: ClockRecord) {
        let version = sequence.load(ordering: .relaxed)
        sequence.store(version &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        words[0].store(UInt64(bitPattern: record.time.nanoseconds), ordering: .relaxed)
        words[1].store(record.heardFrame.bitPattern, ordering: .relaxed)
        words[2].store(record.framesPerSecond.bitPattern, ordering: .relaxed)
        words[3].store(UInt64(bitPattern: record.writtenFrame), ordering: .relaxed)
        words[4].store(record.generation, ordering: .relaxed)
        words[5].store(record.xruns, ordering: .relaxed)
        words[6].store(record.wakes, ordering: .relaxed)
        words[7].store(record.isOnDevice ? 1 : 0, ordering: .relaxed)
        sequence.store(version &+ 2, ordering: .releasing)
    }

    /// The last record published, never a torn one.
    borrowing func load() -> ClockRecord {
        while true {
            let version = sequence.load(ordering: .acquiring)
            guard version & 1 == 0 else { continue }
            let record = ClockRecord(
                heardFrame: Double(bitPattern: words[1].load(ordering: .relaxed)),
                time: ClockTime(nanoseconds: Int64(bitPattern: words[0].load(ordering: .relaxed))),
                framesPerSecond: Double(bitPattern: words[2].load(ordering: .relaxed)),
                writtenFrame: Int64(bitPattern: words[3].load(ordering: .relaxed)),
                generation: words[4].load(ordering: .relaxed),
                xruns: words[5].load(ordering: .relaxed),
                wakes: words[6].load(ordering: .relaxed),
                isOnDevice: words[7].load(ordering: .relaxed) != 0)
            atomicMemoryFence(ordering: .acquiring)
            if sequence.load(ordering: .relaxed) == version { return record }
        }
    }
}
