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

        /// Adds a run, whose numbers are those of one.
        fileprivate mutating func add(_ entry: JournalEntry) {
            runs += 1
            seconds += max(0, entry.seconds)
            beats += entry.beats
            bars += entry.bars
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

    /// The days that were asked for, in their order, without a gap.
    package private(set) var days: [Day]
    /// The sum of these days.
    package private(set) var total = Sum()
    /// What was practised on these days, in the order in which it was last.
    package private(set) var practised: [Practised] = []
    /// Lines that are none of a journal, and were left out.
    package private(set) var broken = 0

    /// The journal of the `count` days up to `last`, by the lines of its files. A line that is broken, as after a crash, is left
    /// out.
    package init(lines: some Sequence<ArraySlice<UInt8>>, days count: Int, to last: CalendarDay) {
        var entries: [JournalEntry] = []
        for line in lines where line.contains(where: { $0 > 0x20 }) {
            guard let entry = try? JSONLine.decode(JournalEntry.self, from: line), entry.day != nil, entry.isValid
            else {
                broken += 1
                continue
            }
            entries.append(entry)
        }
        var passages: [Practised.Passage: (practised: Practised, last: Int)] = [:]
        var number = 0
        days = (last.number - count + 1...last.number).map { Day(day: CalendarDay(number: $0), sum: Sum()) }
        for entry in entries {
            guard let day = entry.day else { continue }
            let index = day.number - last.number + count - 1
            guard days.indices.contains(index) else { continue }
            days[index].sum.add(entry)
            total.add(entry)
            let found = (entry.practised ?? []).suffix(JournalEntry.mostPractised)
            for var practised in found where [practised.bpm, practised.goalBpm].allSatisfy(JournalEntry.tempi.contains)
            {
                // The strokes are those of the whole run.
                practised.scored = found.count == 1 ? Scored(entry).map { [$0] } : nil
                number += 1
                let passage = practised.passage
                if passages[passage] == nil {
                    passages[passage] = (practised, number)
                } else {
                    passages[passage]?.practised.add(practised)
                    passages[passage]?.last = number
                }
            }
        }
        practised = passages.values.sorted { $0.last < $1.last }.map(\.practised)
    }
}
