// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Control

extension Timing {
    /// Of a daemon that has played on a card for two hours, with an xrun in the last minute.
    static let afterTwoHours = Timing(
        sinceStart: TimingRange(
            seconds: 7503, beats: 15_006,
            errorUs: TimingSpread(
                count: 15_004, p50: 9.2, p99: 36.9, max: 88.1,
                histogram: [.init(uptoUs: 9.216, count: 9000), .init(uptoUs: 90.112, count: 6004)]),
            wakeLatenessUs: TimingSpread(
                count: 412_665, p50: 73.7, p99: 147.5, max: 3209.4,
                histogram: [.init(uptoUs: 73.728, count: 400_000), .init(uptoUs: 3276.8, count: 12_665)]),
            xruns: TimingXruns(
                count: 2, missedFrames: 4310,
                recent: [.init(atNs: 1, missedFrames: 2000), .init(atNs: 81_200_000_000_000, missedFrames: 2310)]),
            losses: 1, lowestRatePPM: 11.8, highestRatePPM: 12.9, residualUs: 3.42),
        lastMinute: TimingRange(
            seconds: 57.3, beats: 115, errorUs: TimingSpread(count: 0, p50: nil, p99: nil, max: nil, histogram: []),
            wakeLatenessUs: TimingSpread(count: 0, p50: nil, p99: nil, max: nil, histogram: []),
            xruns: TimingXruns(count: 0, missedFrames: 0, recent: []), losses: 0, lowestRatePPM: nil,
            highestRatePPM: nil, residualUs: nil),
        ratePPM: 12.3, audio: Status.allegro.audio, nowNs: 81_234_567_890_123)

    /// Of one that has done nothing yet.
    static var fresh: Timing {
        var timing = afterTwoHours
        timing.sinceStart = timing.lastMinute
        timing.sinceStart.seconds = 0.4
        timing.sinceStart.beats = 0
        timing.lastMinute = timing.sinceStart
        timing.ratePPM = nil
        timing.audio = Status.stopped.audio
        return timing
    }
}

@Suite struct TimingTests {
    @Test func `a timing reads back the same`() throws {
        for timing in [Timing.afterTwoHours, .fresh] {
            #expect(try JSONLine.decode(Timing.self, from: JSONLine.encode(timing)) == timing)
        }
    }

    @Test func `where there is nothing to say the key is there, with null`() throws {
        let full = try JSONLine.parse(JSONLine.encode(Timing.afterTwoHours))
        let empty = try JSONLine.parse(JSONLine.encode(Timing.fresh))
        #expect(empty.object?.keys.sorted() == full.object?.keys.sorted())
        #expect(empty["rate_ppm"] == .null)
        for part in ["since_start", "last_minute"] {
            let range = empty[part]
            #expect(range?.object?.keys.sorted() == full["since_start"]?.object?.keys.sorted())
            for key in ["rate_ppm_min", "rate_ppm_max", "residual_us"] { #expect(range?[key] == .null) }
            for key in ["p50", "p99", "max"] { #expect(range?["error_us"]?[key] == .null) }
            #expect(range?["error_us"]?["histogram"] == .array([]))
        }
    }
}

@Suite struct TimingPageTests {
    private func lines(_ timing: Timing, isUnicode: Bool = true) -> [String] {
        TimingPage(isUnicode: isUnicode).text(timing).split(separator: "\n").map(String.init)
    }

    @Test func `no line is longer than 79 columns, nor ends in blanks`() {
        for timing in [Timing.afterTwoHours, .fresh] {
            for isUnicode in [true, false] {
                for line in lines(timing, isUnicode: isUnicode) {
                    #expect(line.count <= 79, "\(line)")
                    #expect(line.last != " ", "\(line)")
                }
            }
        }
    }

    @Test func `every figure is there, in the unit that suits it`() throws {
        let lines = lines(.afterTwoHours)
        func line(_ name: String) throws -> String { try #require(lines.first { $0.hasPrefix(name) }, "\(name)") }
        #expect(try line("over").hasSuffix("2 h 5 min"))
        #expect(try line("beats").hasSuffix("15006"))
        #expect(try line("  half within").hasSuffix("9.2 µs"))
        #expect(try line("xruns").hasSuffix("2, 4310 frames"))
        #expect(try line("  ran dry") == "  ran dry 35 s ago: 2310 frames missed")
        #expect(try line("devices lost").hasSuffix("1"))
        #expect(try line("card's rate").hasSuffix("+11.8 to +12.9"))
        #expect(try line("clock loop").hasSuffix("3.4 µs"))
        #expect(lines.contains { $0.hasSuffix("3.21 ms") })
        #expect(try line("now") == "now  alsa default, running, fill 30.0 ms, latency 21.3 ms, +12.3 ppm")
        #expect(lines.contains("     scheduling fifo"))
    }

    @Test func `the longest bar fills its place, and what is not nothing can be seen`() throws {
        let bars = lines(.afterTwoHours).filter { $0.contains("█") }
        #expect(bars.count == 4)
        #expect(bars.map { $0.count { $0 == "█" } } == [40, 26, 40, 1])
        #expect(try #require(bars.first).hasPrefix("    8.2 µs – 16 µs  █"))
        let plain = lines(.afterTwoHours, isUnicode: false)
        #expect(plain.map { $0.count { $0 == "#" } }.filter { $0 > 0 } == [40, 27, 40, 1])
        #expect(plain.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } })
    }

    @Test func `a daemon that has done nothing yet has no histogram, and says so of no device`() {
        let fresh = lines(.fresh)
        #expect(!fresh.contains { $0.hasSuffix(", since start") })
        var silent = Timing.fresh
        silent.sinceStart.beats = 12
        #expect(lines(silent).contains { $0.hasPrefix("no device has told") })
        #expect(!fresh.contains { $0.hasPrefix("no device has told") })
    }
}
