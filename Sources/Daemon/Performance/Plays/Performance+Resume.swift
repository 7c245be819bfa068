// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

/// How a run outlives the process that plays it.
extension Performance {
    /// How long before its first beat a run that is resumed is planned, in seconds: for a device to be ready.
    private static let resumeLead = 0.25

    /// What the next process would play on from; nil where nothing plays, or nothing is to be resumed.
    var runToSave: SavedRun? {
        guard settings.resumes, let boot else { return nil }
        if isEnding { return endedRun }
        guard transport.isStarted, let run = heardRun, !run.record.isEnded else { return nil }
        // Whatever holds from the kept beat on, or is written ahead, is part of what is played on.
        let first = run.savedBeat(at: now)
        var kept = self
        kept.applyPending(before: max(nextBeat, first + 1))
        var song = kept.song
        let beat = max(first, kept.practice.heldBeat)
        if let (played, _) = playedSong(atBeat: beat, of: music), song?.practice == played.practice {
            // The passes go on from there.
            song?.scale = played.scale(at: beat)
        }
        return run.saved(boot: boot, byBeat: beat, settings: kept.settings, song: song)
    }

    /// Whether the run that is kept has all that is set.
    var isRunSettled: Bool { !settings.resumes || record == nil || sent.isEmpty }

    /// The run that plays has changed, has begun or is over: what is kept of it is saved.
    mutating func rememberRun(begins: Bool = false) {
        guard settings.resumes || runIsSaved else { return }
        let wasSaved = runIsSaved
        runIsSaved = settings.resumes && record != nil
        if runIsSaved, !wasSaved { awaitHeard() }
        // A clock or a trainer that leads the beats moves them again and again: the run is then saved once a minute.
        let changesTempo = record != nil && (leader.follower != nil || settings.practice.leader != nil)
        save(changesTempo && !begins ? .course : .run)
    }

    /// What cannot be played on is not played on later either.
    mutating func forgetRun(of ask: Ask) { if case .resumption = ask.wish { save(.run) } }

    /// Plays on from what another process has left.
    mutating func resume(_ run: SavedRun, _ ask: Ask) throws(TurnEnd) {
        attend()
        guard let song = run.song else { return start(as: Transport.Start(resuming: run), PendingAnswer(ask)) }
        guard let course = ask.loaded.song else {
            throw .needs(.song(SongSource(path: song.path, format: song.format.flatMap(SongFormat.init(rawValue:)))))
        }
        // Somebody was faster.
        guard !transport.isStarted else { return answer(ask, [String: JSONValue]()) }
        var loaded = LoadedSong(course, path: song.path, format: song.format, scale: song.scale)
        if let loop = song.loop, loop.upperBound <= course.length {
            (loaded.loop, loaded.start, loaded.practice) = (loop, loop.lowerBound, song.practice)
        }
        if let error = limits(of: loaded) { throw .refused(error) }
        try need(Edit(), song: course, for: ask)
        self.song = loaded
        songChanged()
        changeChannels()
        // From a loop, and from a count-in, it begins anew.
        guard let quarters = song.quarters, loaded.loop == nil else { return start(PendingAnswer(ask)) }
        guard SongEntry(loaded, quarters: quarters, atNs: run.time.nanoseconds, notBefore: now) != nil else {
            log(.notice, "the song that was played is over by now")
            forgetRun(of: ask)
            return answer(ask, [String: JSONValue]())
        }
        // No request, whose places may not be as far away.
        start(as: Transport.Start(at: .song(quarters: quarters, ns: run.time.nanoseconds)), PendingAnswer(ask))
    }

    /// The beat with which a run that is resumed begins, while its first plan is made.
    func entry(of run: SavedRun) -> SavedRun.Entry? {
        let lead = Self.resumeLead + Double(order.prerollMs ?? 0) / 1000
        return run.entry(notBefore: now.advanced(bySeconds: lead))
    }

    /// A run that is resumed begins: where its device was not ready in time, it does so some bars later.
    mutating func settleResumption(_ adopted: Adopted) {
        guard let beginning = adopted.plan.beginning, let resumption = beginning.start.resumption,
            let entry = beginning.entry
        else { return }
        let begin = heard.time(ofFrame: Double(Timeline(adopted.adoption.segment).frame(ofBeat: 0)))
        let barNs = resumption.beatNs * Double(resumption.beatsPerBar)
        let late = Int64(exactly: (Double(begin.nanoseconds(since: entry.time)) / barNs).rounded()) ?? 0
        if late != 0 {
            musicInForce?.countBars(later: late)
            music?.countBars(later: late)
        }
        log(.notice, "playing on in bar \(entry.bar + late), beat \(entry.beat), at \(settings.tempo) bpm")
    }
}
