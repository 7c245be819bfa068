// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// Puts the tempo that a trainer has led to before a beat into the settings, unless a tempo was set by hand. Returns
    /// whether the settings had another tempo.
    @discardableResult mutating func followTempo(before beat: Int64) -> Bool {
        guard !gestures.contains(.tempo), beat >= practice.followedBeat, beat > practice.heldBeat, let music,
            music.course(atBeat: beat - 1).leadsTempo,
            let tempo = music.parts.last(where: { $0.fromBeat < beat })?.tempo, tempo != settings.tempo,
            // What is set once the end is decided is meant for the next start.
            transport.isPlaying && !music.isDecided(fromBeat: nextBeat)
                || practice.followedTempo ?? settings.tempo == settings.tempo
        else { return false }
        (practice.followedBeat, practice.followedTempo) = (beat, tempo)
        settings.tempo = tempo
        noteTempo()
        save(.course)
        sendState(changed: ["bpm", "practice"])
        return true
    }

    /// Tells what a trainer has changed by now, sends a plan that reaches farther when it is time, and sets the timer for the
    /// next change or plan.
    mutating func followPractice() {
        wakes[.practice] = nil
        // What fades out leads nowhere.
        guard transport.isPlaying, let run = heardRun, let music = musicInForce, let renewal = music.renewalBeat
        else { return }
        let present = run.beat(at: now)
        let silence = music.parts.last { $0.fromBeat <= present }?.isSilent ?? false
        let isNewSilence = silence != practice.isInSilence
        practice.isInSilence = silence
        let goodPass = music.course(atBeat: present).judging?.begin.goodPass
        let isNews = practice.newsBeat.map { $0 <= present } ?? false || goodPass != practice.goodPass
        practice.goodPass = goodPass
        practice.newsBeat = music.course(atBeat: present).news(
            afterBeat: present, in: run.record.rules.rule(ofBeat: present).grid
        ).flatMap { $0 < music.endBeat ?? .max ? $0 : nil }
        let unsettled = unsettledBeat(in: run)
        if !followTempo(before: unsettled), isNewSilence || isNews { sendState(changed: ["practice"]) }
        if present >= renewal, sent.isEmpty, !music.isDecided(fromBeat: nextBeat) { plan() }
        let next = (music.parts.map(\.fromBeat) + [renewal] + [practice.newsBeat].compactMap { $0 })
            .filter { $0 > present }.min()
        let step = music.parts.map(\.fromBeat).first { $0 >= unsettled }.map { settledTime(ofBeat: $0, in: run) }
        wakes[.practice] = [next.map(run.time(ofBeat:)), step].compactMap { $0 }.min()
    }

    /// Has the music end where the timer that counts time is over, after a plan was adopted.
    mutating func settleTimer() {
        guard let record, let music else { return practice.forgetTimer() }
        let nextBeat = nextBeat
        let timer = music.course(atBeat: nextBeat).timed
        let next = music.parts.lazy.map(\.fromBeat).filter { nextBeat < $0 }
            .map { (timer: music.course(atBeat: $0).timed, fromBeat: $0) }
            .first { $0.timer != timer }
        practice.look(
            timer, followedBy: next, in: record, nextBeat: nextBeat, writtenFrame: heard.writtenFrame)
        if music.timedEnd != practice.timedEnd, sent.isEmpty, transport.isStarted { plan() }
    }

    /// Where the trainers are, as it is heard; nil without any, and while stopped.
    var practiceState: PracticeState? {
        // A song is played as it is written.
        guard song == nil, let run = heardRun, let music = musicInForce else { return nil }
        let beat = max(0, run.beat(at: now))
        let (course, grid) = (music.course(atBeat: beat), run.record.rules.rule(ofBeat: beat).grid)
        let first = grid.beat(ofBar: 1, 1)
        guard !course.isEmpty || beat < first else { return nil }
        let end = music.parts.last(where: \.isEnd)?.fromBeat
        let time = end.map(run.time(ofBeat:))
        let ending = end.map { music.course(atBeat: $0 - 1) }
        let stop = pending.list.lazy.filter { $0.action == .stop }.compactMap { music.beat(ofChange: $0.id) }.first
        return PracticeState { state in
            state.silent = course.isSilent(beat: beat, in: grid)
            for one in course.begun {
                var place = TrainerPlace(one.begin, BeatPosition(whole: beat), in: grid)
                let other = music.parts.first { part in
                    part.fromBeat > beat && !part.changes.isEmpty
                        && (part.grid != grid || !music.course(atBeat: part.fromBeat).begun.contains(one))
                }?.fromBeat
                place.otherBeat = [other, stop].compactMap(\.self).min()
                // The music may end by a timer that follows.
                if let end = end.flatMap(place.asFarAsKnown), let time, ending?.begun.contains(one) ?? false {
                    (place.endBeat, place.endNs) = (end, time.nanoseconds)
                    place.secondsLeft = (max(0, time.seconds(since: now)) * 1000).rounded() / 1000
                }
                state.trainers[one.trainer.kind.rawValue] = one.rules.facts(at: place).mapValues { JSONValue($0) }
            }
            guard beat < first else { return }
            let begin = music.parts.last { $0.fromBeat <= beat }?.countIn?.fromBeat ?? 0
            state.countIn = PracticeState.CountIn { ($0.left, $0.beats) = (Int(first - beat), Int(first - begin)) }
        }
    }

    /// Lets go of the timer: the run is over. The tempo that a trainer has led to is saved.
    mutating func endPractice() {
        if practice.followedBeat > 0 { save(.request) }
        wakes[.practice] = nil
        practice = PracticeProgress()
        gestures = []
    }
}
