// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Motion
internal import Rhythm

/// What is heard at a time.
extension PredictedMusic {
    /// The least part of a beat that is told apart from the next one.
    private static let hair = 0x1p-20

    /// The last beat that is heard by a time, and how much of it is over; beat 0 before it, and the end of the last beat after it.
    /// Nil while nothing plays.
    func place(atNs time: Int64) -> BeatPosition? {
        guard let beats = position(atNs: time), var index = Int(exactly: beats.rounded(.down)) else { return nil }
        // The position may be rounded to either side of a beat.
        if let next = beat(max(0, index + 1)), next.atNs <= time {
            index = next.index
        } else if let present = beat(max(0, index)), present.atNs > time {
            index = present.index - 1
        }
        guard index >= 0 else { return BeatPosition(whole: 0) }
        if let end = timeline?.endBeat, index >= end { return BeatPosition(beats: Double(max(0, end)) - Self.hair) }
        let phase = min(max(beats - Double(index), 0), 1 - Self.hair)
        return BeatPosition(whole: Int64(index), fraction: UInt64(clamping: phase * 0x1p64))
    }

    /// The tempo in a beat at a time: that of its onset, or of the last change in it.
    func bpm(inBeat place: BeatPosition, atNs time: Int64) -> Double? {
        guard let present = beat(Int(place.whole)) else { return nil }
        return changes(inBeat: present.index).last { $0.atNs <= time }?.bpm ?? present.bpm
    }

    /// Whether beat 0 is heard by a time.
    func hasBegun(atNs time: Int64) -> Bool { position(atNs: time).map { $0 >= 0 } ?? false }

    /// How many beats the bar of a beat has.
    func beatsInBar(ofBeat index: Int) -> Int? { timeline?.bars(ofBeat: index).beats }

    // MARK: the rod

    /// The swing of the rod at a time, bent where the tempo changes in the beat; before beat 0 it waits for its first swing.
    func swing(atNs time: Int64) -> MotionSegment? {
        guard let place = place(atNs: time), let timeline, let index = Int(exactly: place.whole),
            let present = beat(index)
        else { return nil }
        let arrival = timeline.segment(ofBeat: index).ns(ofBeat: index + 1)
        let swing = Pendulum().swing(beat: place.whole, begin: 0, duration: Double(arrival - present.atNs) / 1e9)
        return bent(MotionSegment(swing, beginNs: present.atNs), inBeat: index, after: present.atNs, atNs: time)
    }

    /// A movement that was told at a time, as it is later, after the changes of the tempo in between: it ends with the same beat.
    func bent(_ swing: MotionSegment, after toldNs: Int64, atNs time: Int64) -> MotionSegment {
        guard let place = place(atNs: toldNs), let index = Int(exactly: place.whole), hasBegun(atNs: toldNs) else {
            return swing
        }
        return bent(swing, inBeat: index, after: toldNs, atNs: time)
    }

    private func bent(_ swing: MotionSegment, inBeat index: Int, after begin: Int64, atNs time: Int64) -> MotionSegment
    {
        changes(inBeat: index).filter { begin < $0.atNs && $0.atNs <= time }.reduce(swing) { swing, change in
            swing.retargeted(atNs: change.atNs, arrivingNs: change.ns(ofBeat: index + 1))
        }
    }

    /// The segments that begin within a beat.
    private func changes(inBeat index: Int) -> [TimelineState.Segment] {
        timeline?.segments.dropFirst().filter { segment in
            let beats = Double(segment.origin.beat - index) + segment.origin.fraction
            return 1e-9 < beats && beats < 1 - 1e-9
        } ?? []
    }
}

extension TimelineState {
    /// How many segments and bars of the past are kept.
    private static let mostFormer = 64

    /// It, with what an earlier one of the same run has of the time before it: a display may lag behind.
    func preceded(by former: TimelineState?) -> TimelineState {
        guard let former, former.run == run, let begin = segments.first, let bar = bars.first else { return self }
        var all = self
        let segments = former.segments.filter {
            $0.atNs < begin.atNs && ($0.origin.beat, $0.origin.fraction) < (begin.origin.beat, begin.origin.fraction)
        }
        all.segments.insert(contentsOf: segments.suffix(Self.mostFormer), at: 0)
        all.bars.insert(contentsOf: former.bars.filter { $0.fromBeat < bar.fromBeat }.suffix(Self.mostFormer), at: 0)
        return all
    }
}
