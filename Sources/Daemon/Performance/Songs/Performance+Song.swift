// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// The error for what is done with the metronome alone.
    static func songIsInTheWay(of words: String) -> ControlError {
        ControlError(.songPlays, "a song is loaded: metroctl song unload first, then metroctl \(words)")
    }

    /// Why a setting cannot be changed while a song is loaded.
    static func songSays(_ what: String) -> ControlError {
        let other =
            switch what {
            case "bpm", "tempo", "trainer speed": "metroctl song scale plays it faster or slower, "
            case "timer": "metroctl stop at @17 ends it at a place, "
            default: ""
            }
        return ControlError(
            .songPlays,
            "\(what == "bpm" ? "tempo" : what) cannot be set while a song is loaded: \(other)metroctl song unload goes back to the metronome"
        )
    }

    static let noSong = ControlError(.noSong, "no song is loaded: metroctl song load FILE loads one")

    // MARK: requests

    /// Has a song played from a place on, once it was read.
    mutating func loadSong(_ source: SongSource, from place: String?, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        guard let course = ask.loaded.song else { throw .needs(.song(source)) }
        var song = LoadedSong(course, path: ask.loaded.path, format: source.format?.rawValue)
        do throws(RhythmError) {
            if let place { song.start = try course.beat(ofPlace: place) }
        } catch {
            throw .refused(ControlError(.notFound, error.message, param: "from"))
        }
        try changeSong(.load(song), at: cue, ask)
    }

    /// Why a song cannot be played as fast as it is asked for; nil where it can.
    func limits(of song: LoadedSong) -> ControlError? {
        do throws(RhythmError) {
            try song.course.checkLimits(scale: song.scale)
            if let practice = song.practice {
                try song.course.checkLimits(scale: song.fastest)
                // A pass between may have a finer beat than the first and the last.
                try song.course.checkLimits(scale: practice.unit(from: song.scale) ?? song.scale)
            }
            return nil
        } catch {
            return ControlError(error, param: "scale")
        }
    }

    /// Goes to another place of the song.
    mutating func seek(_ place: String, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        guard let song = try wantedSong(at: cue) else { throw .refused(Self.noSong) }
        let beat: Int64
        do throws(RhythmError) { beat = try song.course.beat(ofPlace: place) } catch {
            throw .refused(ControlError(.notFound, error.message, param: "place"))
        }
        if !transport.isStarted, !waits(cue), let loop = song.loop, !loop.contains(beat) {
            let bars = [loop.lowerBound, loop.upperBound - 1].map(song.course.bar(ofBeat:))
            let repeated = "bars \(bars[0]) to \(bars[1]), which are repeated"
            let reason = "\(Self.told(place)) lies outside of \(repeated): metroctl loop off first"
            throw .refused(ControlError(.outOfRange, reason, param: "place"))
        }
        try changeSong(.seek(beat), at: cue, ask)
    }

    /// Repeats the beats from the beginning of one place to the end of another.
    mutating func loop(from: String, to: String, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        try changeSong(.loop(try beats(from: from, to: to, at: cue)), at: cue, ask)
    }

    /// A place in words: a label, or `bar 9`.
    private static func told(_ place: String) -> String { Int(place) == nil ? place : "bar \(place)" }

    /// The beats from the beginning of one place of the song to the end of another.
    private mutating func beats(from: String, to: String, at cue: Cue) throws(TurnEnd) -> Range<Int64> {
        guard let song = try wantedSong(at: cue) else { throw .refused(Self.noSong) }
        func beats(_ place: String, _ param: String) throws(TurnEnd) -> Range<Int64> {
            do throws(RhythmError) { return try song.course.beats(ofPlace: place) } catch {
                throw .refused(ControlError(.notFound, error.message, param: param))
            }
        }
        let (first, last) = (try beats(from, "from"), try beats(to, "to"))
        guard first.lowerBound < last.upperBound else {
            let reason = "\(Self.told(to)) comes before \(Self.told(from))"
            throw .refused(ControlError(.outOfRange, reason, param: "to"))
        }
        return first.lowerBound..<last.upperBound
    }

    /// Has the beats from the beginning of one place to the end of another practised.
    mutating func practise(_ call: PractiseCall, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        let beats = try beats(from: call.from, to: call.to, at: cue)
        let usual = try wantedSong(at: cue)?.usualScale
        let scale = call.scale ?? usual ?? .one
        let goal = call.step == nil ? scale : call.goal ?? .one
        guard scale <= goal, call.step != nil || call.goal == nil else {
            throw .refused(
                ControlError(
                    .outOfRange,
                    call.step == nil
                        ? "a goal needs a step: by how much each pass is faster"
                        : "a goal of \(goal.percentText) is slower than the first pass, at \(scale.percentText)",
                    param: "goal"))
        }
        let practice = LoopPractice(
            step: call.step ?? .zero, goal: goal, stops: call.stops, countIn: call.countIn)
        try changeSong(.practise(beats, scale: scale, practice), at: cue, ask)
    }

    /// The song after all changes that wait.
    private var wantedSong: LoadedSong? { transport.isStarted ? pending.song(after: song) : song }

    /// Makes what has held by now the settings in force. Of a run that is about to end nothing else is waited for.
    private mutating func settlePending() {
        if transport.isPlaying { applyPending(before: nextBeat) } else if record != nil { dropPending() }
    }

    /// The song that plays at a place, before what is asked for there.
    mutating func wantedSong(at cue: Cue) throws(TurnEnd) -> LoadedSong? {
        settlePending()
        guard transport.isStarted, !pending.list.isEmpty else { return wantedSong }
        var changes = pending
        let place = changes.add(.edit(Edit()), at: cue, fromBeat: try firstBeat(of: cue))
        let order =
            switch cue {
            case .place, .after: changes.list
            // A song that waits for a bar which never comes does not come before the next beat or bar.
            case .now, .beat, .bar, .section: [place] + pending.list
            }
        return planned(with: changes.list).songsAfterChanges(song, pending: order)[place.id] ?? nil
    }

    /// Whether a song says there what the metronome plays: one that is unloaded with the next beat no longer does.
    mutating func songPlays(at cue: Cue) throws(TurnEnd) -> Bool {
        guard song != nil, transport.isStarted else { return song != nil }
        return try wantedSong(at: cue) != nil
    }

    /// The songs whose sounds must be ready: the songs that play, that the next start plays, and that wait.
    var courses: [SongCourse] {
        let waiting = pending.list.compactMap { $0.songChange?.course }
        let played = transport.isStarted ? music?.parts.compactMap { $0.song?.course } ?? [] : []
        return [song?.course].compactMap { $0 } + waiting + played
    }

    /// Changes the song at a place, or the one that the next start plays, once its sounds are ready.
    mutating func changeSong(_ change: SongChange, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        try need(Edit(), song: change.course, for: ask)
        settlePending()
        // What is read anew is the song that plays, whatever waits.
        let former = if case .reload = change { song } else { try wantedSong(at: cue) }
        if case .load = change {} else if former == nil { throw .refused(Self.noSong) }
        if change.changesDensity, let wanted = change.applied(to: former), let error = limits(of: wanted) {
            throw .refused(error)
        }
        var reply = PendingAnswer(ask)
        if change == .loop(nil), cue == .now { reply.tell(cancelled: pending.removeLoops(ofFile: former?.path)) }
        guard !transport.isStarted else { return try wait(.song(change), cue, .setting, reply) }
        switch cue {
        case .place, .after:
            throw .refused(
                ControlError(.stopped, "nothing plays: the song is changed at once, without at", param: "at"))
        case .now, .beat, .bar, .section: break
        }
        song = change.applied(to: song)
        songChanged()
        changeChannels()
        sendState(changed: songMembers)
        follow(restingBpm)
        resumeFrames()
        answer(reply, self.change(["song": .wire(songState(song))]))
    }

    // MARK: its file

    /// Has the file of the song watched, where the song has changed.
    mutating func songChanged() {
        guard watchedSong != song?.path else { return }
        watchedSong = song?.path
        songTrouble = nil
        actions.append(.watchSong(song?.path))
    }

    /// Goes on with what the file of the song says now, at the same place from the next bar on.
    mutating func readAgain(_ source: SongSource, _ ask: Ask) throws(TurnEnd) {
        guard let course = ask.loaded.song else { throw .needs(.song(source)) }
        guard let song, song.path == source.path,
            course.song != song.course.song || pending.hasOther(course.song, ofFile: song.path)
        else { return answer(ask, [String: JSONValue]()) }
        try changeSong(.reload(course, ofFile: song.path), at: transport.isStarted ? .bar : .now, ask)
    }

    /// Says why what is in the file is not what plays.
    mutating func tell(trouble: String?) {
        guard trouble != songTrouble else { return }
        songTrouble = trouble
        if let trouble { log(.warning, "the song plays on as it was: \(trouble)") }
        sendState(changed: ["song"])
    }

    // MARK: what is told

    /// The members of the status that a song decides.
    var songMembers: [String] { ["bpm", "meter", "bell", "song"] }

    /// A song as clients are told it, with its sections around a time where it plays then, and as it is practised at that time or at
    /// a beat of planned music.
    func songState(
        _ song: LoadedSong?, at now: ClockTime? = nil, from place: (music: PlannedMusic?, beat: Int64?)? = nil
    ) -> SongState? {
        guard let song else { return nil }
        let course = song.course
        let heard = now.flatMap(heardSong)
        let stretch = heard?.stretch ?? course.stretches[course.stretch(ofBeat: song.begin)]
        let planned = place.flatMap { place in
            place.beat.flatMap { beat in place.music?.song(ofBeat: beat).map { (song: $0, beat: beat) } }
        }
        // A start behind the loop leaves it to the next one.
        let played = planned?.song ?? heard?.song
        let loop = song.loop.flatMap { loop in
            played.map { $0.loop == nil && $0.place >= loop.upperBound } ?? false ? nil : loop
        }
        let practice = loop == nil ? nil : song.practice
        let practised = song.practice.flatMap { practice in
            [planned, heard.map { ($0.song, $0.beat) }].lazy.compactMap { $0 }.first { $0.song.practice == practice }
        }
        var state = SongState {
            $0.path = song.path
            $0.format = (song.format ?? SongFormat(path: song.path)?.rawValue) ?? SongFormat.toml.rawValue
            $0.title = course.song.title
            $0.bars = course.map.writtenBars
            $0.startBar = course.bar(ofBeat: song.begin)
            $0.scale = (practised.map { $0.song.scale(at: $0.beat) } ?? song.scale).value
            $0.bpm = course.bpm(ofBeat: song.begin, scale: song.scale)
            $0.loop = loop.map { loop in
                SongState.Loop {
                    $0.fromBar = course.bar(ofBeat: loop.lowerBound)
                    $0.toBar = course.lastBar(in: loop)
                }
            }
            $0.practice = practice.map { practice in
                SongState.Practice {
                    ($0.from, $0.step, $0.goal) = (song.scale.value, practice.step.value, practice.goal.value)
                    $0.pass = Int(practised.map { $0.song.pass(at: $0.beat) } ?? 1)
                    ($0.countIn, $0.stops) = (practice.countIn, practice.stops)
                }
            }
            $0.beats = stretch.beatsPerBar
            $0.accents = String(stretch.accents.map(\.sign))
            $0.lanes = stretch.written.part.named.map { JSONValue(PlainValue($0)) }
            $0.trouble = song.path == self.song?.path ? songTrouble : nil
        }
        guard let now, let run = heardRun else { return state }
        let rules = run.record.rules.rules(fromBeat: max(0, run.beat(at: now)))
        guard let present = rules.first, present.section != nil else { return state }
        // A count-in has bars of its own.
        state.beats = present.grid.beatsPerBar
        state.section = present.section.map { SectionState($0, in: run) }
        state.next = next(after: present, in: rules, of: run)
        return state
    }

    /// Tells the sections of the song; without one, of that which waits.
    mutating func showSong(_ ask: Ask) throws(TurnEnd) {
        guard let song = song ?? wantedSong, let state = songState(song, at: now) else { throw .refused(Self.noSong) }
        // As fast as the pass that is heard, where a passage is practised.
        let sections = song.course.sections(scale: state.scale)
        answer(
            ask,
            SongPage {
                $0.song = state
                $0.sections = Array(sections.prefix(SongPage.most))
                $0.more = max(0, sections.count - SongPage.most)
                $0.lengthS = song.course.seconds
                $0.length = TimelineState.Bars.Quarters(song.course.map.length)
            })
    }

    /// The section that follows on a rule, as far as it is planned; also one that is played from its midst on.
    func next(after present: BarRules.Rule, in rules: [BarRules.Rule], of run: HeardRun) -> SectionState? {
        rules.first { rule in
            rule.fromBeat > present.fromBeat && rule.section != present.section
                && (rule.beginsSection || rule.section?.isElsewhere(than: present.section) ?? false)
        }.flatMap { rule in rule.section.map { SectionState($0, in: run, fromBeat: rule.fromBeat) } }
    }
}

extension Ratio {
    /// A scale as one would write it.
    var percentText: String { "\(PlainValue.text((value * 10_000).rounded() / 100))%" }
}
