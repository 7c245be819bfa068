// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import ReferenceValues
import Testing

/// Every row of every set about schedules, on both axes.
@Suite struct ScheduleVectorsTests {
    static let tested = ["gif.loop", "heart.schedule", "schedule.cyclic.seed", "schedule.periodic"]

    @Test func `each set about schedules is there, has rows and is tested here`() throws {
        let sets = try VectorSet.all().filter {
            $0.id.hasPrefix("schedule.") || $0.id.hasPrefix("gif.") || $0.id == "heart.schedule"
        }
        #expect(sets.map(\.id).sorted() == Self.tested)
        #expect(sets.allSatisfy { set in !set.rows.isEmpty && set.rows.allSatisfy { $0.count == set.columns.count } })
        #expect(sets.allSatisfy { $0.tolerance > 0 && $0.tolerance <= 1e-6 })
    }

    @Test func `periodic entries are the documented ones, from the boundary before or from a future anchor`() throws {
        func check<Axis: TestedAxis>(_ axis: Axis.Type) throws {
            let set = try VectorSet.named("schedule.periodic")
            for row in set.rows {
                let schedule = try PeriodicSchedule(
                    from: Axis.at(set.number("anchor", in: row)), by: .of(set.number("interval", in: row)))
                let query = try Axis.at(set.number("query", in: row))
                let first = schedule.entries(from: query).prefix(4).map(\.instant.value)
                #expect(set.agree(first, try set.numbers("first4_documented", in: row)), "\(first)")
            }
        }
        try check(ClockTime.self)
        try check(BeatPosition.self)
    }

    @Test func `a cycle has its first entry one offset after its anchor`() throws {
        func check<Axis: TestedAxis>(_ axis: Axis.Type) throws {
            let set = try VectorSet.named("schedule.cyclic.seed")
            for row in set.rows {
                let start = try Axis.at(set.number("start", in: row))
                let schedule = try CyclicSchedule(from: start, offsets: set.numbers("offsets", in: row).map(Ratio.of))
                let first = schedule.entries(from: start).prefix(6).map(\.instant.value)
                #expect(set.agree(first, try set.numbers("first6", in: row)), "\(first)")
            }
        }
        try check(ClockTime.self)
        try check(BeatPosition.self)
    }

    @Test func `a picture series changes so often that it ends on its last picture`() throws {
        func check<Axis: TestedAxis>(_ axis: Axis.Type) throws {
            let set = try VectorSet.named("gif.loop")
            for row in set.rows {
                let loops = Int(try set.number("loopCount", in: row))
                let schedule = try CyclicSchedule(
                    from: Axis.at(0), offsets: Array(repeating: Ratio.of(0.1), count: 3), loops: loops)
                let entries = Array(schedule.entries(from: try Axis.at(0)))
                let wanted = try set.numbers("wantedEntries", in: row)
                #expect(set.agree(entries.map(\.instant.value), wanted), "\(entries)")
                #expect(entries.map { schedule.step(at: $0.instant) } == wanted.indices.map { ($0 + 1) % 3 })
                #expect(schedule.step(at: try Axis.at(1000)) == 2)
            }
        }
        try check(ClockTime.self)
        try check(BeatPosition.self)
    }

    /// The seed's heart moves on once as it appears, so its phase is one ahead of the running offset.
    @Test func `the heart changes at its entries, the first one offset after it appears`() throws {
        func check<Axis: TestedAxis>(_ axis: Axis.Type) throws {
            let set = try VectorSet.named("heart.schedule")
            let heart = try CyclicSchedule(
                from: Axis.at(0), offsets: [Ratio.of(0.2), Ratio.of(0.2), Ratio.of(0.4)])
            let entries = heart.entries(from: try Axis.at(0)).prefix(set.rows.count)
            for (row, entry) in zip(set.rows, entries) {
                #expect(set.agree([entry.instant.value], [try set.number("changeTimesDocumented", in: row)]))
                let phase = (heart.step(at: entry.instant) + 1) % 3
                #expect(Double(phase) == (try set.number("phaseAfterDocumented", in: row)))
            }
            #expect(heart.entry(atOrBefore: try Axis.at(0.1)) == nil)
            // Which the other reading would take as current from the beginning.
            #expect(heart.shown(at: try Axis.at(0.1)) == (try Axis.at(0.1)))
        }
        try check(ClockTime.self)
        try check(BeatPosition.self)
    }
}
