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
        /// Whether a stroke is missed where none is played there. Nobody has to play a subdivision.
        package var isExpected: Bool
    }

    /// A pause after which no strokes count as missed, in nanoseconds: the player rests.
    private static let longestPauseNs: Int64 = 10_000_000_000
    /// The most beats whose places are counted.
    private static let mostBeats: Int64 = 1024

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
        let near = places(
            timeline, from: time.advanced(byNanoseconds: -periodNs - periodNs / 2),
            before: time.advanced(byNanoseconds: periodNs + periodNs / 2))
        func distance(_ place: Place) -> Int64 { time.nanoseconds(since: place.time) }
        guard let nearest = near.min(by: { abs(distance($0)) < abs(distance($1)) }) else {
            // None within a beat and a half: it belongs nowhere.
            return (Score.Hit(time, in: run, isSilent: isSilent).astray, [])
        }
        let neighbours = near.filter {
            $0.place != nearest.place && (distance(nearest) < 0) == ($0.time < nearest.time)
        }
        let gap = neighbours.map { abs($0.time.nanoseconds(since: nearest.time)) }.min() ?? periodNs
        let hit = Score.Hit(
            place: nearest.place, run.beat(nearest.place.whole), asynchronyNs: distance(nearest), periodNs: periodNs,
            reachNs: min(gap, periodNs), isSilent: isSilent(nearest.place.whole), lanes: nearest.lanes)
        guard let last, last < nearest.place else { return (hit, []) }
        return (hit, missed(since: last, by: nearest))
    }

    /// The places between two at which a stroke was expected.
    private func missed(since last: BeatPosition, by present: Place) -> [Score.Missed] {
        // The time of the beat is at most one beat before.
        let begin = run.time(ofBeat: last.whole)
        guard present.time.nanoseconds(since: begin) < Self.longestPauseNs else { return [] }
        return places(HeardTimeline(run, at: begin), from: begin, before: present.time).compactMap { place in
            guard place.isExpected, place.place > last, place.place < present.place else { return nil }
            return Score.Missed(
                beatInBar: run.beat(place.place.whole).beat, part: place.place.phase, lanes: place.lanes)
        }
    }

    /// At how many places of some beats a stroke is expected: before one place and after another one, if there is one. Where there are
    /// too many beats to look at, a stroke is expected on each.
    package func expected(fromBeat first: Int64, after last: BeatPosition? = nil, before end: BeatPosition) -> Int {
        let beat = max(first, last?.whole ?? first)
        guard end.whole - beat <= Self.mostBeats else { return Int(clamping: end.whole - beat) }
        let (from, to) = (run.time(ofBeat: beat), run.time(ofBeat: end.whole + 1))
        return places(HeardTimeline(run, at: from), from: from, before: to).count { place in
            place.isExpected && BeatPosition(whole: first) <= place.place && place.place < end
                && last.map { $0 < place.place } ?? true
        }
    }

    /// The places that are heard from a time on and before another, in their order: the onsets of the lanes, and where none is heard the
    /// beats.
    private func places(_ timeline: HeardTimeline, from begin: ClockTime, before end: ClockTime) -> [Place] {
        var places: [Place] = []
        for onset in timeline.onsets(from: begin, before: end) {
            if places.last?.place == onset.place {
                places[places.count - 1].lanes.append(onset.lane)
            } else {
                places.append(Place(place: onset.place, time: onset.time, lanes: [onset.lane], isExpected: true))
            }
        }
        var index = max(0, timeline.position(at: begin).whole)
        let hasOnsets = !places.isEmpty
        while let beat = timeline.beat(index), beat.time < end {
            let lanes = timeline.lanes.last { $0.from <= Position(whole: index) }?.entries ?? []
            guard lanes.allSatisfy(\.isMuted) else {
                index += 1
                continue
            }
            let all =
                [Place(place: BeatPosition(whole: index), time: beat.time, lanes: [], isExpected: true)]
                + parts.map { part in
                    let place = BeatPosition(whole: index, fraction: part)
                    return Place(place: place, time: timeline.time(of: place), lanes: [], isExpected: false)
                }
            places += all.filter { $0.time >= begin && $0.time < end }
            index += 1
        }
        return hasOnsets ? places.sorted { $0.place < $1.place } : places
    }
}
