// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import Synchronization

/// The real-time thread's record of its own timing: since the start, and for the last minute.
///
/// The last minute is six slots of ten seconds, so it reaches back 50 to 60 s. An event is noted once, in the slot of its
/// time; when a slot is used for the next ten seconds, its counts are added to the past. One thread notes, real-time safe;
/// any may read meanwhile, without a lock.
struct TimingRecord: ~Copyable, Sendable {
    private struct Slot: ~Copyable, Sendable {
        /// Which ten seconds of CLOCK_MONOTONIC it counts.
        let turn = Atomic<Int64>(.min)
        let tally = TimingTally()
    }

    private struct XrunEntry: ~Copyable, Sendable {
        /// The nanoseconds of a `ClockTime`.
        let time = Atomic<Int64>(0)
        let missedFrames = Atomic<Int64>(0)
    }

    private let start: ClockTime
    /// Everything before the slots.
    private let past = TimingTally()
    private let slots: InlineArray<6, Slot> = InlineArray { _ in Slot() }
    /// The last eight xruns: number n is at n mod 8.
    private let entries: InlineArray<8, XrunEntry> = InlineArray { _ in XrunEntry() }
    /// Odd while several values change together: a slot is added to the past, or an xrun is noted.
    private let sequence = Atomic<UInt64>(0)
    private let xruns = Atomic<Int>(0)
    /// The bits of a Double; NaN while the rate is not known.
    private let ppm = Atomic<UInt64>(Double.nan.bitPattern)

    private static var slotNs: Int64 { @_noLocks get { 10_000_000_000 } }

    /// An empty one that begins at a time on CLOCK_MONOTONIC.
    init(start: ClockTime) { self.start = start }

    // MARK: noted by the real-time thread

    /// A beat was rendered.
    @_noLocks borrowing func beat(at now: ClockTime) {
        slots[slot(at: now)].tally.countBeat()
    }

    /// A beat was played `errorNs` later than expected, or earlier where negative.
    @_noLocks borrowing func played(errorNs: Int64, at now: ClockTime) {
        slots[slot(at: now)].tally.errors.add(errorNs == .min ? .max : abs(errorNs))
    }

    /// The thread woke `lateNs` later than it was due.
    @_noLocks borrowing func woke(lateNs: Int64, at now: ClockTime) {
        slots[slot(at: now)].tally.lateness.add(lateNs)
    }

    /// The device ran dry, and has missed `missedFrames` frames so far.
    @_noLocks borrowing func xrun(missedFrames: Int64, at now: ClockTime) {
        slots[slot(at: now)].tally.countXrun()
        miss(missedFrames, at: now)
        let number = xruns.load(ordering: .relaxed)
        beginChange()
        entries[number & 7].time.store(now.nanoseconds, ordering: .relaxed)
        entries[number & 7].missedFrames.store(missedFrames, ordering: .relaxed)
        xruns.store(number &+ 1, ordering: .relaxed)
        endChange()
    }

    /// The device has missed `furtherFrames` frames more since the last xrun.
    @_noLocks borrowing func xrun(furtherFrames: Int64, at now: ClockTime) {
        miss(furtherFrames, at: now)
        let last = (xruns.load(ordering: .relaxed) &- 1) & 7
        beginChange()
        let missed = entries[last].missedFrames.load(ordering: .relaxed)
        entries[last].missedFrames.store(missed &+ furtherFrames, ordering: .relaxed)
        endChange()
    }

    /// A device was lost.
    @_noLocks borrowing func loss(at now: ClockTime) {
        slots[slot(at: now)].tally.countLoss()
    }

    /// The clock's loop was off by `residualNs`, and gives a rate that is off the nominal one by `ppm`.
    @_noLocks borrowing func steered(residualNs: Double, ppm: Double, at now: ClockTime) {
        slots[slot(at: now)].tally.steer(residualNs: residualNs, ppm: ppm)
        self.ppm.store(ppm.bitPattern, ordering: .relaxed)
    }

    /// The rate is not known any more.
    @_noLocks borrowing func forgetRate() { ppm.store(Double.nan.bitPattern, ordering: .relaxed) }

    @_noLocks private borrowing func miss(_ frames: Int64, at now: ClockTime) {
        slots[slot(at: now)].tally.miss(frames)
    }

    @_noLocks private borrowing func beginChange() {
        sequence.store(sequence.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
    }

    @_noLocks private borrowing func endChange() {
        sequence.store(sequence.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Which ten seconds a time is in. CLOCK_MONOTONIC is never below 0.
    @_noLocks private static func turn(at time: ClockTime) -> Int64 { max(0, time.nanoseconds).quotient(by: slotNs) }

    /// The slot of the present ten seconds; the counts of others that it held are added to the past.
    @_noLocks private borrowing func slot(at now: ClockTime) -> Int {
        let turn = Self.turn(at: now)
        let index = Int(turn % 6)
        if slots[index].turn.load(ordering: .relaxed) == turn { return index }
        beginChange()
        slots[index].tally.pour(into: past)
        slots[index].turn.store(turn, ordering: .relaxed)
        endChange()
        return index
    }

    // MARK: read by any thread

    /// The figures as of a time on CLOCK_MONOTONIC.
    borrowing func snapshot(at now: ClockTime) -> TimingSnapshot {
        while true {
            let before = sequence.load(ordering: .acquiring)
            guard before & 1 == 0 else { continue }
            let snapshot = read(at: now)
            atomicMemoryFence(ordering: .acquiring)
            if sequence.load(ordering: .relaxed) == before { return snapshot }
        }
    }

    private borrowing func read(at now: ClockTime) -> TimingSnapshot {
        let turn = Self.turn(at: now)
        var since = TimingFigures(from: start, to: now)
        let oldest = ClockTime(nanoseconds: (turn - 5) * Self.slotNs)
        var minute = TimingFigures(from: max(start, oldest), to: now)
        past.read(into: &since)
        for index in 0..<6 {
            slots[index].tally.read(into: &since)
            let age = turn - max(slots[index].turn.load(ordering: .relaxed), turn - 6)
            if age >= 0, age < 6 { slots[index].tally.read(into: &minute) }
        }
        let end = xruns.load(ordering: .relaxed)
        for number in max(0, end - 8)..<end {
            since.recentXruns.append(
                TimingFigures.Xrun(
                    time: ClockTime(nanoseconds: entries[number & 7].time.load(ordering: .relaxed)),
                    missedFrames: entries[number & 7].missedFrames.load(ordering: .relaxed)))
        }
        minute.recentXruns = since.recentXruns.filter { $0.time >= minute.from }
        let ppm = Double(bitPattern: ppm.load(ordering: .relaxed))
        return TimingSnapshot(sinceStart: since, lastMinute: minute, ppm: ppm.isNaN ? nil : ppm)
    }
}
