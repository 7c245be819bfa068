// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Where a player's strokes belong: the onsets of the named lanes, or without such lanes the beats and their subdivision.
package struct StrokeGrid: Sendable {
    /// A place for a stroke.
    package struct Place: Sendable, Hashable {
        /// In beats since the start.
        package var place: BeatPosition
        /// When it is heard.
        package var time: ClockTime
        /// The named lanes that have an onset there.
        package var lanes: [String]
    }

    /// A pause after which no strokes count as missed, in nanoseconds: the player rests.
    private static let longestPauseNs: Int64 = 10_000_000_000
    /// The most beats whose places are counted.
    private static let mostBeats: Int64 = 1024
    /// The most onsets of lanes that are looked at: where there are more, the beats are the places.
    private static let mostLooks = 2048
    /// How far from a stroke its place is searched for at first, in nanoseconds.
    private static let firstReachNs: Int64 = 1_000_000

    private let run: HeardRun
    /// The places of the subdivision within a beat, without the beat.
    private let parts: [UInt64]

    /// The grid of a run, whose beats are subdivided by a pattern of one beat.
    package init(_ run: HeardRun, subdivision: Pattern? = nil) {
        self.run = run
        let pattern = subdivision
        parts =
            pattern.map { pattern in
                pattern.onsets.map { BeatPosition(beats: Double($0.place) / Double(pattern.denominator)).fraction }
            } ?? []
    }

    /// A stroke at a time, by the nearest place, and the places since another at which one was missed. `isSilent` says which beats
    /// are not to be heard.
    package func stroke(
        _ time: ClockTime, after last: BeatPosition?, isSilent: (Int64) -> Bool = { _ in false }
    ) -> (hit: Score.Hit, missed: [Score.Missed]) {
        let beat = max(0, run.beat(at: time))
        let periodNs = run.time(ofBeat: beat + 1).nanoseconds(since: run.time(ofBeat: beat))
        let timeline = HeardTimeline(run, at: time.advanced(byNanoseconds: -2 * periodNs))
        func distance(_ place: Place) -> Int64 { time.nanoseconds(since: place.time) }
        var (nearest, gap): (Place?, Int64?)
        // From the near to the far, until the places before and behind it are known: within a beat there may be thousands.
        var (reach, farthest) = (Self.firstReachNs, periodNs + periodNs / 2)
        repeat {
            reach = min(4 * reach, farthest)
            let near = places(
                timeline, from: time.advanced(byNanoseconds: -reach), before: time.advanced(byNanoseconds: reach),
                parts)
            nearest = near.min { abs(distance($0)) < abs(distance($1)) }
            guard let nearest else { continue }
            gap =
                near.filter { $0.place != nearest.place && (distance(nearest) < 0) == ($0.time < nearest.time) }
                .map { abs($0.time.nanoseconds(since: nearest.time)) }.min()
        } while gap == nil && reach < farthest
        guard let nearest else {
            // None within a beat and a half: it belongs nowhere.
            return (Score.Hit(time, in: run, isSilent: isSilent).astray, [])
        }
        let hit = Score.Hit(
            place: nearest.place, run.beat(nearest.place.whole), asynchronyNs: distance(nearest), periodNs: periodNs,
            reachNs: min(gap ?? periodNs, periodNs), isSilent: isSilent(nearest.place.whole), lanes: nearest.lanes)
        guard let last, last < nearest.place else { return (hit, []) }
        return (hit, missed(since: last, by: nearest))
    }

    /// The places between two at which a stroke was expected: nobody has to play a subdivision.
    private func missed(since last: BeatPosition, by present: Place) -> [Score.Missed] {
        let timeline = HeardTimeline(run, at: run.time(ofBeat: last.whole))
        let begin = timeline.time(of: last)
        guard present.time.nanoseconds(since: begin) < Self.longestPauseNs else { return [] }
        return places(timeline, from: begin, before: present.time).compactMap { place in
            guard place.place > last, place.place < present.place else { return nil }
            return Score.Missed(
                beatInBar: run.beat(place.place.whole).beat, part: place.place.phase, lanes: place.lanes)
        }
    }

    /// At how many places of some beats a stroke is expected: before one place and after another one, if there is one. Where there are
    /// too many to look at, a stroke is expected on each beat.
    package func expected(fromBeat first: Int64, after last: BeatPosition? = nil, before end: BeatPosition) -> Int {
        let beat = max(first, last?.whole ?? first)
        guard end.whole - beat <= Self.mostBeats else { return Int(clamping: end.whole - beat) }
        let timeline = HeardTimeline(run, at: run.time(ofBeat: beat))
        let begin = max(BeatPosition(whole: first), last ?? BeatPosition(whole: first))
        return places(timeline, from: timeline.time(of: begin), before: timeline.time(of: end)).count { place in
            begin <= place.place && place.place < end && place.place != last
        }
    }

    /// The places that are heard from a time on and before another, in their order: the onsets of the lanes, and where none is heard,
    /// or where there are too many of them, the beats with some parts.
    private func places(
        _ timeline: HeardTimeline, from begin: ClockTime, before end: ClockTime, _ parts: [UInt64] = []
    ) -> [Place] {
        var places: [Place] = []
        var looks = Self.mostLooks
        let onsets = timeline.onsets(from: begin, before: end, &looks)
        // Nobody has to play the strokes with which a timer ends.
        for onset in onsets where looks > 0 && onset.lane != LaneRule.Entry.ofBeats {
            if places.last?.place == onset.place {
                places[places.count - 1].lanes.append(onset.lane)
            } else {
                places.append(Place(place: onset.place, time: onset.time, lanes: [onset.lane]))
            }
        }
        let beats = timeline.lanes.map { rule in
            (from: rule.from, arePlaces: looks == 0 || rule.entries.allSatisfy { $0.isMuted || $0.isOfBeats })
        }
        var index = max(0, timeline.position(at: begin).whole)
        let hasOnsets = !places.isEmpty
        while let beat = timeline.beat(index), beat.time < end {
            if beats.last(where: { $0.from <= Position(whole: index) })?.arePlaces ?? true {
                places.append(Place(place: BeatPosition(whole: index), time: beat.time, lanes: []))
                places += parts.map { part in
                    let place = BeatPosition(whole: index, fraction: part)
                    return Place(place: place, time: timeline.time(of: place), lanes: [])
                }
            }
            index += 1
        }
        places.removeAll { $0.time < begin || $0.time >= end }
        return hasOnsets ? places.sorted { $0.place < $1.place } : places
    }
}
