// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// A change of the music that waits for its place in a run.
package struct PendingChange: Sendable, Hashable {
    /// What happens there.
    package enum Action: Sendable, Hashable {
        /// Settings have new values, none of them relative; `direction` says whether they undo or redo a change.
        case edit(Edit, direction: History.Direction? = nil)
        /// The music ends.
        case stop
        /// Another song is played, or another place of it.
        case song(SongChange)
        /// A preset, or an entry of a set list, is played in place of what was.
        case scene(Scene)
    }

    /// Tells the changes of one daemon apart, from 1.
    package var id: Int
    /// Where it holds, as it was asked for.
    package var cue: Cue
    /// The first beat that could still be changed when it was asked for; for `.after` the bar line that was counted.
    package var fromBeat: Int64
    /// What happens there.
    package var action: Action
    /// Whether it was asked for at once, and only the next beat is waited for: it holds for the next start, too.
    package var isImmediate = false
    /// The file of the song whose place it is; nil for what may be changed of any song.
    package var songPath: String?
    /// The gesture that it is part of; nil for none.
    package var gesture: History.Gesture?
    /// Whether it is the end of a set list, in place of which an entry may be played.
    package var endsSetList = false
    /// Whether it is a step of the history: what a clock that is followed or the configuration says is none.
    package var isStep = true
    /// Whether what was undone since it was asked for can be redone when it holds.
    package var keepsRedo = false
    /// The place of the history when it was asked for.
    package var historyPlace: Int?

    /// Whether it holds although the run is over before its place: what was asked for at once, and what is read anew of a song.
    package var holdsAfterEnd: Bool { if case .song(.reload) = action { true } else { isImmediate } }

    /// Whether a tap has set it.
    package var isTap: Bool { gesture?.isDaemons ?? false }

    /// The trainers that begin with it, also where they are set as before.
    var trainersAnew: Set<Trainer.Kind> {
        if setList != nil { return Set(Trainer.Kind.allCases) }
        guard case .edit(let edit, direction: nil) = action, isStep else { return [] }
        return edit.trainers
    }

    /// The values of settings that it brings; nil where it brings none.
    package var edit: Edit? {
        switch action {
        case .edit(let edit, _): edit
        case .scene(let scene): scene.edit
        case .stop, .song: nil
        }
    }

    /// What becomes of the song; nil where it stays as it is.
    package var songChange: SongChange? {
        switch action {
        case .song(let change): change
        case .scene(let scene): scene.songChange
        case .edit, .stop: nil
        }
    }

    /// What becomes of a song by the file that it was read from; nil where it stays as it is.
    package func songChange(of path: String?) -> SongChange? {
        songPath == nil || songPath == path ? songChange : nil
    }

    /// Whether a newer change has the last word where both hold from one beat. A place of a song has none over the song that follows,
    /// nor has anything over the end.
    func isBelow(_ newer: PendingChange) -> Bool {
        guard id < newer.id, action != .stop else { return false }
        return songChange.map { $0.keepsSong } ?? true || !(newer.songChange.map { $0.keepsSong } ?? false)
    }

    /// Whether another change takes it back, which holds before it and was asked for after it: another song, or none, takes back
    /// places of the song before; bars with other numbers take back settings and ends that wait for a numbered bar. What brings
    /// music of its own stays.
    func isTakenBack(by other: PendingChange, isRenumbered: Bool) -> Bool {
        switch other.songChange {
        case .load, .unload: break
        case nil, .seek, .loop, .practise, .scale, .reload: return false
        }
        guard id < other.id else { return false }
        if songPath != nil { return true }
        guard isRenumbered, case .place = cue else { return false }
        switch action {
        case .edit, .stop: return true
        case .song, .scene: return false
        }
    }

    /// The beat that it holds from, by the bars that hold up to there. A place that is over becomes `earliest`. Nil where
    /// there are no sections.
    package func beat(in grid: BarGrid, notBefore earliest: Int64) -> Int64? {
        let from = max(fromBeat, earliest)
        return switch cue {
        case .now, .beat: from
        case .section: nil
        case .bar, .after: grid.firstBar(fromBeat: from)
        case .place(let bar, let beat): max(grid.beat(ofBar: Int64(bar), min(beat, grid.beatsPerBar)), earliest)
        }
    }
}
