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

    /// How it was played in the runs of which it was all, in their order; nil where nobody was compared.
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

    /// Whether it is the same that was practised, however fast.
    package func isSame(as other: Practised) -> Bool {
        (song, fromBar, toBar, preset) == (other.song, other.fromBar, other.toBar, other.preset)
    }

    /// Takes in that it was practised before.
    package mutating func follow(_ former: Practised) {
        bpm = max(bpm, former.bpm)
        scored = former.scored.map { $0 + (scored ?? []) } ?? scored
    }
}
