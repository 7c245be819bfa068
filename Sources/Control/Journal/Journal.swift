// SPDX-License-Identifier: Apache-2.0

/// What was played, day by day: the lines of a journal added up.
package struct Journal: Sendable, Hashable, Encodable {
    /// What was played on a day, or in all.
    package struct Sum: WireRecord {
        /// Runs.
        package private(set) var runs = 0
        /// In seconds, from first beats to ends.
        package private(set) var seconds = 0.0
        /// Beats and bars that were begun.
        package private(set) var beats = 0
        package private(set) var bars = 0
        /// The slowest and the fastest tempo; nil without runs.
        package private(set) var minBpm: Double?
        package private(set) var maxBpm: Double?
        /// Taps that were compared with beats, and their mean distance in milliseconds; nil without taps.
        package private(set) var taps = 0
        package private(set) var meanMs: Double?

        /// Empty.
        package init() {}

        /// Adds a run.
        package mutating func add(_ entry: JournalEntry) {
            runs += 1
            seconds += max(0, entry.seconds)
            beats += max(0, entry.beats)
            bars += max(0, entry.bars)
            minBpm = min(minBpm ?? .infinity, entry.minBpm)
            maxBpm = max(maxBpm ?? 0, entry.maxBpm)
            guard let score = entry.score, let mean = score.meanMs, score.taps > 0 else { return }
            taps += score.taps
            meanMs = (meanMs ?? 0) + (mean - (meanMs ?? 0)) * Double(score.taps) / Double(taps)
        }

        /// Its members in JSON.
        package static let record = Record<Sum>([
            .member("runs", \.runs, "How many."),
            .member("seconds", \.seconds, "How long they were, from first beats to ends."),
            .member("beats", \.beats, "How many were begun."),
            .member("bars", \.bars, "How many were begun."),
            .orNull("min_bpm", \.minBpm, "The slowest tempo."),
            .orNull("max_bpm", \.maxBpm, "The fastest tempo."),
            .member("taps", \.taps, "That were compared with beats."),
            .orNull("mean_ms", \.meanMs, "Their mean distance from the beat."),
        ])
    }

    /// A day and what was played on it.
    package struct Day: Sendable, Hashable, Encodable {
        /// Which day.
        package var day: CalendarDay
        /// All of it.
        package var sum: Sum

        private enum CodingKeys: String, CodingKey { case day }

        /// Writes one object.
        package func encode(to encoder: any Encoder) throws {
            try sum.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(day.description, forKey: .day)
        }
    }

    /// How a run was played that was compared with its beats.
    package struct Scored: WireRecord {
        /// The day on which it began.
        package private(set) var day = ""
        /// The tempo that it ended with.
        package private(set) var bpm = 0.0
        /// The figures of its taps and strokes.
        package private(set) var score = ScoreState.Figures()

        /// Empty.
        package init() {}

        /// Nil where nothing was compared.
        fileprivate init?(_ entry: JournalEntry) {
            guard let score = entry.score, score.taps > 0, let day = entry.day,
                [score.meanMs ?? 0, score.scatterMs ?? 0].allSatisfy(\.isFinite)
            else { return nil }
            (self.day, bpm, self.score) = (day.description, entry.bpm, score)
        }

        /// Its members in JSON.
        package static let record = Record<Scored>([
            .member("day", \.day, "The day on which it began."),
            .member("bpm", \.bpm, "The tempo that it ended with."),
            .member("score", \.score, "Of its taps and strokes."),
        ])
    }

    /// What was practised towards a tempo: bars of a song, or a preset.
    package struct Passage: WireRecord {
        /// The song, and which bars of it; nil for a preset.
        package private(set) var song: String?
        package private(set) var fromBar: Int?
        package private(set) var toBar: Int?
        /// The preset; nil for a song.
        package private(set) var preset: String?
        /// The fastest tempo that was reached, and the last goal.
        package private(set) var bpm = 0.0
        package private(set) var goalBpm = 0.0
        /// How they were played, in the order of the runs.
        package private(set) var scored: [Scored] = []

        /// Empty.
        package init() {}

        /// What a run has practised; nil for none.
        fileprivate init?(_ entry: JournalEntry) {
            let isOfSong = entry.song != nil && entry.fromBar != nil && entry.toBar != nil
            guard isOfSong || (entry.song == nil && entry.preset != nil), let goal = entry.goalBpm, goal.isFinite,
                entry.bpm.isFinite
            else { return nil }
            (song, fromBar, toBar) = (entry.song, entry.fromBar, entry.toBar)
            // A trainer of a preset may lead back.
            (preset, bpm, goalBpm) =
                isOfSong ? (nil, entry.bpm, goal) : (entry.preset, max(entry.bpm, entry.maxBpm), goal)
            scored = Scored(entry).map { [$0] } ?? []
        }

        /// What it is called: `Etude, bars 9 to 10`, or the name of the preset.
        package var name: String {
            guard let song, let fromBar, let toBar else { return preset ?? "" }
            return "\(song), \(SongState.Loop { ($0.fromBar, $0.toBar) = (fromBar, toBar) }.words)"
        }

        /// Takes in that they were practised again.
        fileprivate mutating func add(_ later: Passage) {
            (bpm, goalBpm) = (max(bpm, later.bpm), later.goalBpm)
            scored += later.scored
        }

        fileprivate func isOf(_ other: Passage) -> Bool {
            (song, fromBar, toBar, preset) == (other.song, other.fromBar, other.toBar, other.preset)
        }

        /// Its members in JSON.
        package static let record = Record<Passage>([
            .leftOut("song", \.song, "The song."),
            .leftOut("from_bar", \.fromBar, "The first bar of it."),
            .leftOut("to_bar", \.toBar, "The last one."),
            .leftOut("preset", \.preset, "The preset, where it is no song."),
            .member("bpm", \.bpm, "The fastest tempo that was reached."),
            .member("goal_bpm", \.goalBpm, "The tempo that this was to lead to."),
            .member("scored", \.scored, "How they were played, run by run."),
        ])
    }

    /// The days that were asked for, in their order, without a gap.
    package private(set) var days: [Day]
    /// The sum of these days.
    package private(set) var total = Sum()
    /// What was practised on these days, in the order in which it was last.
    package private(set) var practised: [Passage] = []
    /// Lines that are none of a journal, and were left out.
    package private(set) var broken = 0

    /// The journal of the `count` days up to `last`, by the lines of its files. A line that is broken, as after a crash, is left
    /// out.
    package init(lines: some Sequence<ArraySlice<UInt8>>, days count: Int, to last: CalendarDay) {
        var entries: [JournalEntry] = []
        for line in lines where line.contains(where: { $0 > 0x20 }) {
            guard let entry = try? JSONLine.decode(JournalEntry.self, from: line), entry.day != nil,
                [entry.seconds, entry.minBpm, entry.maxBpm].allSatisfy(\.isFinite)
            else {
                broken += 1
                continue
            }
            entries.append(entry)
        }
        days = (last.number - count + 1...last.number).map { Day(day: CalendarDay(number: $0), sum: Sum()) }
        for entry in entries {
            guard let day = entry.day else { continue }
            let index = day.number - last.number + count - 1
            guard days.indices.contains(index) else { continue }
            days[index].sum.add(entry)
            total.add(entry)
            guard let passage = Passage(entry) else { continue }
            guard let same = practised.firstIndex(where: passage.isOf) else {
                practised.append(passage)
                continue
            }
            var former = practised.remove(at: same)
            former.add(passage)
            practised.append(former)
        }
    }
}
