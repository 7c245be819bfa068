// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct JournalPageTests {
    private func journal(_ days: Int, minutes: (Int) -> Double) throws -> Journal {
        let last = try #require(CalendarDay("2026-11-22"))
        let lines = (0..<days).compactMap { day -> ArraySlice<UInt8>? in
            guard minutes(day) > 0 else { return nil }
            let date = CalendarDay(number: last.number - days + 1 + day)
            let entry = JournalEntry {
                $0.start = "\(date)T10:00:00+01:00"; $0.end = "\(date)T11:00:00+01:00"
                $0.seconds = minutes(day) * 60; $0.beats = 400; $0.bars = 100; $0.bpm = 120
                $0.minBpm = 72; $0.maxBpm = 120 + Double(day) / 4; $0.meter = "4/4"
                $0.score = ScoreState.Figures {
                    ($0.taps, $0.meanMs, $0.scatterMs, $0.tendency) = (9, -12, 8, "steady")
                }
            }
            return JSONLine.encode(entry).dropLast()
        }
        return Journal(lines: lines, days: days, to: last)
    }

    @Test(arguments: [24, 30, 55, 57, 64, 80, 200], [false, true])
    func `every line fits the terminal, and none ends with a space`(columns: Int, isUnicode: Bool) throws {
        let page = JournalPage(columns: columns, isUnicode: isUnicode, isColoured: false)
        for minutes in [{ Double($0 % 5) * 37 }, { _ in 0.2 }, { Double($0) * 100 }] as [(Int) -> Double] {
            for line in page.text(try journal(30, minutes: minutes)).split(separator: "\n") {
                #expect(line.count < columns, "\(line)")
                #expect(line.last != " ")
                #expect(isUnicode || line.allSatisfy(\.isASCII))
            }
        }
    }

    @Test func `the longest day fills the width, the others their part of it`() throws {
        let page = JournalPage(columns: 40, isUnicode: false, isColoured: false)
        let lines = page.text(try journal(4) { Double($0) * 30 }).split(separator: "\n")
        let bars = lines.prefix(4).map { line in line.count { $0 == "#" } }
        #expect(bars[0] == 0 && bars[3] > 15)
        #expect(abs(bars[1] - bars[3] / 3) <= 1 && abs(bars[2] - bars[3] * 2 / 3) <= 1)
        #expect(lines[3].hasPrefix("11-22 ###") && lines[3].hasSuffix(" 1 h 30 min"))
        #expect(lines[2].hasSuffix(" 1 h 0 min") && lines[4] == "3 h 0 min, 3 of 4 days, 3 sessions")
    }

    @Test func `with room it has weekdays, tempi and how the taps lay`() throws {
        let page = JournalPage(columns: 80, isUnicode: true, isColoured: true)
        let text = page.text(try journal(2) { _ in 10 })
        #expect(text.contains("Sat 11-21 \u{1B}[36m█") && text.contains("10 min  72–120 bpm    taps 12 ms early\n"))
        let day = page.text(try journal(1) { _ in 10 })
        #expect(day.hasSuffix("\n10 min, 1 session, 100 bars, 72–120 bpm, taps 12 ms early"))
        #expect(text.hasSuffix("20 min, 2 of 2 days, 2 sessions, 200 bars, 72–120.3 bpm, taps 12 ms early"))
    }

    @Test(arguments: [24, 40, 80]) func `bars that were practised have their trend`(columns: Int) throws {
        let last = try #require(CalendarDay("2026-11-22"))
        let lines = (0..<20).map { run in
            JSONLine.encode(
                JournalEntry {
                    ($0.start, $0.seconds, $0.beats, $0.bars) = ("2026-11-22T10:00:00+01:00", 60, 120, 30)
                    ($0.bpm, $0.minBpm, $0.maxBpm, $0.meter) = (90, 60, 90, "4/4")
                    $0.practised = [
                        Practised { ($0.song, $0.fromBar, $0.toBar, $0.bpm, $0.goalBpm) = ("Etude", 9, 10, 90, 120) }
                    ]
                    $0.score = ScoreState.Figures {
                        ($0.taps, $0.meanMs, $0.scatterMs) = (30, Double(run) - 20, Double(30 - run))
                    }
                }
            ).dropLast()
        }
        let page = JournalPage(columns: columns, isUnicode: false, isColoured: false)
        let text = page.text(Journal(lines: lines, days: 1, to: last)).split(separator: "\n").map(String.init)
        #expect(text.allSatisfy { $0.count < columns })
        let trend = try #require(text.last)
        #expect(trend.hasPrefix("  20 ms early to 1 ms "))
        if columns == 80 { #expect(trend.hasSuffix(", spread 20, 19, 18, 17, 16, 15, 14, 13, 12, 11 ms")) }
        if columns == 40 { #expect(trend == "  20 ms early to 1 ms early") }
    }

    @Test func `a preset that was practised has its tempo and its goal`() throws {
        let last = try #require(CalendarDay("2026-11-22"))
        let line = JSONLine.encode(
            JournalEntry {
                ($0.start, $0.seconds, $0.beats, $0.bars) = ("2026-11-22T10:00:00+01:00", 60, 120, 30)
                ($0.bpm, $0.minBpm, $0.maxBpm, $0.meter) = (96, 60, 96, "4/4")
                $0.practised = [Practised { ($0.preset, $0.bpm, $0.goalBpm) = ("scales", 96, 120) }]
            })
        let page = JournalPage(columns: 80, isUnicode: false, isColoured: false)
        #expect(page.text(Journal(lines: [line.dropLast()], days: 1, to: last)).hasSuffix("\nscales: 96 of 120 bpm"))
    }

    @Test func `where nothing was played it says so`() throws {
        let page = JournalPage(columns: 80, isUnicode: true, isColoured: false)
        #expect(
            page.text(try journal(14) { _ in 0 }) == "nothing was played in the last 14 days")
        let playing = page.text(try journal(14) { _ in 0 }, playing: "playing, 120 bpm")
        #expect(playing.hasPrefix("now: playing, 120 bpm\n"))
    }
}
