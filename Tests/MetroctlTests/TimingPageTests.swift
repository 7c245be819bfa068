// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import Testing

@testable import metroctl

@Suite struct TimingPageTests {
    private func lines(_ timing: Timing, isUnicode: Bool = true, columns: Int = 80) -> [String] {
        TimingPage(isUnicode: isUnicode, columns: columns).text(timing).split(separator: "\n").map(String.init)
    }

    @Test(arguments: [36, 40, 64, 66, 80, 200]) func `no line is wrapped by the terminal`(columns: Int) {
        for timing in [Timing.afterTwoHours, .fresh] {
            for line in lines(timing, columns: columns) { #expect(line.count < columns, "\(line)") }
        }
    }

    @Test func `in 30 columns a figure that has no room beside its name stands below it`() {
        let lines = lines(.afterTwoHours, columns: 30)
        #expect(lines.allSatisfy { $0.count < 30 }, "\(lines)")
        #expect(lines.contains("  half within          9.2 µs"))
        #expect(lines.contains("xruns") && lines.contains("               2, 4310 frames"))
    }

    @Test func `the last three xruns are told, the newest first, with days and hours where they are so old`() {
        var timing = Timing.afterTwoHours
        timing.nowNs = 200_000_000_000_000
        let ages: [Int64] = [190_000, 183_600, 90_000, 3_600, 59]
        timing.sinceStart.xruns.recent = ages.map { age in
            .init { ($0.atNs, $0.missedFrames) = (timing.nowNs - age * 1_000_000_000, 7) }
        }
        let told = lines(timing).filter { $0.hasPrefix("  ran dry") }
        #expect(
            told == ["59 s", "1 h 0 min", "1 d 1 h"].map { "  ran dry \($0) ago: 7 frames missed" }, "\(told)")
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

    @Test func `the longest bar fills its width, and the shortest is still visible`() throws {
        let bars = lines(.afterTwoHours).filter { $0.contains("█") }
        #expect(bars.count == 4)
        #expect(bars.map { $0.count { $0 == "█" } } == [40, 26, 40, 1])
        #expect(try #require(bars.first).hasPrefix("    8.2 µs – 16 µs  █"))
        let plain = lines(.afterTwoHours, isUnicode: false)
        #expect(plain.map { $0.count { $0 == "#" } }.filter { $0 > 0 } == [40, 27, 40, 1])
        #expect(plain.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } })
    }

    @Test func `a daemon that has done nothing yet has no histogram, and no note about devices`() {
        let fresh = lines(.fresh)
        #expect(!fresh.contains { $0.hasSuffix(", since start") })
        var silent = Timing.fresh
        silent.sinceStart.beats = 12
        #expect(lines(silent).contains { $0.hasPrefix("no device has told") })
        #expect(!fresh.contains { $0.hasPrefix("no device has told") })
    }
}
