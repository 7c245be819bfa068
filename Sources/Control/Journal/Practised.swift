// SPDX-License-Identifier: Apache-2.0

/// What was practised towards a tempo: bars of a song, or a preset.
package struct Practised: WireRecord {
    /// The song, and which bars of it; nil for a preset.
    package var song: String?
    package var fromBar: Int?
    package var toBar: Int?
    /// The preset; nil for bars of a song.
    package var preset: String?
    /// The fastest tempo that was reached, and the last goal, in beats per minute.
    package var bpm = 0.0
    package var goalBpm = 0.0
    /// How it was played, run by run, where nothing else was practised in a run; nil where no stroke was compared.
    package var scored: [Journal.Scored]?

    /// Empty.
    package init() {}

    /// Its members in JSON.
    package static let record = Record<Practised>([
        .leftOut("song", \.song, "The song."),
        .leftOut("from_bar", \.fromBar, "The first bar of it."),
        .leftOut("to_bar", \.toBar, "The last one."),
        .leftOut("preset", \.preset, "The preset, where it is no song."),
        .member("bpm", \.bpm, "The fastest tempo that was reached."),
        .member("goal_bpm", \.goalBpm, "The tempo to which this was to lead."),
        .leftOut("scored", \.scored, "How it was played, run by run."),
    ])

    /// What it is called: `Etude, bars 9 to 10`, or the name of the preset.
    package var name: String {
        guard let song, let fromBar, let toBar else { return preset ?? "" }
        return "\(song), \(SongState.Loop { ($0.fromBar, $0.toBar) = (fromBar, toBar) }.words)"
    }

    /// What tells one passage from another, however fast these are played.
    package struct Passage: Hashable {
        fileprivate let song, preset: String?
        fileprivate let fromBar, toBar: Int?
    }

    /// Which passage it is.
    package var passage: Passage { Passage(song: song, preset: preset, fromBar: fromBar, toBar: toBar) }

    /// Takes in that the same passage was practised later.
    package mutating func add(_ later: Practised) {
        (bpm, goalBpm) = (max(bpm, later.bpm), later.goalBpm)
        guard let scored = later.scored else { return }
        if self.scored == nil { self.scored = scored } else { self.scored?.append(contentsOf: scored) }
    }
}
