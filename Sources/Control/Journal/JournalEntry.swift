// SPDX-License-Identifier: Apache-2.0

/// A run that was played, as a line of the journal has it.
package struct JournalEntry: Sendable, Hashable, Codable {
    /// When it began and ended, by the calendar of the place, as ISO 8601 has it.
    package var start: String
    package var end: String
    /// From its first beat to its end.
    package var seconds: Double
    /// How many beats and bars were begun.
    package var beats: Int
    package var bars: Int
    /// The tempo that it ended with, and the slowest and fastest one.
    package var bpm: Double
    package var minBpm: Double
    package var maxBpm: Double
    /// The meter that it ended with.
    package var meter: String
    /// How the player tapped along; nil where nobody did.
    package var score: ScoreState.Figures?

    /// All of its parts.
    package init(
        start: String, end: String, seconds: Double, beats: Int, bars: Int, bpm: Double, minBpm: Double, maxBpm: Double,
        meter: String, score: ScoreState.Figures? = nil
    ) {
        self.start = start
        self.end = end
        self.seconds = seconds
        self.beats = beats
        self.bars = bars
        self.bpm = bpm
        self.minBpm = minBpm
        self.maxBpm = maxBpm
        self.meter = meter
        self.score = score
    }

    /// The day on which it began; nil for what is no time.
    package var day: CalendarDay? { CalendarDay(start) }

    private enum CodingKeys: String, CodingKey {
        case start, end, seconds, beats, bars, bpm, meter, score
        case minBpm = "min_bpm"
        case maxBpm = "max_bpm"
    }
}
