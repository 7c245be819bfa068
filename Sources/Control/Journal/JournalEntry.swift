// SPDX-License-Identifier: Apache-2.0

/// A run that was played, as a line of the journal has it.
package struct JournalEntry: WireRecord {
    /// When it began and ended, by the calendar of the place, as ISO 8601 has it.
    package var start = ""
    package var end = ""
    /// From its first beat to its end.
    package var seconds = 0.0
    /// How many beats and bars were begun.
    package var beats = 0
    package var bars = 0
    /// The tempo that it ended with, and the slowest and fastest one.
    package var bpm = 0.0
    package var minBpm = 0.0
    package var maxBpm = 0.0
    /// The meter that it ended with.
    package var meter = ""
    /// The song that was played, or else the preset; nil without.
    package var song: String?
    package var preset: String?
    /// The most beats, bars, taps and seconds of a run: centuries of them. The sums of a whole journal do not overflow.
    static let mostCounted = 1 << 40
    /// No tempo is faster, in beats per minute, however short the beats are that a song counts.
    static let tempi = 0...1e9
    /// No tap is farther from its beat, in milliseconds: eleven days.
    static let distances = 0...1e9
    /// The most passages that a run has; of more the first are forgotten.
    package static let mostPractised = 100
    /// What was practised towards a tempo, the last at the end; nil for nothing.
    package var practised: [Practised]?
    /// How the player tapped along; nil where nobody did.
    package var score: ScoreState.Figures?

    /// Empty.
    package init() {}

    /// Its members in JSON.
    package static let record = Record<JournalEntry>([
        .member("start", \.start, "When it began."),
        .member("end", \.end, "When it ended."),
        .member("seconds", \.seconds, "From its first beat to its end."),
        .member("beats", \.beats, "How many were begun."),
        .member("bars", \.bars, "How many were begun."),
        .member("bpm", \.bpm, "The tempo that it ended with."),
        .member("min_bpm", \.minBpm, "The slowest tempo."),
        .member("max_bpm", \.maxBpm, "The fastest tempo."),
        .member("meter", \.meter, "The meter that it ended with."),
        .leftOut("song", \.song, "The song that was played."),
        .leftOut("preset", \.preset, "The preset that was loaded last, where no song was."),
        .leftOut("practised", \.practised, "What was practised towards a tempo, the last at the end."),
        .leftOut("score", \.score, "How the player tapped along."),
    ])

    /// Whether its numbers are those of a run.
    var isValid: Bool {
        [bpm, minBpm, maxBpm].allSatisfy(Self.tempi.contains) && abs(seconds) <= Double(Self.mostCounted)
            && [beats, bars, score?.taps ?? 0].allSatisfy { (0...Self.mostCounted).contains($0) }
            && Self.distances.contains(abs(score?.meanMs ?? 0)) && Self.distances.contains(score?.scatterMs ?? 0)
    }

    /// The day on which it began; nil for what is no time.
    package var day: CalendarDay? { CalendarDay(start) }
}
