// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension HeardRun {
    /// The beat by which the run is kept at a time: the one that is heard then; beat 0 before it. A change of tempo that was played
    /// meanwhile, or is written ahead, holds on all beats behind it, so the first of these is kept.
    package func savedBeat(at now: ClockTime) -> Int64 {
        let written = record.timeline.segments.last { $0.firstFrame <= clock.writtenFrame }
        return max(0, beat(at: now), written?.originPosition.nextWhole ?? 0)
    }

    /// What is kept of the run by one of its beats, with the settings and the song of that beat.
    package func saved(boot: String, byBeat index: Int64, settings: Settings, song: LoadedSong?) -> SavedRun {
        let position = MetronomeRhythm.Position(whole: index)
        let rule = record.rules.rule(ofBeat: index)
        // As it is played: with the correction by which it follows a clock, and by the crystal of the device.
        let bpm = record.timeline.segment(atFrame: record.timeline.frame(ofBeat: index)).beatsPerMinute(ofBeat: index)
        let place = rule.songBegin.flatMap { begin in
            Ratio(index - rule.grid.originBeat)?.multiplied(by: rule.beatLength).flatMap(begin.adding)
        }
        return SavedRun(
            boot: boot, time: clock.time(ofFrame: record.timeline.place(of: position)),
            bar: rule.grid.bar(ofBeat: index),
            originBar: rule.grid.originBar, beat: rule.grid.beatInBar(ofBeat: index),
            beatsPerBar: rule.grid.beatsPerBar, beatNs: 60e9 / bpm * record.rate / clock.framesPerSecond,
            song: song.map { song in
                SavedRun.Song(
                    path: song.path, format: song.format, scale: song.scale, quarters: place?.value, loop: song.loop,
                    practice: song.practice)
            },
            edit: SavedRun.edit(of: settings))
    }
}
