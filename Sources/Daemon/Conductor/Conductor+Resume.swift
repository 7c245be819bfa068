// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Rhythm
internal import Session
internal import Songs
internal import Sound

/// How a run outlives the process that plays it.
extension Conductor {
    /// How long before its first beat a run that is resumed is planned, in seconds: for a device to be ready.
    private static let resumeLead = 0.25

    /// What the next process would play on from; nil where nothing plays, or nothing is to be resumed.
    var runToSave: SavedRun? {
        guard settings.resumes, let boot else { return nil }
        if isEnding { return endedRun }
        guard transport.isStarted, let run = heardRun, !run.record.isEnded else { return nil }
        return run.saved(boot: boot, at: .now, settings: settings, song: song)
    }

    /// The run that plays has changed, has begun or is over: what is kept of it is saved.
    func rememberRun() {
        guard settings.resumes || runIsSaved else { return }
        runIsSaved = settings.resumes && record != nil
        // What leads the beats moves them again and again: that is saved once a minute.
        let isLed = record != nil && (follower != nil || settings.practice.speed != nil)
        remember(settings, isLed ? .course : .run)
    }

    /// The daemon ends: an upgrade may follow, and plays on. Where a client has asked for the end, nothing does.
    func keepRun() {
        endedRun = isShutDown ? nil : runToSave
        endedRun?.ended = .now
    }

    /// Plays on from what another process has left.
    func resume(_ run: SavedRun, _ answer: @escaping (Answer) -> Void) {
        guard let song = run.song else { return start(as: Transport.Start(resuming: run), answer) }
        let source = SongSource(path: song.path, format: song.format.flatMap(SongFormat.init(rawValue:)))
        files.run({ try source.course() }) { [weak self] result in
            guard let self, !transport.isStarted else { return }
            switch result {
            case .failure(let error):
                let reason = (error as? SongSource.Refusal)?.message ?? "\(error)"
                answer(.failure(ControlError(.unusableSong, "the song cannot go on: \(reason)")))
            case .success(let (course, _)): resume(run, song, course, answer)
            }
        }
    }

    private func resume(
        _ run: SavedRun, _ song: SavedRun.Song, _ course: SongCourse, _ answer: @escaping (Answer) -> Void
    ) {
        var loaded = LoadedSong(course, path: song.path, format: song.format, scale: song.scale)
        if let loop = song.loop, loop.upperBound <= course.length {
            (loaded.loop, loaded.start) = (loop, loop.lowerBound)
        }
        if let error = limits(of: loaded) { return answer(.failure(error)) }
        prepare(Edit(), song: course, answer) { conductor in
            conductor.take(loaded)
            // From a loop, and from a count-in, it begins anew.
            guard let quarters = song.quarters, loaded.loop == nil else { return conductor.start(answer) }
            guard SongEntry(loaded, quarters: quarters, atNs: run.time.nanoseconds, notBefore: .now) != nil else {
                return conductor.log.notice("the song that was played is over by now")
            }
            // No request, whose places may not be as far away.
            conductor.start(
                as: Transport.Start(at: .song(quarters: quarters, ns: run.time.nanoseconds)), answer)
        }
    }

    /// The beat with which a run that is resumed begins, while its first plan is made.
    func entry(of run: SavedRun) -> SavedRun.Entry? {
        let lead = Self.resumeLead + Double(output.prerollMs ?? 0) / 1000
        return run.entry(notBefore: ClockTime.now.advanced(bySeconds: lead))
    }

    /// A run that is resumed begins: where its device was not ready in time, it does so some bars later.
    func settleResumption(_ adopted: Adopted) {
        guard let resumption = adopted.plan.start?.resumption, let entry = adopted.plan.entry else { return }
        let begin = heard.time(ofFrame: Double(Timeline(adopted.adoption.segment).frame(ofBeat: 0)))
        let barNs = resumption.beatNs * Double(resumption.beatsPerBar)
        let late = Int64(exactly: (Double(begin.nanoseconds(since: entry.time)) / barNs).rounded()) ?? 0
        if late != 0 {
            musicInForce?.countBars(later: late)
            music?.countBars(later: late)
        }
        log.notice("playing on in bar \(entry.bar + late), beat \(entry.beat), at \(settings.tempo) bpm")
    }
}
