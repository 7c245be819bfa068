// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux
import Testing

@testable import MetronomeControl

@Suite struct JournalTests {
    private func entry(_ start: String, seconds: Double = 60, bpm: ClosedRange<Double> = 90...120, taps: Int = 0)
        -> JournalEntry
    {
        JournalEntry {
            $0.start = start; $0.end = start; $0.seconds = seconds; $0.beats = 100; $0.bars = 25
            $0.bpm = bpm.upperBound; $0.minBpm = bpm.lowerBound; $0.maxBpm = bpm.upperBound
            $0.meter = "4/4"
            $0.score =
                taps > 0
                ? ScoreState.Figures {
                    $0.taps = taps; $0.meanMs = Double(taps); $0.scatterMs = 9; $0.tendency = "steady"
                } : nil
        }
    }

    private func lines(_ entries: [JournalEntry]) -> [ArraySlice<UInt8>] {
        entries.map { JSONLine.encode($0).dropLast() }
    }

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    // MARK: days

    @Test func `a day of the calendar is a number, and back`() throws {
        #expect(try day("1970-01-01").number == 0 && day("2000-03-01").number == 11_017)
        #expect(try day("2026-11-22T23:59:59+01:00").description == "2026-11-22")
        #expect(try day("2026-11-22").weekday == "Sun" && day("1969-12-31").weekday == "Wed")
        var last = CalendarDay(number: -800_001)
        for number in -800_000...800_000 {
            let day = CalendarDay(number: number)
            guard CalendarDay(year: day.year, month: day.month, day: day.day) == day, last < day else {
                Issue.record("\(day)")
                return
            }
            last = day
        }
    }

    @Test(arguments: [
        "", "2026-1-22", "2026-13-01", "2026-02-29", "2026-11-31", "2026/11/22", "26-11-2222", "+026-11-01",
    ])
    func `what is no day is none`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    // MARK: sums

    @Test func `the runs of each day are added up, and days without any are there`() throws {
        let journal = Journal(
            lines: lines([
                entry("2026-11-20T09:00:00+01:00", seconds: 100, taps: 10),
                entry("2026-11-22T09:00:00+01:00", bpm: 60...60), entry("2026-11-20T19:00:00+01:00", taps: 30),
                entry("2026-11-19T23:59:59+01:00"), entry("2026-11-23T00:00:00+01:00"),
            ]), days: 3, to: try day("2026-11-22"))
        #expect(journal.days.map(\.day.description) == ["2026-11-20", "2026-11-21", "2026-11-22"])
        #expect(journal.days.map(\.sum.runs) == [2, 0, 1] && journal.days.map(\.sum.seconds) == [160, 0, 60])
        #expect(journal.days.map(\.sum.minBpm) == [90, nil, 60] && journal.days[1].sum.maxBpm == nil)
        #expect(journal.total.runs == 3 && journal.total.minBpm == 60 && journal.total.maxBpm == 120)
        #expect(journal.total.taps == 40 && journal.total.meanMs == 25 && journal.broken == 0)
        #expect(journal.total.beats == 300 && journal.total.bars == 75)
    }

    private func bars(_ from: Int, _ to: Int, bpm: Double = 96, goal: Double = 120) -> Practised {
        Practised { ($0.song, $0.fromBar, $0.toBar, $0.bpm, $0.goalBpm) = ("Etude", from, to, bpm, goal) }
    }

    @Test func `what was practised is told once, with the fastest tempo and the last goal, the last at the end`() throws
    {
        func entry(_ start: String, _ practised: Practised...) -> JournalEntry {
            var entry = self.entry(start)
            entry.practised = practised.isEmpty ? nil : practised
            return entry
        }
        func preset(bpm: Double) -> Practised {
            Practised { ($0.preset, $0.bpm, $0.goalBpm) = ("scales", bpm, 140) }
        }
        let journal = Journal(
            lines: lines([
                entry("2026-11-20T09:00:00+01:00", bars(9, 10, bpm: 90, goal: 110), preset(bpm: 100)),
                entry("2026-11-21T09:00:00+01:00"), entry("2026-11-21T09:10:00+01:00", bars(9, 10)),
                entry("2026-11-22T09:00:00+01:00", bars(1, 4, bpm: 80), preset(bpm: 90)),
                entry("2026-11-01T09:00:00+01:00", bars(9, 10, bpm: 119)),
            ]), days: 3, to: try day("2026-11-22"))
        let practised = journal.practised
        #expect(practised.map(\.name) == ["Etude, bars 9 to 10", "Etude, bars 1 to 4", "scales"])
        #expect(practised.map(\.bpm) == [96, 80, 100] && practised.map(\.goalBpm) == [120, 120, 140])
    }

    @Test func `how bars were played is told run by run`() throws {
        func entry(_ start: String, mean: Double?, scatter: Double?) -> JournalEntry {
            var entry = self.entry(start)
            entry.practised = [bars(9, 10)]
            entry.score = mean.map { mean in
                ScoreState.Figures { ($0.taps, $0.meanMs, $0.scatterMs) = (30, mean, scatter) }
            }
            return entry
        }
        let journal = Journal(
            lines: lines([
                entry("2026-11-20T09:00:00+01:00", mean: -12, scatter: 24),
                entry("2026-11-21T09:00:00+01:00", mean: nil, scatter: nil),
                entry("2026-11-22T09:00:00+01:00", mean: -3, scatter: 14),
            ]), days: 3, to: try day("2026-11-22"))
        let scored = try #require(journal.practised.first?.scored)
        #expect(scored.map(\.day) == ["2026-11-20", "2026-11-22"])
        #expect(scored.map(\.score.meanMs) == [-12, -3] && scored.map(\.score.scatterMs) == [24, 14])
    }

    @Test func `of several passages of one run none has its strokes`() throws {
        var entry = self.entry("2026-11-22T09:00:00+01:00")
        entry.practised = [bars(9, 10), bars(1, 4)]
        entry.score = ScoreState.Figures { ($0.taps, $0.meanMs, $0.scatterMs) = (30, -12, 24) }
        let journal = Journal(lines: lines([entry]), days: 1, to: try day("2026-11-22"))
        #expect(journal.practised.count == 2 && journal.practised.allSatisfy { $0.scored == nil })
    }

    @Test func `a broken line is left out and counted, and an empty one is nothing`() throws {
        let good = lines([entry("2026-11-22T09:00:00+01:00")])
        let bad = [
            "{\"start\":\"2026-11-2", "[]", "\u{0}", "{\"start\":\"never\",\"end\":\"\",\"seconds\":1}", "x{}", " ", "",
        ].map { Array($0.utf8)[...] }
        let journal = Journal(lines: bad + good + bad, days: 1, to: try day("2026-11-22"))
        #expect(journal.total.runs == 1 && journal.broken == 8)
    }

    @Test func `a line whose numbers are none of a run is broken, and no sum overflows`() throws {
        let start = "2026-11-22T09:00:00+01:00"
        for huge in [Int.max, -1, Int.min] {
            var (beats, bars, taps) = (entry(start), entry(start), entry(start, taps: 3))
            (beats.beats, bars.bars) = (huge, huge)
            taps.score?.taps = huge
            let bad = lines([beats, bars, taps, entry(start, seconds: 1e308), entry(start, bpm: -1e308...1e308)])
            let journal = Journal(lines: bad + lines([entry(start)]) + bad, days: 1, to: try day("2026-11-22"))
            #expect(journal.total.beats == 100 && journal.total.bars == 25 && journal.total.seconds == 60)
            #expect(journal.broken == 10)
        }
    }

    @Test func `a score or a tempo that is none does not make the journal unreadable`() throws {
        let start = "2026-11-22T09:00:00+01:00"
        func scored(_ mean: Double, _ scatter: Double = 9, bpm: Double = 90) -> JournalEntry {
            var entry = entry(start, taps: 5)
            entry.bpm = bpm
            entry.score?.meanMs = mean
            entry.score?.scatterMs = scatter
            return entry
        }
        let bad = lines([scored(1e308), scored(-1e308), scored(1, 1e308), scored(1, -1), scored(1, bpm: -1e308)])
        let journal = Journal(lines: bad + lines([scored(3)]), days: 1, to: try day("2026-11-22"))
        #expect(journal.broken == 5 && journal.total.meanMs == 3)
        let read = JSONLine.encode(journal)
        #expect(!read.isEmpty)
    }

    // MARK: files

    private func withFolder(_ body: (JournalFolder, String) throws -> Void) throws {
        let path = "/tmp/journal-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(JournalFolder(path: path + "/state/journal"), path + "/state/journal")
    }

    @Test func `what is added is there again, each month in a file of its own`() throws {
        try withFolder { folder, path in
            let entries = ["2026-10-31T23:00:00+01:00", "2026-11-01T00:30:00+01:00", "2026-11-02T10:00:00+01:00"].map {
                entry($0, taps: 3)
            }
            for entry in entries { try folder.append(entry) }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
                    "2026-10.jsonl", "2026-11.jsonl",
                ])
            let lines = try folder.lines(from: day("2026-10-05"), to: day("2026-11-02"))
            #expect(try lines.map { try JSONLine.decode(JournalEntry.self, from: $0) } == entries)
            #expect(try folder.lines(from: day("2026-12-01"), to: day("2027-01-01")).isEmpty)
            #expect(try JournalFolder(path: nil).lines(from: day("2026-12-01"), to: day("2027-01-01")).isEmpty)
        }
    }

    @Test func `a line that was cut off spoils no other`() throws {
        try withFolder { folder, path in
            try folder.append(entry("2026-11-01T10:00:00+01:00"))
            let file = path + "/2026-11.jsonl"
            let half = try String(contentsOfFile: file, encoding: .utf8) + "{\"start\":\"2026-1"
            try half.write(toFile: file, atomically: false, encoding: .utf8)
            try folder.append(entry("2026-11-01T11:00:00+01:00"))
            let lines = try folder.lines(from: day("2026-11-01"), to: day("2026-11-01"))
            let journal = Journal(lines: lines, days: 1, to: try day("2026-11-01"))
            #expect(journal.total.runs == 2 && journal.broken == 1)
        }
    }

    @Test func `a month that is full takes no more, and says so`() throws {
        try withFolder { folder, path in
            try folder.append(entry("2026-11-01T10:00:00+01:00"))
            let file = path + "/2026-11.jsonl"
            #expect(truncate(file, off_t(JournalFolder.limit)) == 0)
            let error = #expect(throws: SystemError.self) { try folder.append(entry("2026-11-02T10:00:00+01:00")) }
            #expect(error?.message.contains("4 MiB") == true)
            try folder.append(entry("2026-12-02T10:00:00+01:00"))
            // Whatever is in it is left out, and the rest is read.
            let lines = try folder.lines(from: day("2026-11-01"), to: day("2026-12-31"))
            #expect(Journal(lines: lines, days: 61, to: try day("2026-12-31")).total.runs == 2)
        }
    }

    @Test func `where there is no place, or a folder in the way, it is an error and nothing else`() throws {
        try withFolder { folder, path in
            try FileManager.default.createDirectory(
                atPath: path + "/2026-11.jsonl", withIntermediateDirectories: true)
            #expect(throws: SystemError.self) { try folder.append(entry("2026-11-02T10:00:00+01:00")) }
            #expect(throws: SystemError.self) { try folder.lines(from: day("2026-11-01"), to: day("2026-11-01")) }
            try JournalFolder(path: nil).append(entry("2026-11-02T10:00:00+01:00"))
        }
        #expect(throws: SystemError.self) {
            try JournalFolder(path: "/proc/nowhere").append(entry("2026-11-02T10:00:00+01:00"))
        }
    }
}
