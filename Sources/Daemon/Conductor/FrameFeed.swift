// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import NIOCore
internal import Rhythm

/// What a subscriber of frames wants to be shown, and when next.
struct FrameFeed {
    /// When frames are due: the same grid for everybody, so that who asks for the same interval sees the same moments.
    let schedule: AnimationSchedule<ClockTime>
    /// What frames tell.
    let properties: [MotionProperty]
    /// Wakes the conductor for the next frame; nil while nothing moves.
    var timer: Scheduled<Void>?

    /// A feed with frames so many milliseconds apart at least; nil if they are none.
    init?(properties: [MotionProperty], minimumIntervalMs: Int) {
        guard let interval = Ratio(Int64(minimumIntervalMs), over: 1000),
            let schedule = try? AnimationSchedule(from: ClockTime(nanoseconds: 0), minimumInterval: interval)
        else { return nil }
        self.schedule = schedule
        self.properties = properties
    }
}
