// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// A song in a run: from which beat of the run on which of its beats are played, how fast, and what is repeated.
///
/// Seeking, looping, another scale and a new version of the file are each another value, in force from a beat of the run on.
package struct PlayedSong: Sendable, Hashable {
    /// The song.
    package var course: SongCourse
    /// The absolute path of its file.
    package let path: String
    /// The beat of the run with which it begins, or its count-in.
    package var fromBeat: Int64
    /// The beat of the song that comes first, after the count-in.
    package var place: Int64
    /// How many beats of count-in come before it.
    package var countIn: Int64
    /// What is played in them.
    private var counted: Song.CountIn?
    /// The beats of the song that are played again from their beginning where their end is reached; nil for none, and where the song
    /// begins behind them.
    package var loop: Range<Int64>?
    /// How many times as fast as it is written; where it is practised, in the first pass.
    package var scale: Ratio
    /// How the loop is practised; nil where it is only repeated.
    package var practice: LoopPractice?
    /// How many passes of the loop were over before its beats began to be counted.
    private var passesBefore: Int64 = 0

    /// Beats of the run that are one stretch of the song without a jump, or one bar of the count-in.
    struct Span: Hashable {
        /// Its first beat, counted in the run.
        var begin: Int64
        /// The beat after its last.
        var end: Int64
        /// The beat of the song there; nil in the count-in.
        var place: Int64?
    }

    /// A song from a beat of the run on. `usualCountIn` is the bars of its count-in where neither the song nor its practice has one.
    package init(_ song: LoadedSong, fromBeat: Int64, countsIn: Bool = true, usualCountIn bars: Int = 0) {
        (course, path) = (song.course, song.path)
        self.fromBeat = fromBeat
        place = song.course.nearest(to: song.begin)
        (loop, scale, practice) = (song.loop, song.scale, song.practice)
        counted = Self.countIn(of: course.song, practice, usually: bars)
        countIn = countsIn && song.countsIn ? course.countInBeats(counted, before: place) : 0
        endPassedLoop()
    }

    /// What is counted before a song, or before a part of it that is practised.
    private static func countIn(of song: Song, _ practice: LoopPractice?, usually bars: Int) -> Song.CountIn? {
        guard let practice, practice.countIn != nil else { return song.countIn(usually: bars) }
        return practice.countIn(of: song)
    }

    // MARK: beats of the run and beats of the song

    /// The beat of the run with which the song itself begins.
    private var begin: Int64 { fromBeat + countIn }

    /// The beat with which it is over; nil where it is repeated without end.
    var endBeat: Int64? {
        guard let loop else { return begin + course.length - place }
        guard let practice, practice.stops else { return nil }
        let left = max(0, practice.passes(from: scale) - 1 - passesBefore)
        return begin + loop.upperBound - place + left * Int64(loop.count)
    }

    /// Which time the loop is played at a beat of the run, from 1; also before it.
    package func pass(at beat: Int64) -> Int64 {
        guard let loop else { return 1 }
        let repeated = place + beat - begin - loop.upperBound
        let passes = repeated < 0 ? 0 : 1 + repeated.flooredDivision(by: max(1, Int64(loop.count))).quotient
        return passesBefore + passes + 1
    }

    /// How many times as fast as it is written it is played at a beat of the run.
    package func scale(at beat: Int64) -> Ratio {
        guard loop != nil, let practice else { return scale }
        return practice.scale(ofPass: pass(at: beat), from: scale)
    }

    /// The beat of the song that is played at a beat of the run; nil in the count-in and after the end.
    package func songBeat(at beat: Int64) -> Int64? {
        guard beat >= begin, beat < endBeat ?? .max else { return nil }
        let straight = place + beat - begin
        guard let loop, straight >= loop.upperBound else { return straight }
        return loop.lowerBound + (straight - loop.upperBound).flooredDivision(by: max(1, Int64(loop.count))).remainder
    }

    /// The span that holds a beat of the run; nil after the end. The first one also answers for what is before.
    func span(at beat: Int64) -> Span? {
        let beat = max(beat, fromBeat)
        guard beat < endBeat ?? .max else { return nil }
        guard beat >= begin else {
            let bar = beatsPerCountedBar
            let first = beat - (beat - fromBeat).flooredDivision(by: bar).remainder
            return Span(begin: first, end: min(first + bar, begin), place: nil)
        }
        guard let song = songBeat(at: beat) else { return nil }
        let stretch = course.stretches[course.stretch(ofBeat: song)]
        let isRepeated = (loop?.contains(song) ?? false) && beat - begin >= (loop?.upperBound ?? 0) - place
        var (first, end) = (stretch.begin, stretch.end)
        if isRepeated, let loop { first = max(first, loop.lowerBound) }
        if let loop, song < loop.upperBound { end = min(end, loop.upperBound) }
        if !isRepeated { first = max(first, place) }
        return Span(begin: beat - (song - first), end: beat + (end - song), place: first)
    }

    /// The first whole beat in the passage that is played at `beat`; nil after the end. A part may have any number of tempi,
    /// so a plan begins with the passage and not with the span.
    func passageBegin(at beat: Int64) -> Int64? {
        guard let span = span(at: beat) else { return nil }
        guard let place = span.place else { return span.begin }
        let inside = course.passageBegin(atBeat: place + max(0, beat - span.begin))
        return span.begin + max(0, inside - place)
    }

    /// The spans from beat `first` of the run up to beat `end`, or to the end of the song; at most `most` of them.
    func spans(from first: Int64, to end: Int64?, most: Int) -> [Span] {
        var spans: [Span] = []
        var beat = first
        while spans.count < most, beat < end ?? .max, var span = span(at: beat) {
            if span.begin < first, let place = span.place { span.place = place + first - span.begin }
            span.begin = max(span.begin, first)
            span.end = min(span.end, end ?? .max)
            spans.append(span)
            beat = span.end
        }
        return spans
    }

    /// Bars, accents and section of a span.
    func rule(of span: Span) -> BarRules.Rule {
        guard let song = span.place else {
            let bar = course.stretches[course.stretch(ofBeat: place)].beatsPerBar
            let first = span.begin - (span.begin - fromBeat).flooredDivision(by: Int64(bar)).remainder
            let (all, before) = (course.accents(of: counted, before: place), countedBeats(before: first))
            let accents = (0..<Int64(bar)).map {
                all[Int((before + $0).flooredDivision(by: Int64(all.count)).remainder)]
            }
            // The last bar before the song is bar 0.
            let number = (first - begin).flooredDivision(by: Int64(bar)).quotient + 1
            return BarRules.Rule(
                fromBeat: span.begin, grid: BarGrid(originBeat: first, originBar: number, beatsPerBar: bar),
                accents: BeatAccents(bar: accents),
                section: SectionPlace(index: nil, label: nil, pass: 1, times: 1, fromBeat: fromBeat),
                beatLength: course.stretches[course.stretch(ofBeat: place)].beat,
                volume: course.passage(of: counted, before: place)?.volume ?? 1)
        }
        let index = course.stretch(ofBeat: song)
        let stretch = course.stretches[index]
        let first = stretch.written.ending == nil || index == 0 ? stretch : course.stretches[index - 1]
        return BarRules.Rule(
            fromBeat: span.begin,
            grid: BarGrid(
                originBeat: span.begin - (song - stretch.begin), originBar: Int64(stretch.written.firstBar),
                beatsPerBar: stretch.beatsPerBar),
            accents: BeatAccents(bar: stretch.accents),
            section: SectionPlace(stretch, fromBeat: span.begin - (song - first.begin)), beatLength: stretch.beat,
            songBegin: stretch.written.begin, volume: stretch.written.part.volume)
    }

    /// The bars of the metronome that follow on the song at a beat of the run.
    func grid(after beat: Int64, _ beatsPerBar: Int) -> BarGrid {
        let bar = span(at: beat - 1).map { rule(of: $0).grid.bar(ofBeat: beat - 1) } ?? 0
        return BarGrid(originBeat: beat, originBar: bar + 1, beatsPerBar: beatsPerBar)
    }

    /// What is played in a span: passages without gaps.
    func passages(of span: Span) -> [Passage] {
        let written: [Passage]
        if let song = span.place {
            written = course.passages(from: song, to: song + span.end - span.begin)
        } else if var bars = course.passage(of: counted, before: place), let length = Ratio(span.end - span.begin) {
            bars.length = length
            bars.lead = Ratio(countedBeats(before: span.begin)) ?? .zero
            written = [bars]
        } else {
            written = []
        }
        // A span lies within one pass.
        let scale = scale(at: span.begin)
        return written.map { passage in
            var passage = passage
            passage.beat = passage.beat.multiplied(by: scale) ?? passage.beat
            return passage
        }
    }

    // MARK: changes

    /// The song from a beat of the run on after a change; nil where none plays then.
    /// A song that is loaded, or practised, is counted in by `usualCountIn` bars where it says nothing.
    package init?(after former: PlayedSong?, _ change: SongChange, atBeat beat: Int64, usualCountIn bars: Int = 0) {
        switch change {
        case .load(let song): self.init(song, fromBeat: beat, usualCountIn: bars)
        case .unload: return nil
        case .seek(let place):
            guard let former else { return nil }
            self = former.going(to: place, atBeat: beat)
            endPassedLoop()
            if practice != nil, loop?.contains(place) ?? false {
                scale = former.scale(at: beat - 1)
            } else {
                endPractice()
            }
        case .loop(let loop):
            guard let former else { return nil }
            let present = former.songBeat(at: beat)
            var next = former
            if let present { next = former.going(to: present, atBeat: beat) }
            // In the count-in, what follows counts; after the end, nothing does.
            if let loop, !loop.contains(present ?? (beat < former.begin ? former.place : -1)) {
                next = former.going(to: loop.lowerBound, atBeat: beat)
            }
            next.loop = loop
            next.endPractice()
            self = next
        case .practise(let loop, let scale, let practice):
            guard let former else { return nil }
            self = former.going(to: loop.lowerBound, atBeat: beat)
            (self.loop, self.scale) = (loop, scale)
            self.practice = practice.after(former.practice?.former ?? former.scale)
            counted = Self.countIn(of: course.song, practice, usually: bars)
            countIn = course.countInBeats(counted, before: place)
        case .scale(let scale):
            guard var next = former else { return nil }
            (next.scale, next.practice) = (scale, nil)
            self = next
        case .reload(let course, let path):
            guard let former else { return nil }
            self = former
            guard path == former.path else { return }
            // With that beat it may be over, unless the new version has more behind the same last bar.
            let isAfter = former.begin < beat && former.songBeat(at: beat) == nil
            if isAfter, former.loop != nil { return }
            let last = former.songBeat(at: isAfter ? beat - 1 : beat) ?? former.place
            var (place, isBehind) = course.place(like: last, of: former.course)
            if isAfter, !isBehind {
                let stretch = course.stretches[course.stretch(ofBeat: place)]
                place = course.beginOfBar(atBeat: place) + Int64(stretch.beatsPerBar)
            }
            if isAfter, place >= course.length { return }
            loop = former.loop.flatMap { course.beats(like: $0, of: former.course) }
            passesBefore = former.pass(at: beat) - 1
            if let loop, place >= loop.upperBound {
                (place, passesBefore) = (loop.lowerBound, passesBefore + 1)
            }
            self.course = course
            // A song that says nothing keeps the count-in that it began with.
            counted = (practice.map { $0.countIn(of: course.song) } ?? course.song.countIn) ?? counted
            self.place = course.nearest(to: place)
            (fromBeat, countIn) = (beat, countInLeft(of: former, atBeat: beat))
            if loop == nil, former.loop != nil { endPractice() }
        }
    }

    /// What is left of the count-in of another version: as many bars, in their present length.
    private func countInLeft(of former: PlayedSong, atBeat beat: Int64) -> Int64 {
        let left = max(0, former.begin - beat)
        let bars = (former.beatsPerCountedBar, beatsPerCountedBar)
        guard bars.0 != bars.1 else { return left }
        return (left + bars.0 - 1).quotient(by: bars.0) * bars.1
    }

    /// How many beats of the count-in as it is written come before a beat of it; after another version of the song only its last
    /// bars are left.
    private func countedBeats(before beat: Int64) -> Int64 {
        let all = max(beatsPerCountedBar, course.countInBeats(counted, before: place))
        let over = (all - countIn).flooredDivision(by: beatsPerCountedBar).quotient * beatsPerCountedBar
        return (over + beat - fromBeat).flooredDivision(by: all).remainder
    }

    private var beatsPerCountedBar: Int64 { Int64(course.stretches[course.stretch(ofBeat: place)].beatsPerBar) }

    /// The song is played as fast as before it was practised.
    private mutating func endPractice() {
        guard let practice else { return }
        (scale, self.practice) = (practice.former, nil)
    }

    /// Behind a loop nothing is repeated.
    private mutating func endPassedLoop() { if let loop, place >= loop.upperBound { self.loop = nil } }

    /// The same song, that goes on with another of its beats.
    func going(to place: Int64, atBeat beat: Int64) -> PlayedSong {
        var next = self
        (next.fromBeat, next.countIn, next.place, next.passesBefore) = (beat, 0, course.nearest(to: place), 0)
        return next
    }
}
