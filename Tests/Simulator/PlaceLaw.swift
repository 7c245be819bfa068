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

extension TimelineState.Bars {
    /// The bar of a beat, and its place in that, from 1.
    func place(of index: Int) -> (bar: Int, beat: Int) {
        let distance = index - origin.beat
        let place = (distance % beats + beats) % beats
        return (origin.bar + (distance - place) / beats, place + 1)
    }
}
#endif
