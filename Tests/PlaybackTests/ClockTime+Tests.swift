// SPDX-License-Identifier: Apache-2.0

import CMetronomeLinux
import MetronomeRhythm

@testable import Playback

/// Times of a clock that a test invents.
extension ClockTime {
    static let zero = ns(0)

    static var now: ClockTime { ns(linux_monotonic_ns()) }

    static func ns(_ nanoseconds: Int64) -> ClockTime { ClockTime(nanoseconds: nanoseconds) }

    static func us(_ microseconds: Int64) -> ClockTime { ns(microseconds * 1000) }

    static func ms(_ milliseconds: Int64) -> ClockTime { ns(milliseconds * 1_000_000) }

    static func s(_ seconds: Int64) -> ClockTime { ns(seconds * 1_000_000_000) }
}

extension ClockRecord {
    /// The frame that leaves the device at a time.
    func frame(at time: ClockTime) -> Double { heardFrame + time.seconds(since: self.time) * framesPerSecond }
}
