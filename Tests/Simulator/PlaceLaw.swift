// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import Control
internal import Rhythm
internal import Session

/// Where a change waits for is where it was asked for, by the bars that are told; and trainers keep to what is set of them.
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
            let isReplaced = line.hasPrefix("meter") && from.map { $0.place(of: beat) == (bar, 1) } ?? false
            try law(
                isCut || isReplaced || places.contains { $0 == (bar, beatOfBar) },
                "a place is where it was named: \(line) holds from \(beat), and \(told)")
        default: break
        }
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

    // MARK: trainers

    /// Trainers do what the status tells of them, in bars that are counted from where it says that they have begun.
    func look(at status: JSONValue) throws(BrokenLaw) {
        guard let practice = status["practice"], practice != .null else { return }
        if let timer = practice["timer"] { try lookAtTimer(timer) }
        if status["random_mute"] == "off", status["timer"] == "off", let gap = practice["gap"] {
            try lookAtGap(gap, status["gap_trainer"]?.string)
        }
        if let speed = practice["speed"] { try lookAtSpeed(speed, status["speed_trainer"]?.string) }
    }

    private func lookAtTimer(_ timer: JSONValue) throws(BrokenLaw) {
        guard timer["unit"] == "bars", let first = timer["from_bar"]?.integer, let length = timer["length"]?.integer,
            let end = timer["end_beat"]?.integer, let bars = timeline.bars.last(where: { $0.fromBeat <= end })
        else { return }
        let (bar, place) = bars.place(of: end)
        try law(
            (bar, place) == (first + length, 1),
            "a timer of \(length) bars from bar \(first) on ends after them, not at beat \(place) of bar \(bar)")
    }

    private func lookAtGap(_ gap: JSONValue, _ text: String?) throws(BrokenLaw) {
        let lengths = (text ?? "").split(separator: " ").prefix(3)
        guard gap["unit"] == "bars", lengths.count < 3 || lengths[2] == "bars" || lengths[2] == "off",
            text?.contains("growing") == false, let played = lengths.first.flatMap({ Int($0) }),
            let muted = Int(lengths.dropFirst().first ?? ""), let first = gap["from_bar"]?.integer
        else { return }
        for bars in timeline.bars {
            let (bar, _) = bars.place(of: bars.fromBeat)
            guard bar > first, bars.fromBeat > timeline.bars[0].fromBeat else { continue }
            let isSilent = bars.accents?.allSatisfy { $0 == "." } ?? false
            let isGap = (bar - first) % (played + muted) >= played
            try law(isSilent || !isGap, "a gap of \(text ?? "") from bar \(first) on is silent: bar \(bar) is not")
        }
    }

    private func lookAtSpeed(_ speed: JSONValue, _ text: String?) throws(BrokenLaw) {
        let words = (text ?? "").split(separator: " ")
        guard let step = Self.number(after: "by", in: words), let every = Self.number(after: "every", in: words),
            !words.contains("back"), !words.contains("again"), let from = speed["from"]?.number,
            let to = speed["to"]?.number, to == Self.number(after: "to", in: words),
            let first = speed["from_bar"]?.integer
        else { return }
        for segment in timeline.segments where segment.origin.fraction == 0 && segment.curve == "constant" {
            let bars = timeline.bars.last { $0.fromBeat <= segment.origin.beat } ?? timeline.bars[0]
            let (bar, place) = bars.place(of: segment.origin.beat)
            guard place == 1, bar > first, segment != timeline.segments[0] else { continue }
            let way = Double((bar - first) / Int(every)) * step
            let wanted = from < to ? min(to, from + way) : max(to, from - way)
            let bpm = Double(segment.tempo.numerator) / Double(segment.tempo.denominator)
            try law(
                abs(bpm - wanted) < 0.01,
                "a speed trainer of \(text ?? "") from \(from) in bar \(first) is at \(wanted) in bar \(bar), not at \(bpm)"
            )
        }
    }

    private static func number(after word: Substring, in words: [Substring]) -> Double? {
        guard let index = words.firstIndex(of: word), index + 1 < words.count else { return nil }
        return Double(words[index + 1])
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
