// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// Why a change cannot wait for a place.
extension Performance {
    /// Why a place never comes in planned music.
    func unreached(_ cue: Cue, in planned: PlannedMusic) -> ControlError {
        let place =
            switch cue {
            case .place: "\(cue)"
            case .after(let bars): "\(bars) bars are over"
            case .now, .beat, .bar, .section: "the next \(cue)"
            }
        if case .place = cue, planned.song(ofBeat: nextBeat)?.isBehind(cue, atBeat: nextBeat) ?? false {
            return over(cue, planned.place(ofBeat: nextBeat))
        }
        let stop = isEndDecided ? nil : pending.list.last { $0.action == .stop && planned.beat(ofChange: $0.id) != nil }
        let reason =
            if let stop {
                "the music stops before \(place): metroctl cancel \(stop.id) takes that end back"
            } else if let song = planned.song(ofBeat: .max), song.isEndless {
                song.reaches(cue, withoutLoopFrom: nextBeat)
                    ? "the song repeats its loop and never gets to \(place): metroctl loop off lets it go on"
                    : "the song repeats its loop, and \(place) does not come after it either"
            } else if cue == .section {
                "no section follows"
            } else {
                "the music stops before \(place)"
            }
        return ControlError(.invalid, reason, param: "at")
    }

    /// Why a change cannot wait for a place; nil where it can.
    func refusal(of cue: Cue, atBeat beat: Int64, in music: PlannedMusic) -> ControlError? {
        // A bar of a song that is over may come again, and one that does not is none of what follows.
        guard case .place(let bar, let beatOfBar) = cue, music.song(ofBeat: beat - 1) == nil,
            let grid = music.parts.last(where: { $0.fromBeat <= beat })?.grid
        else { return nil }
        let before = music.parts.last { $0.fromBeat < beat }?.grid ?? grid
        // A bar that ends there, or one that is under way or begins.
        let holder = grid.bar(ofBeat: beat) == bar ? grid : before.bar(ofBeat: beat - 1) == bar ? before : nil
        if let holder, beatOfBar > holder.beatsPerBar {
            let reason = "bar \(bar) has \(holder.beatsPerBar) beats: there is no beat \(beatOfBar) in it"
            return ControlError(.outOfRange, reason, param: "at")
        }
        // A meter begins a bar there: the bars up to it say where it lies.
        guard before.beat(ofBar: Int64(bar), beatOfBar) < beat else { return nil }
        return over(cue, (bar: Int(clamping: grid.bar(ofBeat: beat)), beat: grid.beatInBar(ofBeat: beat)))
    }

    /// Why a change cannot wait for a place that is over, where another one is the first that can still be changed.
    private func over(_ cue: Cue, _ first: (bar: Int, beat: Int)) -> ControlError {
        ControlError(
            .outOfRange,
            "\(cue) is over, or has begun: @\(first.bar).\(first.beat) is the first place that can still be changed",
            param: "at")
    }
}
