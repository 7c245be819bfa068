// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import MetronomeSession

/// Beats of a timeline that are clocked alike: bars of one kind, or what is counted in before bar 1.
struct ClockStretch: Sendable {
    /// Clocks in a quarter note.
    static let clocksPerQuarter: Int64 = 24

    /// Its first beat.
    let begin: Int64
    /// The beat after its last; nil: it has no end.
    let end: Int64?
    /// Whether others play along, which they do from bar 1 on.
    let isMusic: Bool
    /// How long a beat is, in clocks.
    private let clocksPerBeat: Ratio
    /// How many clocks after the beginning of the music its first beat is.
    private let place: Ratio

    /// The number of its first clock, counted from the beginning of the music.
    var firstClock: Int64 { place.roundedUp }

    /// The beat of a clock, from the first beat on.
    func beats(ofClock number: Int64) -> Double {
        guard let clock = Ratio(number), let distance = clock.subtracting(place) else {
            return (Double(number) - place.value) / clocksPerBeat.value
        }
        return distance.value / clocksPerBeat.value
    }

    /// The number of the clock at a place in beats from the first beat on, or next to it.
    func clock(ofBeats beats: Double) -> Int64 {
        Int64(clamping: (place.value + beats * clocksPerBeat.value).rounded())
    }

    /// Whether it has a clock of that number.
    func contains(clock number: Int64) -> Bool {
        guard number >= firstClock else { return false }
        guard let end, let limit = place(ofBeat: end) else { return true }
        return Ratio(number).map { $0 < limit } ?? false
    }

    /// How many clocks after the beginning of the music a beat is; nil where the number does not fit.
    func place(ofBeat beat: Int64) -> Ratio? {
        clocksPerBeat.times(beat - begin).flatMap(place.adding)
    }

    /// The stretches of a timeline from a beat on. `known` is the place of a beat in clocks, where it has been reached.
    static func stretches(of timeline: HeardTimeline, from first: Int64, known: Ratio?) -> [ClockStretch] {
        var stretches: [ClockStretch] = []
        var place = known
        for (index, rule) in timeline.rules.enumerated() {
            let next = index + 1 < timeline.rules.count ? timeline.rules[index + 1].fromBeat : nil
            let end = [next, timeline.endBeat].compactMap { $0 }.min()
            let begin = max(first, index == 0 ? first : rule.fromBeat)
            guard begin < end ?? .max, let clocks = rule.beatLength.times(clocksPerQuarter) else { continue }
            // Of a song the timeline says where it is.
            let origin = rule.songBegin?.times(clocksPerQuarter)
            let bar1 = rule.grid.beat(ofBar: 1, 1)
            if let origin {
                place = clocks.times(begin - rule.grid.originBeat).flatMap(origin.adding)
            } else if place == nil {
                place = clocks.times(begin - bar1)
            }
            guard var present = place else { return stretches }
            var from = begin
            if from < bar1 {
                let until = min(bar1, end ?? .max)
                let count = ClockStretch(
                    begin: from, end: until, isMusic: false, clocksPerBeat: clocks, place: present)
                stretches.append(count)
                guard let after = count.place(ofBeat: until) else { return stretches }
                (from, present) = (until, after)
            }
            if from < end ?? .max {
                // Bars are counted from the beginning of the music.
                if from == bar1, origin == nil { present = .zero }
                stretches.append(
                    ClockStretch(begin: from, end: end, isMusic: true, clocksPerBeat: clocks, place: present))
            }
            place = end.flatMap { stretches.last?.place(ofBeat: $0) }
        }
        return stretches
    }
}

extension Ratio {
    /// The least whole number that is not less.
    fileprivate var roundedUp: Int64 {
        let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        return rest > 0 ? quotient + 1 : quotient
    }
}
