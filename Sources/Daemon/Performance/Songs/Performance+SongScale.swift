// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// Plays the song as many times as fast as it would be played at a place, whatever waits before that place.
    mutating func scaleSong(by factor: Ratio, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        guard var song = try wantedSong(at: cue) else { throw .refused(Self.noSong) }
        if let practice = song.practice, let beat = cue == .now ? heardRun?.beat(at: now) : try firstBeat(of: cue),
            let (played, _) = playedSong(atBeat: beat, of: music), played.practice == practice
        {
            // A song that is practised is played as fast as its present pass.
            song.scale = played.scale(at: beat)
        }
        let scale = song.scale(times: factor)
        guard let scale, LoadedSong.scales.contains(scale.value) else {
            throw .refused(.scaleOutOfRange(scale?.percentText ?? "\(factor.value)"))
        }
        try changeSong(.scale(scale), at: cue, ask)
    }
}
