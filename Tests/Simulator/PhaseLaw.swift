// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// A nudge moves the beats by as much as was asked for, a tap leads them to the beats of the player, and a tempo and a meter hold from
/// where it is answered: by the timelines before and after.
enum PhaseLaw {
    /// By how much the beats may miss their place: a clock is known no better than that when it is looked at again.
    private static let toleranceNs = 2_000_000.0

    static func look(_ answered: Answered) throws(BrokenLaw) {
        let (before, state) = (answered.before, answered.state)
        guard answered.isAlone, answered.isPlaying, [before, state].allSatisfy(isPlain),
            let timeline = answered.timeline, timeline.run == state["run"]?.integer
        else { return }
        switch answered.call {
        case .nudge(let milliseconds): try lookAtNudge(answered, milliseconds, timeline)
        case .tap(_, _, .now): try lookAtTap(answered, timeline)
        case .change(let edit, _, _):
            if edit.values["bpm"] != nil { try lookAtTempo(answered, timeline) }
            if edit.values["meter"] != nil { try lookAtMeter(answered, timeline) }
        default: break
        }
    }

    /// Whether neither a song, a clock nor a trainer says where the beats are, and no more than one change waits.
    private static func isPlain(_ state: JSONValue) -> Bool {
        state["song"] == .null && state["sync"] == .null && state["speed_trainer"] == "off"
            && state["timer"] == "off" && state["audio"]?["offset_ms"] == 0 && state["pending"]?.array?.count ?? 0 < 2
    }

    private static func lookAtNudge(_ answered: Answered, _ milliseconds: Double, _ timeline: TimelineState)
        throws(BrokenLaw)
    {
        // What was on its way to another phase before is given up.
        guard let former = answered.former, former.run == timeline.run, former.segments.count == 1,
            timeline.segments.count > 1, answered.before["bpm"] == answered.state["bpm"],
            answered.state["pending"] == .array([]), let beat = timeline.segments.last?.origin.beat,
            let present = HeardTimeline(timeline)?.beat(Int64(beat))?.time,
            let other = HeardTimeline(former)?.beat(Int64(beat))?.time
        else { return }
        let shift = Double(present.nanoseconds(since: other))
        try law(
            abs(shift - milliseconds * 1e6) < toleranceNs,
            "a nudge moves the beats by as much: \(answered.line) has moved beat \(beat) by \(shift / 1e6) ms")
    }

    private static func lookAtTap(_ answered: Answered, _ timeline: TimelineState) throws(BrokenLaw) {
        let tap = answered.result["tap"]
        guard answered.result["pending"] == nil, answered.state["pending"] == .array([]),
            let bpm = tap?["bpm"]?.number, answered.result["bpm"]?.number == bpm,
            let next = tap?["next_ns"]?.integer.map(Int64.init), let last = timeline.segments.last,
            let beat = HeardTimeline(timeline)?.beat(Int64(last.origin.beat) + 1)?.time.nanoseconds
        else { return }
        let periodNs = 60e9 / bpm
        let off = Double(beat - next).remainder(dividingBy: periodNs)
        try law(
            abs(off) < toleranceNs + 1e-3 * periodNs,
            "the beats are led to the taps: after \(answered.line) they are \(off / 1e6) ms off the next one")
    }

    private static func lookAtTempo(_ answered: Answered, _ timeline: TimelineState) throws(BrokenLaw) {
        guard let bpm = answered.result["bpm"]?.number, let beat = answered.result["at_beat"]?.number,
            isOnly(answered), let segment = timeline.segments.last(where: { $0.origin.place <= beat + 1e-6 }),
            // On the way to another phase the beats have a tempo of their own.
            answered.former?.segments.allSatisfy({ $0.origin.place <= beat }) ?? false
        else { return }
        let told = Double(segment.tempo.numerator) / Double(segment.tempo.denominator)
        try law(
            abs(told - bpm) < 0.001,
            "a tempo holds from where it is answered to: \(answered.line) is \(told) bpm at beat \(beat), not \(bpm)")
    }

    private static func lookAtMeter(_ answered: Answered, _ timeline: TimelineState) throws(BrokenLaw) {
        guard let beat = answered.beat, isOnly(answered),
            let before = timeline.bars.last(where: { $0.fromBeat < beat }),
            let bars = timeline.bars.first(where: { $0.fromBeat == beat }), bars.beats != before.beats
        else { return }
        let place = bars.place(of: beat).beat
        try law(place == 1, "a meter begins a bar: \(answered.line) at beat \(beat) is beat \(place) of one")
    }

    /// Whether nothing else waits.
    private static func isOnly(_ answered: Answered) -> Bool {
        answered.state["pending"]?.array?.allSatisfy { $0["pending"] == answered.result["pending"] } ?? false
    }
}

extension TimelineState.Segment.Origin {
    /// In beats since the start.
    var place: Double { Double(beat) + fraction }
}
#endif
