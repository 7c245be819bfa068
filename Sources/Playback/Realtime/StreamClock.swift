// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// The line that maps CLOCK_MONOTONIC to the frame being heard, steered by what the device reports.
///
/// A second-order delay-locked loop (F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005) whose
/// bandwidth glides from 1 Hz to 0.05 Hz in ten seconds. Without observations it runs on at the last rate: the timeline
/// outlives the device. Real-time safe.
struct StreamClock: BitwiseCopyable {
    /// A time, and the frame heard then.
    private(set) var anchorTime: ClockTime
    private(set) var anchorFrame: Double
    /// Frames a second of CLOCK_MONOTONIC.
    private(set) var framesPerSecond: Double
    /// Counts the changes of the nominal rate, each of which gives frames another length.
    private(set) var generation: UInt64 = 0

    private var nominal: Double
    private var lockedSeconds = 0.0

    /// Errors past this many seconds do not steer: the device is brought back to the line.
    private static var gateSeconds: Double { 0.001 }
    /// By how many seconds an observation may be wrong that counts for half.
    private static var blurSeconds: Double { 0.00025 }
    /// For how many seconds an observation counts at most.
    private static var longestStep: Double { 1 }
    /// How far off a crystal may be, as a part of its rate.
    private static var widestRatio: Double { 0.005 }

    /// A clock by which `frame` is heard at `time`.
    @_noLocks init(rate: Int, frame: Double, time: ClockTime) {
        nominal = Double(rate)
        framesPerSecond = Double(rate)
        anchorFrame = frame
        anchorTime = time
    }

    /// The frame heard at a time.
    @_noLocks func frame(at time: ClockTime) -> Double {
        anchorFrame + time.seconds(since: anchorTime) * framesPerSecond
    }

    /// The time at which a frame is heard.
    @_noLocks func time(ofFrame frame: Int64) -> ClockTime { time(ofFrame: Double(frame)) }

    /// The time at which a place between frames is heard.
    @_noLocks func time(ofFrame frame: Double) -> ClockTime {
        anchorTime.advanced(bySeconds: (frame - anchorFrame) / framesPerSecond)
    }

    /// Steers by an observation: the device plays `frame` at `time`, which may be wrong by `blur` frames, and from
    /// `slowest` to `fastest` frames a second. Returns the clock's error in frames.
    @_noLocks mutating func observe(
        frame observed: Double, blur: Double = 0, slowest: Double = 0, fastest: Double = .infinity, at time: ClockTime
    ) -> Double {
        // A gap between observations does not count as time spent locked.
        let seconds = min(time.seconds(since: anchorTime), Self.longestStep)
        let predicted = frame(at: time)
        let error = observed - predicted
        guard abs(error) <= Self.gateSeconds * nominal + blur else { return error }
        lockedSeconds += seconds
        // A blurred observation has less weight.
        let clarity = 1 / (1 + blur / (Self.blurSeconds * nominal))
        let bandwidth = max(0.02, clarity * max(0.05, 1 / (1 + 1.9 * lockedSeconds)))
        let omega = 2 * Double.pi * bandwidth
        let step = min(omega * seconds, 0.5)
        anchorTime = time
        anchorFrame = predicted + 1.4142135623730951 * step * error
        let widest = nominal * Self.widestRatio
        let rate = min(max(framesPerSecond + omega * step * error, slowest), fastest)
        framesPerSecond = min(max(rate, nominal - widest), nominal + widest)
        return error
    }

    /// Widens the bandwidth to that of the first second, as for another device.
    @_noLocks mutating func unlock() { lockedSeconds = 0 }

    /// Goes on at another nominal rate from the frame heard at `time`, and returns that frame.
    @_noLocks mutating func change(rate: Int, at time: ClockTime) -> Int64 {
        let heard = Int64(clamping: frame(at: time))
        nominal = Double(rate)
        framesPerSecond = nominal
        anchorFrame = Double(heard)
        anchorTime = time
        unlock()
        generation += 1
        return heard
    }
}
