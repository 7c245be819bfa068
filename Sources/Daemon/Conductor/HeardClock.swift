// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import Playback

extension ClockRecord {
    /// A movement on the axis of seconds since frame 0, as clients are told it: in CLOCK_MONOTONIC.
    func swing(_ segment: Segment, rate: Double) -> MotionSegment {
        let begin = nanoseconds(ofFrame: segment.begin * rate)
        let end = nanoseconds(ofFrame: segment.end * rate)
        return MotionSegment(
            from: segment.from, to: segment.to, beginNs: begin, durationNs: end - begin, curve: segment.curve)
    }
}
