// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

/// Tempo, meter and song that are shown: as they are heard, or as the next start has them.
extension Performance {
    /// The tempo of what is heard at a time, or of the next start, in beats per minute.
    func shownBpm(at now: ClockTime) -> Double {
        guard song != nil, let run = heardRun else { return restingBpm }
        return run.record.bpm(ofBeat: max(0, run.beat(at: now)))
    }

    /// The tempo of the next start, in beats per minute.
    var restingBpm: Double {
        song.map { $0.course.bpm(ofBeat: $0.begin, scale: $0.scale) } ?? settings.tempo.beatsPerMinute
    }

    /// The meter of what is heard, or of the next start.
    var shownMeter: String {
        guard let song else { return settings.meter.description }
        return (heardSong(at: now)?.stretch ?? song.course.stretches[song.course.stretch(ofBeat: song.begin)]).meter
    }

    /// The song that is heard at a time, with which beat of the run, and what is written there; nil in its count-in and while none
    /// plays.
    func heardSong(at now: ClockTime) -> (song: PlayedSong, beat: Int64, stretch: SongCourse.Stretch)? {
        guard let beat = heardRun?.beat(at: now), let (song, stretch) = playedSong(atBeat: beat, of: music) else {
            return nil
        }
        return (song, beat, stretch)
    }

    /// The song that music plays at a beat, and what is written there; nil in its count-in and without one.
    func playedSong(atBeat beat: Int64, of music: PlannedMusic?) -> (song: PlayedSong, stretch: SongCourse.Stretch)? {
        guard let song = music?.song(ofBeat: beat), let place = song.songBeat(at: beat) else { return nil }
        return (song, song.course.stretches[song.course.stretch(ofBeat: place)])
    }
}
