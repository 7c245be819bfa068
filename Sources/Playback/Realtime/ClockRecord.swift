// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// What the real-time thread publishes at every wake: which frame is heard when.
public struct ClockRecord: Sendable, Hashable, BitwiseCopyable {
    /// CLOCK_MONOTONIC, in ns, at which `heardFrame` is heard; jitter is filtered out.
    public var monotonicNs: Int64
    /// The frame that leaves the device at `monotonicNs`.
    public var heardFrame: Double
    /// Frames a second of CLOCK_MONOTONIC: the nominal rate times the device's rate ratio.
    public var framesPerSecond: Double
    /// The next frame to be rendered; those before it cannot be changed any more.
    public var writtenFrame: Int64
    /// Counts the changes of the nominal rate: times of frames computed in an earlier generation do not hold any more.
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

    /// When a frame leaves the device.
    public func time(ofFrame frame: Double) -> ClockTime { ClockTime(nanoseconds: nanoseconds(ofFrame: frame)) }

    /// The frame that leaves the device at a time.
    public func frame(at time: ClockTime) -> Double { self.frame(atNanoseconds: time.nanoseconds) }

    /// CLOCK_MONOTONIC, in ns, at which a frame is heard.
    public func nanoseconds(ofFrame frame: Double) -> Int64 {
        monotonicNs + Int64(((frame - heardFrame) / framesPerSecond * 1e9).rounded())
    }

    /// The frame that is heard at a time on CLOCK_MONOTONIC, in ns.
    public func frame(atNanoseconds time: Int64) -> Double {
        heardFrame + Double(time - monotonicNs) / 1e9 * framesPerSecond
    }
}
