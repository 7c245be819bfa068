// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the real-time thread publishes at every wake: which frame is heard when.
public struct ClockRecord: Sendable, Hashable, BitwiseCopyable {
    /// CLOCK_MONOTONIC, in ns, at which `heardFrame` is heard; jitter is filtered out.
    public var monotonicNs: Int64
    /// The frame that leaves the device at `monotonicNs`.
    public var heardFrame: Double
    /// Frames a second of CLOCK_MONOTONIC: the nominal rate times the device's rate ratio.
    public var framesPerSecond: Double
    /// The next frame to be rendered; all before it are out of our hands.
    public var writtenFrame: Int64
    /// Counts the discontinuities: times computed under an earlier generation may have moved.
    public var generation: UInt64
    /// Times the device ran dry.
    public var xruns: UInt64
    /// Wakes of the thread so far.
    public var wakes: UInt64
    /// Whether a device is consuming frames now; otherwise CLOCK_MONOTONIC is.
    public var isOnDevice: Bool

    @_noLocks init(
        monotonicNs: Int64, heardFrame: Double, framesPerSecond: Double, writtenFrame: Int64, generation: UInt64,
        xruns: UInt64, wakes: UInt64, isOnDevice: Bool
    ) {
        self.monotonicNs = monotonicNs
        self.heardFrame = heardFrame
        self.framesPerSecond = framesPerSecond
        self.writtenFrame = writtenFrame
        self.generation = generation
        self.xruns = xruns
        self.wakes = wakes
        self.isOnDevice = isOnDevice
    }

    /// CLOCK_MONOTONIC, in ns, at which a frame is heard.
    public func nanoseconds(ofFrame frame: Double) -> Int64 {
        monotonicNs + Int64(((frame - heardFrame) / framesPerSecond * 1e9).rounded())
    }

    /// The frame that is heard at a time on CLOCK_MONOTONIC, in ns.
    public func frame(atNanoseconds time: Int64) -> Double {
        heardFrame + Double(time - monotonicNs) / 1e9 * framesPerSecond
    }
}

/// A `ClockRecord` that one thread writes and any number read, without a lock (a seqlock over atomic words).
struct ClockCell: ~Copyable, Sendable {
    private let sequence = Atomic<UInt64>(0)
    private let words: InlineArray<8, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }

    /// Publishes a record. Real-time safe; one writer.
    @_noLocks borrowing func store(_ record: ClockRecord) {
        let turn = sequence.load(ordering: .relaxed)
        sequence.store(turn &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        words[0].store(UInt64(bitPattern: record.monotonicNs), ordering: .relaxed)
        words[1].store(record.heardFrame.bitPattern, ordering: .relaxed)
        words[2].store(record.framesPerSecond.bitPattern, ordering: .relaxed)
        words[3].store(UInt64(bitPattern: record.writtenFrame), ordering: .relaxed)
        words[4].store(record.generation, ordering: .relaxed)
        words[5].store(record.xruns, ordering: .relaxed)
        words[6].store(record.wakes, ordering: .relaxed)
        words[7].store(record.isOnDevice ? 1 : 0, ordering: .relaxed)
        sequence.store(turn &+ 2, ordering: .releasing)
    }

    /// The last record published, never a torn one.
    borrowing func load() -> ClockRecord {
        while true {
            let turn = sequence.load(ordering: .acquiring)
            guard turn & 1 == 0 else { continue }
            let record = ClockRecord(
                monotonicNs: Int64(bitPattern: words[0].load(ordering: .relaxed)),
                heardFrame: Double(bitPattern: words[1].load(ordering: .relaxed)),
                framesPerSecond: Double(bitPattern: words[2].load(ordering: .relaxed)),
                writtenFrame: Int64(bitPattern: words[3].load(ordering: .relaxed)),
                generation: words[4].load(ordering: .relaxed),
                xruns: words[5].load(ordering: .relaxed),
                wakes: words[6].load(ordering: .relaxed),
                isOnDevice: words[7].load(ordering: .relaxed) != 0)
            atomicMemoryFence(ordering: .acquiring)
            if sequence.load(ordering: .relaxed) == turn { return record }
        }
    }
}
