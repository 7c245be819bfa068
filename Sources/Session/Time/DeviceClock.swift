// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Device time: which frame leaves the sound card when, without any offset.
///
/// Latency, fill and the end of a fade are reckoned by it. What clients are told is heard time: see `HeardClock`.
package struct DeviceClock: Sendable, Hashable {
    /// A frame whose time is known.
    package var frame: Double
    /// When `frame` leaves the device.
    package var time: ClockTime
    /// Frames a second: the nominal rate times the device's rate ratio; above 0.
    package var framesPerSecond: Double
    /// The next frame to be rendered; those before it can no longer be changed.
    package var writtenFrame: Int64

    /// A clock by which `frame` leaves the device at `time`.
    package init(frame: Double, time: ClockTime, framesPerSecond: Double, writtenFrame: Int64) {
        self.frame = frame
        self.time = time
        self.framesPerSecond = framesPerSecond
        self.writtenFrame = writtenFrame
    }

    /// When a frame leaves the device, to the nearest nanosecond.
    package func time(ofFrame frame: Double) -> ClockTime {
        time.advanced(bySeconds: (frame - self.frame) / framesPerSecond)
    }

    /// The frame that leaves the device at a time.
    package func frame(at time: ClockTime) -> Double {
        frame + time.seconds(since: self.time) * framesPerSecond
    }
}
