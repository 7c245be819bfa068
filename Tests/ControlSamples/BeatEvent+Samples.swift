// SPDX-License-Identifier: Apache-2.0

public import MetronomeControl
internal import MetronomeMotion

extension BeatEvent {
    /// A beat at 120 bpm of run 3, which began at second 2, with a bell on the first beat of each bar.
    public static func sample(index: Int, beatsPerBar: Int = 4) -> BeatEvent {
        let at = 2_000_000_000 + Int64(index) * 500_000_000
        let side = index % 2 == 0 ? 30.0 : -30.0
        return BeatEvent {
            $0.seq = index + 10; $0.run = 3; $0.beatIndex = index; $0.bar = index / beatsPerBar + 1
            $0.beat = index % beatsPerBar + 1; $0.bell = index % beatsPerBar == 0; $0.bpm = 120
            $0.accent = $0.bell ? "bell" : "normal"; $0.atNs = at
            $0.pendulum = MotionSegment {
                $0.from = side; $0.to = -side; $0.beginNs = at; $0.durationNs = 500_000_000
                $0.curve = .easeInOut
            }
        }
    }
}
