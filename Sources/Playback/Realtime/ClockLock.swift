// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The first position readings of a device, of which a line is made: which frame is heard when. The device's clock is
/// locked once enough readings lie on the line.
///
/// A server's first readings are off by whole periods, so several in a row must lie on one line. A device that moves
/// its pointer in bursts reports its true position only at the moment of a burst, so a reading counts only if it
/// follows closely on an older one; and of those the one furthest ahead is nearest to the truth. Real-time safe.
struct ClockLock: BitwiseCopyable {
    /// How soon the next reading should be taken, in ns.
    static var intervalNs: Int64 { @_noLocks get { 250_000 } }

    /// The fewest frames that the device was seen to move by between two close readings; 0 before it moved.
    private(set) var step = 0

    private let framesPerSecond: Double
    private var lastFrame: Int64 = 0
    private var lastTime: ClockTime?
    /// Where the line begins.
    private var originFrame: Int64 = 0
    private var originTime = ClockTime.earliest
    /// How far the best reading lies ahead of the line through the origin, in frames.
    private var lead = 0.0
    private var readings = 0

    /// A reading is close to the one before it up to this distance, in ns.
    private static var closeNs: Int64 { 600_000 }
    /// Close readings are no further behind the truth than this, in seconds.
    private static var tolerance: Double { 0.0007 }
    private static var fewest: Int { 3 }
    private static var shortestNs: Int64 { 8_000_000 }

    /// Of a device at this rate.
    @_noLocks init(framesPerSecond: Double) { self.framesPerSecond = framesPerSecond }

    /// Takes a reading: the device reports that it plays `frame` at `time`. Returns whether its clock is locked.
    @_noLocks mutating func take(frame: Int64, at time: ClockTime) -> Bool {
        let moved = frame - lastFrame
        var isClose = false
        if let lastTime { isClose = moved > 0 && time.nanoseconds(since: lastTime) <= Self.closeNs }
        lastFrame = frame
        lastTime = time
        guard isClose else { return false }
        step = step == 0 ? Int(moved) : min(step, Int(moved))
        let ahead = Double(frame - originFrame) - time.seconds(since: originTime) * framesPerSecond
        guard readings > 0, abs(ahead - lead) < Self.tolerance * framesPerSecond else {
            originFrame = frame
            originTime = time
            lead = 0
            readings = 1
            return false
        }
        lead = max(lead, ahead)
        readings += 1
        return readings >= Self.fewest && time.nanoseconds(since: originTime) >= Self.shortestNs
    }

    /// The frame heard at a time, by the line, or by the last reading while there is none; `nil` before the first.
    @_noLocks func frame(at time: ClockTime) -> Double? {
        if readings > 0 { return Double(originFrame) + lead + time.seconds(since: originTime) * framesPerSecond }
        guard let lastTime else { return nil }
        return Double(lastFrame) + time.seconds(since: lastTime) * framesPerSecond
    }
}
