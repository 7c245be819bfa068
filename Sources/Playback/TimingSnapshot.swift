// SPDX-License-Identifier: Apache-2.0

/// What the real-time thread has recorded of its own timing, as of one moment.
public struct TimingSnapshot: Sendable, Hashable {
    /// The figures since the engine was started.
    public var sinceStart: TimingFigures
    /// The figures of the last 50 to 60 s.
    public var lastMinute: TimingFigures
    /// How much faster than by its nominal rate the device plays, against CLOCK_MONOTONIC, in millionths; `nil`: no
    /// device, one without a clock of its own, or not known yet.
    public var ppm: Double?
}
