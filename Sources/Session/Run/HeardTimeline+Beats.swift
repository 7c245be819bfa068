// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// Which beat is heard when, and which place at a time.
extension HeardTimeline {
    /// From here on there are no beats, even where the music has no end.
    private static let mostBeats: Int64 = 1 << 53
    /// The least part of a beat that is told apart from the next one, as a fraction: a millionth.
    static let leastPart: UInt64 = 1 << 44

    /// The rule of the bars that holds for a beat.
    package func rule(ofBeat index: Int64) -> BarRules.Rule { rules.rule(ofBeat: index) }

    /// The segment that a position lies in.
    func segment(of position: BeatPosition) -> Segment { segments.last { $0.origin <= position } ?? segments[0] }

    /// The beat of an index; nil for one before the first, and from the end of the music on.
    public func beat(_ index: Int64) -> HeardBeat? {
        guard index >= 0, index < endBeat ?? Self.mostBeats else { return nil }
        let onset = BeatPosition(whole: index)
        let segment = segment(of: onset)
        return HeardBeat(
            index, of: run, rule(ofBeat: index), bpm: segment.bpm(at: onset), time: segment.time(of: onset))
    }

    /// When a place is heard, in beats since the start; what is very far away, as late as can be told.
    public func time(of place: BeatPosition) -> ClockTime { segment(of: place).time(of: place) }

    /// When the music will be over; nil where no end is known.
    package var end: ClockTime? { endBeat.flatMap { $0 < 0 ? nil : time(of: BeatPosition(whole: $0)) } }

    /// The position that is heard at a time, in beats since the start, below 0 before it. The position at a beat's time may be
    /// rounded to either side of the beat.
    public func position(at time: ClockTime) -> BeatPosition {
        (segments.last { $0.time <= time } ?? segments[0]).position(at: time)
    }

    /// The first beat that is heard after a time; nil where the music is over before.
    public func beat(after time: ClockTime) -> HeardBeat? {
        var index = max(0, position(at: time).whole - 1)
        guard let first = beat(index) else { return nil }
        if first.time > time { return first }
        // Mostly one of the next. Where the times of a timeline contradict each other it may be any: it is searched for.
        func isOver(_ index: Int64) -> Bool { beat(index).map { $0.time <= time } ?? false }
        var step: Int64 = 1
        while isOver(index + step) {
            index += step
            step *= 2
        }
        while step > 0 {
            if isOver(index + step) { index += step }
            step /= 2
        }
        return beat(index + 1)
    }

    /// The last beat that is heard by a time, and how much of it is over; beat 0 before it, and the end of the last beat after it.
    package func place(at time: ClockTime) -> BeatPosition {
        let position = position(at: time)
        var index = position.whole
        if let next = beat(max(0, index + 1)), next.time <= time {
            index = next.index
        } else if let present = beat(max(0, index)), present.time > time {
            index = present.index - 1
        }
        let last = UInt64.max - Self.leastPart
        guard index >= 0 else { return BeatPosition(whole: 0) }
        if let end = endBeat, index >= end { return BeatPosition(whole: max(0, end - 1), fraction: last) }
        guard position.whole == index else {
            return BeatPosition(whole: index, fraction: position.whole < index ? 0 : last)
        }
        return BeatPosition(whole: index, fraction: min(position.fraction, last))
    }

    /// The tempo in a beat at a time: that of its onset, or of the last change in it, in beats per minute.
    package func bpm(inBeat index: Int64, at time: ClockTime) -> Double? {
        guard let present = beat(index) else { return nil }
        return changes(inBeat: index).last { $0.time <= time }.map { $0.bpm(at: $0.origin) } ?? present.bpm
    }

    /// Whether beat 0 is heard by a time.
    package func hasBegun(at time: ClockTime) -> Bool { self.time(of: BeatPosition(whole: 0)) <= time }

    /// The segments that begin within a beat.
    func changes(inBeat index: Int64) -> [Segment] {
        segments.dropFirst().filter { $0.origin.whole == index && $0.origin.fraction > 0 }
    }
}
