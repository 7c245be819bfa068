// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// A beat as it is announced to clients, before it is heard.
package struct AnnouncedBeat: Sendable, Hashable {
    /// The beat.
    package var beat: HeardBeat
    /// Rises when the beat is announced again because it has moved.
    package var revision: Int
    /// The swing of the rod that begins with it; after a change of tempo in it, the rest of that swing.
    package var swing: HeardMovement

    /// Whether it says something else than an earlier announcement of the same beat; times may differ by a tolerance
    /// in nanoseconds.
    func differs(from old: AnnouncedBeat, toleranceNs: Int64) -> Bool {
        func differ(_ one: Int64, _ other: Int64) -> Bool { (one - other).magnitude > toleranceNs.magnitude }
        let (place, former) = (beat, old.beat)
        return place.bar != former.bar || place.beat != former.beat || place.accent != former.accent
            || place.bpm != former.bpm || differ(place.time.nanoseconds, former.time.nanoseconds)
            || differ(swing.begin.nanoseconds, old.swing.begin.nanoseconds)
            || differ(swing.durationNs, old.swing.durationNs)
    }
}

extension AnnouncedBeat {
    /// A beat of a run, as it stands; a silent one where the music is over before it.
    package init(_ index: Int64, of run: HeardRun, revision: Int = 0) {
        var beat = run.beat(index)
        if index >= run.endBeat { beat.accent = .mute }
        self.init(beat: beat, revision: revision, swing: run.swing(inBeat: index))
    }
}
