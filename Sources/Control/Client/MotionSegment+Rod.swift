// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Motion

/// How the rod leaves a movement.
extension MotionSegment {
    /// A movement of the rod in seconds from its begin.
    init(_ movement: Segment, beginNs: Int64) {
        self.init {
            $0.from = movement.from
            $0.to = movement.to
            $0.beginNs = beginNs
            $0.durationNs = Int64(clamping: (movement.duration * 1e9).rounded())
            $0.curve = movement.curve
        }
    }

    /// In seconds from its begin.
    private var swing: Segment {
        Segment(from: from, to: to, begin: 0, duration: Double(durationNs) / 1e9, curve: curve)
    }

    /// How the rod comes to rest when the music stops during this movement; the movement itself where it ends upright.
    func resting(atNs time: Int64) -> MotionSegment {
        to == 0 ? self : MotionSegment(Pendulum().settling(swing, at: Double(time &- beginNs) / 1e9), beginNs: time)
    }

    /// How the rod goes on when the beat with which the movement ends moves to another time.
    func retargeted(atNs time: Int64, arrivingNs end: Int64) -> MotionSegment {
        let arrival = Double(end &- beginNs) / 1e9
        return MotionSegment(
            Pendulum().retargeted(swing, at: Double(time &- beginNs) / 1e9, arrivingAt: arrival), beginNs: time)
    }
}
