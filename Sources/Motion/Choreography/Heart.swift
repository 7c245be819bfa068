// SPDX-License-Identifier: Apache-2.0

/// The beating heart: scales 1.6, 2.0 and 1.0, for a quarter, a quarter and half of the beat.
///
/// Its spring, of response 0.10 and damping 0.24 in a cycle of 0.8, has not settled when its target changes: value and
/// velocity carry over, from step to step and from beat to beat.
enum Heart {
    /// On an axis of beats: 1.6 for the first quarter of each, 2 for the next, and 1 for its second half.
    private static let phases: PhaseAnimator<Double> = {
        let spring = Animation.spring(response: 0.1 / 0.8, dampingFraction: 0.24)
        return PhaseAnimator(checked: [
            .init(1, length: 0.5, animation: spring), .init(1.6, length: 0.25, animation: spring),
            .init(2, length: 0.25, animation: spring),
        ])
    }()

    /// Beat 0, which starts at rest, beat 1, … The last one stands for all later beats, since the influence of the start
    /// shrinks to 1/400 in every beat.
    private static let beats = (0..<12).map { beat in
        phases.segments(inCycle: beat).map { segment in
            var lasting = segment
            // Longer than its step, since a segment is on its target at its end.
            lasting.duration = 1
            return lasting
        }
    }

    static func segments(inBeat index: Int64) -> [Segment] {
        beats[Int(Swift.min(Swift.max(0, index), Int64(beats.count - 1)))]
    }
}
