// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// Where a change waits for is where it was asked for, by the bars that are told.
struct PlaceLaw {
    private let timeline: TimelineState

    init(_ timeline: TimelineState) { self.timeline = timeline }

    /// A change that was asked for at a place is answered to hold from a beat.
    func look(_ line: String, at cue: Cue, beat: Int) throws(BrokenLaw) {
        // The bars before it say where it lies, or those that were to begin there already.
        let before = timeline.bars.last { $0.fromBeat < beat }
        let from = timeline.bars.first { $0.fromBeat == beat }
        guard let before, before.section == nil, from?.section == nil else { return }
        let places = [before, from].compactMap { $0?.place(of: beat) }
        let told = "by the bars that is beat \(places[0].beat) of bar \(places[0].bar)"
        switch cue {
        case .bar:
            try law(places.contains { $0.beat == 1 }, "a bar line is one: \(line) holds from \(beat), and \(told)")
        case .place(let bar, let beatOfBar) where beatOfBar <= before.beats:
            // A bar that is cut short has not all of its beats.
            let isCut = from.map { $0.place(of: beat) == (bar + 1, 1) } ?? false
            // Nor has one of the meter that was to begin with it, and in whose place the new one begins.
            let meters = ["meter", "undo", "redo"]
            let isReplaced =
                meters.contains(where: line.hasPrefix) && from.map { $0.place(of: beat) == (bar, 1) } ?? false
            try law(
                isCut || isReplaced || places.contains { $0 == (bar, beatOfBar) },
                "a place is where it was named: \(line) holds from \(beat), and \(told)")
        default: break
        }
    }

    /// The next beat, or bar line, is the first that was not written when it was asked for.
    func lookSoon(_ line: String, at cue: Cue, beat: Int, writtenNs: Int64) throws(BrokenLaw) {
        guard let before = timeline.bars.last(where: { $0.fromBeat < beat }), before.section == nil else { return }
        let sooner = cue == .bar ? beat - before.place(of: beat - 1).beat : beat - 1
        guard sooner > max(0, timeline.segments[0].origin.beat), sooner >= before.fromBeat,
            let atNs = HeardTimeline(timeline)?.beat(Int64(sooner))?.time.nanoseconds
        else { return }
        try law(
            atNs < writtenNs + 100_000_000,
            "a change holds with the next beat or bar: \(line) holds from \(beat), though \(sooner) is one, \((atNs - writtenNs) / 1_000_000) ms behind what was written"
        )
    }

    /// A number of bars on is counted from the bar that is heard, as they are played: between `asked`, and `now` that it is answered.
    func lookAhead(
        _ line: String, bars: Int, beat: Int, asked: Int64, now: Int64, writtenNs: Int64
    ) throws(BrokenLaw) {
        // Of a song nothing is known behind what is told.
        guard let heard = HeardTimeline(timeline), let last = timeline.bars.last,
            last.section == nil || beat < last.fromBeat
        else { return }
        // Between two beats it may be told on either side of the second.
        let beats = [asked - 5_000_000, now + 5_000_000].map { ns in
            max(0, Int(heard.position(at: ClockTime(nanoseconds: ns)).whole))
        }
        guard beats[0] >= timeline.bars[0].fromBeat, beat > beats[1] else { return }
        let lines = (beats[0] + 1...beat).filter { index in
            (timeline.bars.last { $0.fromBeat <= index } ?? last).place(of: index).beat == 1
        }
        let told = "\(line) holds from \(beat), and bars begin with \(lines) after \(beats[0])"
        try law(lines.count >= bars && lines.last == beat, "a number of bars on is a bar line: \(told)")
        let later = lines.filter { $0 > beats[1] }
        guard later.count > bars, let sooner = heard.beat(Int64(later[bars - 1])) else { return }
        try law(
            sooner.time.nanoseconds < writtenNs + 100_000_000,
            "bars are counted from the bar that is heard: \(told)")
    }

    /// A place was refused as one that has begun.
    func lookAtRefusal(_ line: String, at cue: Cue, atNs now: Int64) throws(BrokenLaw) {
        guard case .place(let bar, let place) = cue, let bars = timeline.bars.last, place <= bars.beats else { return }
        let beat = bars.origin.beat + (bar - bars.origin.bar) * bars.beats + place - 1
        guard beat > bars.fromBeat, let atNs = HeardTimeline(timeline)?.beat(Int64(beat))?.time.nanoseconds
        else { return }
        // What is written ahead, and a beat of the slowest tempo that is asked for.
        try law(
            atNs < now + 2_500_000_000,
            "a place that is to come can be had: \(line) was refused, and is heard \(atNs - now) ns later")
    }
}

extension SettingsLaw {
    /// Up to when the sound is written that runs without an offset; nil elsewhere.
    static func writtenNs(_ state: JSONValue, atNs now: Int64) -> Int64? {
        guard let audio = state["audio"], audio["state"] == "running", audio["offset_ms"] == 0 else { return nil }
        return now + Int64(((audio["fill_ms"]?.number ?? 90) + (audio["latency_ms"]?.number ?? 90)) * 1e6)
    }

    /// The place that is asked for; nil for an end: a bar that would begin with it is told no more, and a trainer may end before.
    static func cue(of call: Call) -> Cue? {
        switch call {
        case .change(_, let cue, _), .set(_, let cue), .restore(_, let cue): cue
        case .tap(_, _, let cue): cue
        default: nil
        }
    }

    /// The beat or the bar that is waited for; nil for all other places.
    static func soonCue(of call: Call) -> Cue? {
        switch call {
        case .stop(let cue) where cue == .beat || cue == .bar: cue
        case .newBar: .beat
        default: cue(of: call).flatMap { $0 == .beat || $0 == .bar ? $0 : nil }
        }
    }
}

extension TimelineState.Bars {
    /// The bar of a beat, and its place in that, from 1.
    func place(of index: Int) -> (bar: Int, beat: Int) {
        let distance = index - origin.beat
        let place = (distance % beats + beats) % beats
        return (origin.bar + (distance - place) / beats, place + 1)
    }
}
#endif
