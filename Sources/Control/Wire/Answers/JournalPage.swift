// SPDX-License-Identifier: Apache-2.0

/// The result of `journal.get`: what was played, day by day.
package struct JournalPage: WireRecord {
    /// A day.
    package struct Day: WireRecord {
        /// Which one, such as `2026-11-22`.
        package var day = ""
        /// What was played on it.
        package var played = Journal.Sum()

        /// Empty.
        package init() {}

        /// Its members on the wire.
        package static let record = Record<Day>(
            "journal_day", "What was played on a day.",
            [
                .member("day", \.day, "Such as `2026-11-22`."),
                .member("played", \.played, "Its runs."),
            ])
    }

    /// How many days may be asked for.
    package static let lengths = 1...62

    /// In their order without a gap, today the last.
    package var days: [Day] = []
    /// The sum of these days.
    package var total = Journal.Sum()

    /// Empty.
    package init() {}

    /// What a journal says.
    package init(_ journal: Journal) {
        days = journal.days.map { day in Day { ($0.day, $0.played) = (day.day.description, day.sum) } }
        total = journal.total
    }

    /// Its members on the wire.
    package static let record = Record<JournalPage>([
        .member("days", \.days, "In their order, today the last."),
        .member("total", \.total, "The sum of these days."),
    ])
}
