// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension PlannedMusic {
    /// What lies between two changes of bars or of the section, up to the horizon.
    struct Interval: Sendable, Hashable {
        var part: Int
        var begin: Int64
        var end: Int64?
        var rule: BarRules.Rule
        /// What a song plays there; empty for the metronome.
        var passages: [Passage] = []
    }

    /// How many intervals and passages of a song are planned ahead; further ones are planned as it goes on, for it may be long, and
    /// a loop has no end. Some beats behind the first passage are planned in any case: half of them last longer than what is
    /// written at once, also at a thousand beats a minute.
    private static let (mostIntervals, mostPassages, fewestBeats) = (48, 64, 24 as Int64)

    /// Lays the parts out up to the horizon.
    mutating func layOut() {
        intervals = []
        isWhole = true
        for (index, part) in parts.enumerated() where isWhole {
            let end = index + 1 < parts.count ? parts[index + 1].fromBeat : musicEnd
            guard let song = part.song else {
                intervals.append(Interval(part: index, begin: part.fromBeat, end: end, rule: part.rule))
                continue
            }
            var fewest: Int64?
            for span in song.spans(from: part.fromBeat, to: end, most: max(1, Self.mostIntervals - intervals.count)) {
                let least = fewest ?? song.begin(of: span, passages: 1).end + Self.fewestBeats
                fewest = least
                let left = Self.mostPassages - intervals.reduce(0) { $0 + $1.passages.count }
                guard left > 0 || span.begin < least else { break }
                let planned = song.begin(of: span, passages: max(1, left), notBefore: least)
                intervals.append(
                    Interval(
                        part: index, begin: planned.begin, end: planned.end, rule: song.rule(of: planned),
                        passages: song.passages(of: planned)))
                guard planned == span else { break }
            }
            if intervals.last?.end != end || end == nil { isWhole = false }
        }
    }

    /// The beat at which the music is to be planned further, before it is written; nil where all of it is.
    package var extensionBeat: Int64? {
        guard !isWhole else { return nil }
        let points = tempoPoints.map(\.from.roundedUp)
        // The last passages may all be within a beat, and the first one is long.
        let last = (intervals.last?.end ?? .max) - Self.fewestBeats / 2
        let middle = points[...(points.count / 2)].last { $0 <= last } ?? points[0]
        return max(parts[0].fromBeat + 1, middle, points.dropFirst().first ?? middle)
    }

    /// Bars, accents and sections, each from its beat on.
    package var rules: [BarRules.Rule] { intervals.map(\.rule) }

    /// Bars, accents and section of a beat.
    package func rule(ofBeat beat: Int64) -> BarRules.Rule {
        intervals.last { $0.begin <= beat }?.rule ?? intervals.first?.rule ?? parts[0].rule
    }

    /// Whether a beat lies before the horizon, so that its time is known.
    package func isPlanned(_ beat: Int64) -> Bool { isWhole || intervals.last?.end.map { beat <= $0 } ?? true }

    /// The bar of a beat, also of a song behind the horizon, and which of its beats that is, from 1. Of the beat with which a song is
    /// stopped, or with which another meter would begin, the bar that would follow.
    package func place(ofBeat beat: Int64) -> (bar: Int, beat: Int) {
        var grid = rule(ofBeat: beat).grid
        if !isPlanned(beat) || beat == musicEnd, let part = parts.last(where: { $0.fromBeat <= beat }) {
            let following = part.song.flatMap { song in song.span(at: beat).map { song.rule(of: $0).grid } }
            let cut = endGrid?.originBeat == beat ? endGrid : nil
            grid = following ?? cut ?? (isPlanned(beat) ? grid : part.grid)
        }
        return (Int(clamping: grid.bar(ofBeat: beat)), grid.beatInBar(ofBeat: beat))
    }

    /// The song that plays after each change that waits, by their ids; nil for none.
    package func songsAfterChanges(_ song: LoadedSong?, pending: [PendingChange]) -> [Int: LoadedSong?] {
        let changes = Dictionary(pending.map { ($0.id, $0) }) { first, _ in first }
        var (present, after) = (song, [Int: LoadedSong?]())
        for id in parts.flatMap(\.changes) + pending.map(\.id) where after[id] == nil {
            if let change = changes[id]?.songChange(of: present?.path) { present = change.applied(to: present) }
            after[id] = .some(present)
        }
        return after
    }

    /// What plays at a beat; nil for no song.
    package func song(ofBeat beat: Int64) -> PlayedSong? { (parts.last { $0.fromBeat <= beat } ?? parts[0]).song }
}

extension PlayedSong {
    /// The beginning of a span, in whole beats: its first `count` passages, and what comes before `beat`.
    fileprivate func begin(of span: Span, passages count: Int, notBefore beat: Int64 = .min) -> Span {
        guard let place = span.place else { return span }
        var begin = span
        begin.end = min(span.end, max(beat, span.begin + course.beginOfPassage(count, after: place) - place))
        return begin
    }
}
