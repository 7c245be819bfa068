// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Rhythm
import SeededRandom
import Session
import Testing

/// The page computes from a timeline what the clients of the daemon compute from it.
@Suite(.waits, .enabled(if: Node.isInstalled, "no nodejs is installed"))
struct PageTimelineTests {
    private static let count = 1000

    /// A timeline of any tempi, ramps, rates and bars, as it is on the wire.
    private func timeline(_ random: inout SeededGenerator) -> JSONValue {
        func whole(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }
        func part() -> Double { Double.random(in: 0..<1, using: &random) }
        func tempo() -> JSONValue {
            ["numerator": .integer(whole(20_000...400_000)), "denominator": .integer(whole(900...1100))]
        }
        func origin(_ beats: Double) -> JSONValue {
            ["beat": .integer(Int64(beats.rounded(.down))), "fraction": .number(beats - beats.rounded(.down))]
        }
        var (segments, beats, ns): ([JSONValue], Double, Int64) = ([], 0, whole(1_000_000_000...30_000_000_000_000))
        for _ in 0..<whole(1...5) {
            var segment: [String: JSONValue] = [
                "at_ns": .integer(ns), "curve": "constant", "origin": origin(beats), "tempo": tempo(),
                "rate_ppm": .number((part() - 0.5) * 400),
            ]
            if whole(0...1) > 0 {
                let over = part() * min(beats, 3)
                segment["curve"] = .string(["linear_in_time", "linear_in_beats"][Int(whole(0...1))])
                (segment["to"], segment["curve_begin"]) = (tempo(), origin(beats - over))
                segment["length"] = .number(over + Double(whole(1...32)))
            }
            segments.append(.object(segment))
            beats += part() * 40
            ns += whole(1...20_000_000_000)
        }
        var bars: [JSONValue] = []
        var from: Int64 = 0
        for _ in 0..<whole(1...3) {
            let every = whole(1...7)
            bars.append([
                "from_beat": .integer(from), "beats": .integer(whole(1...9)),
                "bell": whole(0...2) == 0 ? .null : ["every": .integer(every), "on": .integer(whole(1...every))],
                "origin": ["bar": .integer(whole(-1...50)), "beat": .integer(max(0, from - whole(0...3)))],
            ])
            from += whole(1...40)
        }
        return ["run": 1, "segments": .array(segments), "bars": .array(bars)]
    }

    @Test func `a thousand timelines are read by the page as by the clients of the daemon, to two microseconds`() throws
    {
        var random = SeededGenerator(seed: 27)
        let lines = try (0..<Self.count).map { _ -> String in
            let told = timeline(&random)
            let heard = try #require(
                HeardTimeline(try JSONLine.decode(TimelineState.self, from: Array(told.text.utf8))), "\(told.text)")
            let places = (0..<8).map { _ in Double.random(in: 0..<150, using: &random) }
            let beats = places.map { beats -> JSONValue in
                let place = BeatPosition(beats: beats)
                return [.number(beats), .integer(heard.time(of: place).nanoseconds)]
            }
            let bars = try places.map { beats -> JSONValue in
                let beat = try #require(heard.beat(Int64(beats)))
                return [.integer(beat.index), .integer(Int64(beat.bar)), .integer(Int64(beat.beat)), .bool(beat.bell)]
            }
            return JSONValue.object(["timeline": told, "times": .array(beats), "bars": .array(bars)]).text
        }
        let folder = try TestFolder()
        try folder.write(lines.joined(separator: "\n"), to: "timelines")
        let said = try Node.run([Node.root + "/Tests/Browser/timelines.mjs", folder("timelines")], in: folder)
        #expect(said == "\(Self.count) timelines\n")
    }
}
