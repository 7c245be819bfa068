// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import NIOCore
internal import Rhythm
internal import Session
internal import Songs

extension Conductor {
    /// The settings that a song says itself.
    static let songKeys: Set<String> = [
        "bpm", "meter", "beat", "bell.every", "bell.on", "accents", "subdivision", "swing", "lanes", "trainer.speed",
        "trainer.gap", "trainer.mute",
    ]

    /// Why a setting cannot be changed while a song is loaded.
    static func songSays(_ what: String) -> ControlError {
        ControlError(
            .songPlays,
            "\(what) cannot be set for a song: song scale plays it faster or slower, song unload goes back to the metronome"
        )
    }

    private static let none = ControlError(.noSong, "no song is loaded: song load FILE loads one")

    // MARK: requests

    /// Reads a song on the worker and has it played from a place on.
    func loadSong(_ source: SongSource, from place: String?, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        files.run({ try source.course() }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error):
                let reason = (error as? SongSource.Refusal)?.message ?? "\(error)"
                answer(.failure(ControlError(.unusableSong, reason, param: "path")))
            case .success(let (course, notes)):
                for note in notes { log.info("\(note)") }
                var song = LoadedSong(course, path: source.path, format: source.format?.rawValue)
                do throws(RhythmError) {
                    if let place { song.start = try course.beat(ofPlace: place) }
                } catch {
                    return answer(.failure(ControlError(.notFound, error.message, param: "from")))
                }
                changeSong(.load(song), at: cue, answer)
            }
        }
    }

    /// Has a song played by the next start.
    func take(_ song: LoadedSong) {
        self.song = song
        songChanged()
    }

    /// Why a song cannot be played as fast as it is asked for; nil where it can.
    private func limits(of song: LoadedSong) -> ControlError? {
        do throws(RhythmError) {
            for stretch in song.course.stretches {
                for var passage in song.course.passages(from: stretch.begin, to: stretch.end) {
                    passage.beat = passage.beat.multiplied(by: song.scale) ?? passage.beat
                    try passage.checkLimits()
                }
            }
            return nil
        } catch {
            return ControlError(error, param: "scale")
        }
    }

    /// Goes to another place of the song.
    func seek(_ place: String, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        guard let song = wantedSong else { return answer(.failure(Self.none)) }
        do throws(RhythmError) {
            changeSong(.seek(try song.course.beat(ofPlace: place)), at: cue, answer)
        } catch {
            answer(.failure(ControlError(.notFound, error.message, param: "place")))
        }
    }

    /// Repeats what lies from the begin of a place to the end of another.
    func loop(from: String, to: String, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        guard let song = wantedSong else { return answer(.failure(Self.none)) }
        var param = "from"
        do throws(RhythmError) {
            let first = try song.course.beats(ofPlace: from)
            param = "to"
            let last = try song.course.beats(ofPlace: to)
            guard first.lowerBound < last.upperBound else {
                return answer(.failure(ControlError(.outOfRange, "\(to) comes before \(from)", param: "to")))
            }
            changeSong(.loop(first.lowerBound..<last.upperBound), at: cue, answer)
        } catch {
            answer(.failure(ControlError(.notFound, error.message, param: param)))
        }
    }

    /// The song after all changes that wait.
    private var wantedSong: LoadedSong? {
        pending.reduce(song) { song, change in
            if case .song(let change) = change.action { change.applied(to: song) } else { song }
        }
    }

    /// Changes the song at a place, or the one that the next start plays.
    func changeSong(_ change: SongChange, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        if case .load = change {} else if wantedSong == nil { return answer(.failure(Self.none)) }
        if let wanted = change.applied(to: wantedSong), let error = limits(of: wanted) {
            return answer(.failure(error))
        }
        guard transport.isStarted else {
            if case .place = cue {
                return answer(
                    .failure(
                        ControlError(.stopped, "nothing plays: the song is changed at once, without at", param: "at")))
            }
            song = change.applied(to: song)
            songChanged()
            sendState(changed: songMembers)
            follow(restingBpm)
            resumeFrames()
            return answer(
                .success(Change(run: run, atBeat: nil, atNs: nil, values: ["song": .wire(songState(song))])))
        }
        wait(.song(change), cue == .now ? .beat : cue, { $0.settingName }) { result in
            guard case .success(var changed as Change) = result, cue == .now else { return answer(result) }
            changed.values["pending"] = nil
            answer(.success(changed))
        }
    }

    /// What a change of the song that waits brings, as clients are told it; nil for another change.
    func songChange(_ change: PendingChange) -> [String: JSONValue]? {
        guard case .song(let song) = change.action else { return nil }
        return ["song": .wire(songState(song.applied(to: self.song)))]
    }

    // MARK: what is told

    /// The members of the status that a song decides.
    var songMembers: [String] { ["bpm", "meter", "bell", "song"] }

    /// A song as clients are told it, with its sections around a time where it plays then.
    func songState(_ song: LoadedSong?, at now: ClockTime? = nil) -> SongState? {
        guard let song else { return nil }
        let course = song.course
        var state = SongState(
            path: song.path, title: course.song.title, bars: course.map.writtenBars,
            startBar: course.bar(ofBeat: song.start), scale: song.scale.value,
            loop: song.loop.map {
                SongState.Loop(fromBar: course.bar(ofBeat: $0.lowerBound), toBar: course.bar(ofBeat: $0.upperBound - 1))
            },
            beats: course.stretches[course.stretch(ofBeat: song.start)].beatsPerBar, section: nil, next: nil,
            trouble: song.path == self.song?.path ? songTrouble : nil)
        guard let now, let run = heardRun else { return state }
        let rules = run.record.rules.rules(fromBeat: max(0, run.beat(at: now)))
        guard let present = rules.first, present.section != nil else { return state }
        state.beats = present.grid.beatsPerBar
        state.section = present.section.map { SectionState($0, in: run) }
        state.next = next(after: present, in: rules, of: run)
        return state
    }

    /// The section that follows on a rule, as far as it is planned.
    private func next(after present: BarRules.Rule, in rules: [BarRules.Rule], of run: HeardRun) -> SectionState? {
        rules.first { $0.fromBeat > present.fromBeat && $0.section != present.section && $0.beginsSection }
            .flatMap(\.section).map { SectionState($0, in: run) }
    }

    /// The tempo of what is heard at a time, or of the next start, in beats per minute.
    func shownBpm(at now: ClockTime) -> Double {
        guard song != nil, let run = heardRun else { return restingBpm }
        return run.record.beat(max(0, run.beat(at: now))).bpm
    }

    /// The tempo of the next start, in beats per minute.
    var restingBpm: Double {
        guard let song, let first = song.course.passages(from: song.start, to: song.start + 1).first else {
            return settings.tempo.beatsPerMinute
        }
        return first.curve.start.beatsPerMinute * first.beat.value * song.scale.value
    }

    /// The meter of what is heard, or of the next start.
    var shownMeter: String {
        guard let song else { return settings.meter.description }
        let course = song.course
        let run = heardRun
        let beat = run.flatMap { run in music?.song(ofBeat: run.beat(at: .now))?.songBeat(at: run.beat(at: .now)) }
        return course.stretches[course.stretch(ofBeat: beat ?? song.start)].meter
    }

    /// The bell of what is heard, or of the next start.
    func shownBell(at now: ClockTime) -> BellState? {
        let group: BellPattern?
        if let song {
            let stretch = song.course.stretches[song.course.stretch(ofBeat: song.start)]
            let rule = heardRun.map { $0.record.rules.rule(ofBeat: max(0, $0.beat(at: now))) }
            group = (rule?.accents ?? BeatAccents(bar: stretch.accents)).bellGroup
        } else {
            group = settings.bellPattern
        }
        return group.map { BellState(every: $0.every, on: $0.on) }
    }

    // MARK: sections

    /// What was announced of a section.
    struct ToldSection {
        var beat: Int64
        var time: ClockTime
        /// The section that was heard last, by its first beat.
        var heardBeat: Int64?
    }

    /// Announces the section that is due, tells the status where one is heard, and sets the timer for the next.
    func announceSections() {
        sectionTimer?.cancel()
        sectionTimer = nil
        guard let run = heardRun else { return }
        let now = ClockTime.now
        let present = max(0, run.beat(at: now))
        let rules = run.record.rules.rules(fromBeat: present)
        guard let first = rules.first, first.section != nil || rules.count > 1 || toldSection != nil else { return }
        if song != nil, first.fromBeat != toldSection?.heardBeat {
            let isFirst = toldSection == nil
            toldSection = ToldSection(
                beat: toldSection?.beat ?? -1, time: toldSection?.time ?? now, heardBeat: first.fromBeat)
            journalNotes?.note(run.record.beat(present).bpm)
            if !isFirst { sendState(changed: songMembers) }
        }
        var next: ClockTime?
        for rule in rules where rule.fromBeat > present || rule.fromBeat == 0 && present == 0 {
            guard rule.section != nil || rule.fromBeat > present else { continue }
            let time = run.time(ofBeat: rule.fromBeat)
            if rule.fromBeat > present { next = min(next ?? time, time) }
            guard rule.beginsSection, let section = rule.section else { continue }
            let due = time - Self.sectionLead
            guard due <= now else {
                next = min(next ?? due, due)
                break
            }
            let isTold = toldSection?.beat == rule.fromBeat
            if isTold, abs(time.nanoseconds(since: toldSection?.time ?? time)) <= Announcer.toleranceNs { continue }
            guard (toldSection?.beat ?? -1) <= rule.fromBeat else { continue }
            toldSection = ToldSection(beat: rule.fromBeat, time: time, heardBeat: toldSection?.heardBeat)
            sequence += 1
            let event = SectionEvent(
                seq: sequence, run: self.run, section: SectionState(section, in: run),
                next: self.next(after: rule, in: rules, of: run))
            for listener in subscribers.values where listener.events.contains(.section) {
                listener.deliver(section: event)
            }
        }
        if let next { sectionTimer = wake(at: next) { $0.announceSections() } }
    }

    /// A section is announced so long before it is heard.
    private static let sectionLead = Duration.milliseconds(Lead.usual)

    /// Forgets what was announced: the run is over.
    func endSections() {
        sectionTimer?.cancel()
        sectionTimer = nil
        toldSection = nil
    }

    // MARK: saving

    /// The song is another, or is played otherwise: watches its file.
    func songChanged() {
        guard songWatch?.path != song?.path else { return }
        songWatch?.close()
        songTrouble = nil
        songWatch = song.map { song in
            SongWatch(loop: loop, path: song.path) { [weak self] in self?.readAgain(song.path, song.format) }
        }
    }

    /// Reads the file of the song again: it goes on at the same place at the next bar, or as it was where there is a mistake.
    private func readAgain(_ path: String, _ format: String?) {
        let source = SongSource(path: path, format: format.flatMap(SongFormat.init(rawValue:)))
        files.run({ try source.course() }) { [weak self] result in
            guard let self, let song, song.path == path else { return }
            switch result {
            case .failure(let error):
                tell(trouble: (error as? SongSource.Refusal)?.message ?? "\(error)")
            case .success(let (course, notes)):
                guard course.song != song.course.song || !pending.isEmpty else { return tell(trouble: nil) }
                for note in notes { log.info("\(note)") }
                // Of several saves before the bar the last counts, and places that wait are those of the new version.
                pending.removeAll { if case .song(.reload) = $0.action { true } else { false } }
                for index in pending.indices {
                    guard case .song(.seek(let beat)) = pending[index].action else { continue }
                    pending[index].action = .song(.seek(course.beat(like: beat, of: song.course)))
                }
                changeSong(.reload(course), at: transport.isStarted ? .bar : .now) { [weak self] answer in
                    if case .failure(let error) = answer {
                        self?.tell(trouble: "\(error)")
                    } else {
                        self?.tell(trouble: nil)
                    }
                }
            }
        }
    }

    /// Says why what is in the file is not what plays.
    private func tell(trouble: String?) {
        guard trouble != songTrouble else { return }
        songTrouble = trouble
        if let trouble { log.warning("the song plays on as it was: \(trouble)") }
        sendState(changed: ["song"])
    }
}

extension BarRules.Rule {
    /// Whether a section of a song begins with it.
    var beginsSection: Bool { section?.fromBeat == fromBeat }
}

extension SectionState {
    /// A section, without its time.
    init(_ section: SectionPlace) {
        self.init(
            index: section.index, label: section.label, pass: section.pass, times: section.times,
            fromBeat: Int(section.fromBeat))
    }

    /// A section, with the time at which it is heard.
    init(_ section: SectionPlace, in run: HeardRun) {
        self.init(section)
        atNs = run.time(ofBeat: section.fromBeat).nanoseconds
    }
}

extension SongCourse.Stretch {
    /// Its meter as one would write it: 6/8 for two dotted quarters.
    var meter: String {
        let parts = Int64(beatsPerBar) * beat.numerator
        // Of a whole note.
        let (unit, beats) =
            beat.denominator == 1 && beat.numerator <= 4 && beat.numerator != 3
            ? (4 / beat.numerator, Int64(beatsPerBar)) : (4 * beat.denominator, parts)
        return "\(beats)/\(unit)"
    }
}
