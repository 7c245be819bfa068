// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// A song that the daemon has read, and how it is to be played from the next start on.
public struct LoadedSong: Sendable, Hashable {
    /// What was read.
    public var course: SongCourse
    /// The absolute path of its file.
    public var path: String
    /// What the file is, where its name does not say so.
    public var format: String?
    /// The beat of the song that was asked for as its start.
    public var start: Int64
    /// The beats of the song that are repeated; nil for none.
    public var loop: Range<Int64>?
    /// How many times as fast as it is written; where it is practised, in the first pass.
    public var scale: Ratio
    /// How the loop is practised; nil where it is only repeated.
    public var practice: LoopPractice?
    /// Whether its count-in comes before it.
    public var countsIn = true

    /// All of its parts.
    public init(
        _ course: SongCourse, path: String, format: String? = nil, start: Int64 = 0, loop: Range<Int64>? = nil,
        scale: Ratio = .one
    ) {
        self.format = format
        self.course = course
        self.path = path
        self.start = start
        self.loop = loop
        self.scale = scale
    }

    /// The beat of the song with which a start begins; where a loop is set, a beat within the loop, unless the place is one that
    /// something else has reached.
    public var begin: Int64 {
        guard let loop, countsIn, !loop.contains(start) else { return start }
        return loop.lowerBound
    }

    /// How many times as fast as it is written it is played at most.
    public var fastest: Ratio { max(scale, practice?.goal ?? scale) }

    /// The scale that it has without what is practised.
    public var usualScale: Ratio { practice?.former ?? scale }

    /// The song at the same places of another version of its file; a song of another file stays as it is.
    func following(_ course: SongCourse, ofFile path: String) -> LoadedSong {
        guard self.path == path else { return self }
        var song = LoadedSong(
            course, path: path, format: format, start: course.start(like: start, of: self.course), scale: scale)
        song.loop = loop.flatMap { course.beats(like: $0, of: self.course) }
        song.practice = practice
        song.countsIn = countsIn
        if song.loop == nil { song.endPractice() }
        return song
    }

    /// It is played as fast as before it was practised.
    fileprivate mutating func endPractice() { (scale, practice) = (usualScale, nil) }

    /// How many times as fast as it is written a song may be played.
    public static let scales = 0.1...4.0
}

/// A change of the song that plays, or of the one that the next start plays.
public enum SongChange: Sendable, Hashable {
    /// A song is played, from its start on, with its count-in.
    case load(LoadedSong)
    /// No song is played; the metronome goes on as it is set.
    case unload
    /// The song goes on with another of its beats; one behind the loop ends the loop.
    case seek(Int64)
    /// Some of its beats are repeated from now on; nil: none.
    case loop(Range<Int64>?)
    /// Some of its beats are practised: from their beginning, in the first pass at a multiple of their written tempo.
    case practise(Range<Int64>, scale: Ratio, LoopPractice)
    /// It is played at a multiple of its written tempo.
    case scale(Ratio)
    /// Its file has changed: it goes on at the same place of what is read there now. A song of another file stays as it is.
    case reload(SongCourse, ofFile: String)

    /// Whether it names a place of the song.
    package var isPlace: Bool {
        switch self {
        case .seek, .practise: true
        case .loop(let beats): beats != nil
        case .load, .unload, .scale, .reload: false
        }
    }

    /// Whether it holds for the next start where the music ends before its beat: what is read anew, and what was asked for at once
    /// of how the song is played.
    package func holdsAfterEnd(isImmediate: Bool) -> Bool {
        switch self {
        case .reload: true
        case .loop, .scale: isImmediate
        case .load, .unload, .seek, .practise: false
        }
    }

    /// Whether the song that plays stays the one that plays.
    var keepsSong: Bool {
        switch self {
        case .seek, .loop, .practise, .scale, .reload: true
        case .load, .unload: false
        }
    }

    /// The song that the change brings; nil where the song stays the same.
    public var course: SongCourse? {
        switch self {
        case .load(let song): song.course
        case .reload(let course, _): course
        case .unload, .seek, .loop, .practise, .scale: nil
        }
    }

    /// Whether it may be more than can be played: another place of a song is not.
    package var changesDensity: Bool {
        switch self {
        case .load, .reload, .practise, .scale: true
        case .unload, .seek, .loop: false
        }
    }

    /// The song of the next start.
    public func applied(to song: LoadedSong?) -> LoadedSong? {
        var changed = song
        switch self {
        case .load(let loaded): changed = loaded
        case .unload: changed = nil
        case .seek(let beat):
            changed?.start = song?.course.nearest(to: beat) ?? beat
            if !(changed?.loop?.contains(beat) ?? false) { changed?.endPractice() }
            if let song = changed, let loop = song.loop, loop.upperBound <= song.start { changed?.loop = nil }
        case .loop(let beats):
            changed?.loop = beats
            changed?.endPractice()
        case .practise(let beats, let scale, let practice):
            // Another start is kept for afterwards.
            if let start = song?.start, beats.contains(start) { changed?.start = beats.lowerBound }
            changed?.loop = beats
            changed?.scale = scale
            changed?.practice = song.map { practice.after($0.usualScale) }
        case .scale(let scale):
            changed?.scale = scale
            changed?.practice = nil
        case .reload(let course, let path): changed = song?.following(course, ofFile: path)
        }
        return changed
    }
}

extension SongCourse {
    /// A beat of the song; for one after its end, as of a seek in a longer song, the beginning of the last bar.
    func nearest(to beat: Int64) -> Int64 { beat < length ? max(0, beat) : beginOfBar(atBeat: length - 1) }

    /// The first beat of the bar that holds a beat.
    func beginOfBar(atBeat beat: Int64) -> Int64 {
        let (stretch, bar) = (stretches[stretch(ofBeat: beat)], Int64(stretches[stretch(ofBeat: beat)].beatsPerBar))
        return stretch.begin + (beat - stretch.begin).quotient(by: bar) * bar
    }

    /// Where a start that corresponds to one in another version begins: with a bar, if that does.
    package func start(like beat: Int64, of other: SongCourse) -> Int64 {
        let former = other.nearest(to: beat)
        let same = self.beat(like: former, of: other)
        return former == other.beginOfBar(atBeat: former) ? beginOfBar(atBeat: same) : same
    }

    /// The beat of this song that corresponds to a beat of another version; in the last bar where the song is over by then.
    package func beat(like beat: Int64, of other: SongCourse) -> Int64 {
        nearest(to: place(like: beat, of: other).beat)
    }

    /// The beat of this song that corresponds to a beat of another version: as far into the same bar of the same pass of the section
    /// with the same label, else the same number; where the section is shorter, its end.
    func place(like beat: Int64, of other: SongCourse) -> (beat: Int64, isBehind: Bool) {
        let former = other.stretches[other.stretch(ofBeat: beat)]
        guard let section = section(like: former, of: other) else {
            return (beginOfBar(atBeat: min(beat, length - 1)), false)
        }
        let inStretch = beat - former.begin
        let inBar = inStretch.flooredDivision(by: Int64(former.beatsPerBar)).remainder
        var bar = inStretch.quotient(by: Int64(former.beatsPerBar))
        bar += other.stretches.reduce(0) { sum, stretch in
            let isBefore = stretch.written.isOfPass(like: former.written) && stretch.begin < former.begin
            return sum + (isBefore ? Int64(stretch.written.part.bars) : 0)
        }
        let passes = stretches.filter { $0.written.section == section }
        let isPlayed = passes.contains { $0.written.pass == former.written.pass }
        let pass = isPlayed ? former.written.pass : passes.last?.written.pass
        let played = passes.filter { $0.written.pass == pass }
        for stretch in played {
            if bar < Int64(stretch.written.part.bars) {
                let quarters = former.beat.times(inBar) ?? .zero
                let same = min(quarters.quotient(by: stretch.beat), Int64(stretch.beatsPerBar) - 1)
                return (stretch.begin + bar * Int64(stretch.beatsPerBar) + same, false)
            }
            bar -= Int64(stretch.written.part.bars)
        }
        return (played.last?.end ?? length, true)
    }

    /// The section with the label of a stretch of another version, as many sections of that label after the first as there, or the last
    /// one; without such a label that of the same number. Nil where there is none.
    private func section(like former: Stretch, of other: SongCourse) -> Int? {
        func sections(_ course: SongCourse) -> [Int] {
            var found: [Int] = []
            for written in course.stretches.map(\.written) where written.label == former.written.label {
                if found.last.map({ $0 < written.section }) ?? true { found.append(written.section) }
            }
            return found
        }
        let (theirs, ours) = former.written.label == nil ? ([], []) : (sections(other), sections(self))
        guard let last = ours.last else {
            return stretches.contains { $0.written.section == former.written.section } ? former.written.section : nil
        }
        let index = theirs.firstIndex(of: former.written.section) ?? 0
        return index < ours.count ? ours[index] : last
    }

    /// The beats of the bars that correspond to those of some beats of another version; nil where none is left of them.
    func beats(like beats: Range<Int64>, of other: SongCourse) -> Range<Int64>? {
        let begin = beginOfBar(atBeat: beat(like: beats.lowerBound, of: other))
        let end = place(like: beats.upperBound - 1, of: other)
        let last = beginOfBar(atBeat: end.isBehind ? end.beat - 1 : end.beat)
        let after = last + Int64(stretches[stretch(ofBeat: last)].beatsPerBar)
        return begin < after ? begin..<after : nil
    }
}

extension SongMap.Stretch {
    /// Whether it belongs to the same pass of the same section.
    fileprivate func isOfPass(like other: SongMap.Stretch) -> Bool { section == other.section && pass == other.pass }
}
