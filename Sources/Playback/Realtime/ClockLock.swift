// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// The first position readings of a device, of which a line is made: which frame is heard when. The device's clock is
/// locked once enough readings lie on the line.
///
/// A server's first readings are off by whole periods, so several in a row must lie on one line. A device that moves
/// its pointer in bursts reports its true position only at the moment of a burst, which lies between a reading that
/// shows the burst and the one before. So each pair of such readings bounds the line from both sides, and the next
/// reading is taken when the pointer is thought to move, which halves what is left. Real-time safe.
struct ClockLock: BitwiseCopyable {
    /// The fewest frames that the device was seen to move by between two close readings; 0 before it moved.
    private(set) var step = 0

    private let framesPerSecond: Double
    private var lastFrame: Int64 = 0
    private var lastTime: ClockTime?
    /// Where the line begins.
    private var originFrame: Int64 = 0
    private var originTime = ClockTime.earliest
    /// By how much the device is ahead of the line through the origin, at least and at most, in frames.
    private var least = 0.0
    private var most = 0.0
    private var readings = 0
    /// When the next reading was to be taken, and how much later readings are, about, in ns.
    private var dueTime: ClockTime?
    private var lateNs: Int64 = 50_000

    /// How soon the next reading is taken where nothing says better, in ns.
    private static var intervalNs: Int64 { 250_000 }
    /// The greatest distance of two close readings, in ns.
    private static var closeNs: Int64 { 600_000 }
    /// How far close readings may be behind the truth, in seconds.
    private static var tolerance: Double { 0.0007 }
    private static var fewest: Int { 3 }
    private static var shortestNs: Int64 { 8_000_000 }
    /// In bursts, readings are taken until the line is known to `narrow` seconds, but for at most `longestNs`.
    private static var narrow: Double { 0.00004 }
    private static var longestNs: Int64 { 30_000_000 }
    /// The lateness, in ns, past which a reading tells nothing of the next one.
    private static var latestNs: Int64 { 300_000 }

    /// The lock of a device that plays `framesPerSecond` frames a second.
    @_noLocks init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

    /// Whether the device moves its pointer in bursts: by more at once than is played between two close readings.
    var isBursty: Bool { @_noLocks get { Double(step) > framesPerSecond / 1500 } }

    /// Takes a reading: the device, asked at `time`, reports that it plays `frame`; the answer took `tookNs`. Returns whether its
    /// clock is locked.
    @_noLocks mutating func take(frame: Int64, at time: ClockTime, tookNs: Int64 = 0) -> Bool {
        noteLateness(at: time)
        let moved = frame - lastFrame
        let sinceNs = lastTime.map { time.nanoseconds(since: $0) } ?? .max
        lastFrame = frame
        lastTime = time
        guard moved > 0, sinceNs <= Self.closeNs else { return false }
        step = step == 0 ? Int(moved) : min(step, Int(moved))
        let ahead = Double(frame - originFrame) - time.seconds(since: originTime) * framesPerSecond
        let played = Double(sinceNs) * 1e-9 * framesPerSecond
        let lowest = ahead - Double(tookNs) * 1e-9 * framesPerSecond
        guard readings > 0, abs(ahead - least) < Self.tolerance * framesPerSecond else {
            originFrame = frame
            originTime = time
            least = lowest - ahead
            most = played
            readings = 1
            return false
        }
        narrow(from: lowest, to: ahead + played)
        readings += 1
        let ns = time.nanoseconds(since: originTime)
        guard readings >= Self.fewest, ns >= Self.shortestNs else { return false }
        return !isBursty || most - least <= Self.narrow * framesPerSecond || ns >= Self.longestNs
    }

    /// How long to sleep until the next reading, in ns.
    @_noLocks mutating func sleepNs(at now: ClockTime) -> Int64 {
        var sleep = Self.intervalNs
        if isBursty, readings > 0 {
            let left = Double(lastFrame) + Double(step) - frame(at: now, ahead: (least + most) / 2)
            let aimed = Int64(clamping: left / framesPerSecond * 1e9) - lateNs
            // The reading before the burst and the one after it have to be close.
            if aimed > Self.intervalNs / 2, aimed < Self.closeNs - Self.latestNs / 2 { sleep = aimed }
        }
        dueTime = now.advanced(byNanoseconds: sleep)
        return sleep
    }

    /// The frame heard at a time, by the line, or by the last reading while there is none; `nil` before the first.
    @_noLocks func frame(at time: ClockTime) -> Double? {
        // Of a device that moves smoothly, the reading furthest ahead is nearest to the truth.
        if readings > 0 { return frame(at: time, ahead: isBursty ? (least + most) / 2 : least) }
        guard let lastTime else { return nil }
        return Double(lastFrame) + time.seconds(since: lastTime) * framesPerSecond
    }

    /// The least and the greatest frame that may be heard at a time, if the device's rate is off by `doubt` frames a
    /// second at most.
    @_noLocks func bounds(at time: ClockTime, doubt: Double) -> (least: Double, most: Double) {
        let drift = doubt * time.seconds(since: originTime)
        return (frame(at: time, ahead: least - drift), frame(at: time, ahead: most + drift))
    }

    @_noLocks private func frame(at time: ClockTime, ahead: Double) -> Double {
        Double(originFrame) + ahead + time.seconds(since: originTime) * framesPerSecond
    }

    /// Bursts that are early or late contradict the others: the line may then lie anywhere between.
    @_noLocks private mutating func narrow(from lowest: Double, to highest: Double) {
        if lowest > most {
            most = lowest + (lowest - most)
            least = lowest
        } else if highest < least {
            most = least
            least = highest
        } else {
            least = max(least, lowest)
            most = min(most, highest)
        }
    }

    @_noLocks private mutating func noteLateness(at time: ClockTime) {
        guard let dueTime else { return }
        let late = time.nanoseconds(since: dueTime)
        if late >= 0, late < Self.latestNs { lateNs = (lateNs + late) / 2 }
    }
}
