// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// What the real-time thread publishes at every wake: which frame is heard when.
public struct ClockRecord: Sendable, Hashable, BitwiseCopyable {
    /// The frame that leaves the device at `time`.
    public var heardFrame: Double
    /// CLOCK_MONOTONIC at which `heardFrame` leaves the device; jitter is filtered out.
    public var time: ClockTime
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
        heardFrame: Double, time: ClockTime, framesPerSecond: Double, writtenFrame: Int64, generation: UInt64,
        xruns: UInt64, wakes: UInt64, isOnDevice: Bool
    ) {
        self.heardFrame = heardFrame
        self.time = time
        self.framesPerSecond = framesPerSecond
        self.writtenFrame = writtenFrame
        self.generation = generation
        self.xruns = xruns
        self.wakes = wakes
        self.isOnDevice = isOnDevice
    }
}
