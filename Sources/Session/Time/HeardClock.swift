// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Heard time: which frame reaches the ear when, which is device time plus the offset of the device in use.
///
/// Every time that clients are told is read off it: status, answers, announced beats, motion, frames.
package struct HeardClock: Sendable, Hashable {
    /// The device's clock, with its time moved by the offset.
    private var moved: DeviceClock

    /// Heard time for a device whose sound is heard `offsetMilliseconds` after it leaves the device; below 0 before.
    package init(_ device: DeviceClock, offsetMilliseconds: Double) {
        moved = device
        moved.time = device.time.advanced(bySeconds: offsetMilliseconds / 1000)
    }

    /// The line through what this clock says of a time, with another rate.
    package func turned(at time: ClockTime, toFramesPerSecond rate: Double) -> HeardClock {
        var clock = self
        clock.moved.frame = frame(at: time)
        clock.moved.time = time
        clock.moved.framesPerSecond = rate
        return clock
    }

    /// When a frame is heard, to the nearest nanosecond.
    package func time(ofFrame frame: Double) -> ClockTime { moved.time(ofFrame: frame) }

    /// The frame that is heard at a time.
    package func frame(at time: ClockTime) -> Double { moved.frame(at: time) }

    /// Frames a second, as heard.
    package var framesPerSecond: Double { moved.framesPerSecond }

    /// The next frame to be rendered: a change made now is heard from it on at the earliest.
    package var writtenFrame: Int64 { moved.writtenFrame }
}
