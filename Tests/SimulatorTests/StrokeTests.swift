// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Strokes beside lanes, and what a trainer that follows the player makes of them.
    @Suite struct StrokeTests {
        /// Strokes at milliseconds after the first beat, as they are heard, and what is asked for in between.
        private func text(_ strokes: [Double], word: String = "onset") -> String {
            var (now, lines) = (0.0, "")
            for stroke in strokes {
                let time = stroke + 45.1
                let pass = max(0, (time + 1 - now).rounded(.up))
                now += pass
                let ns = 1_000_000_000_000 + Int64(time * 1e6)
                lines += "pass \(Int(pass))\n0 \(word == "tap" ? "tap time" : "onset") \(ns)\n"
            }
            return lines
        }

        private func bpm(_ text: String) throws -> JSONValue? {
            try Simulation.outcome(of: text + "\n0 status").answers.last?["result"]?["heard"]?["bpm"]
        }

        @Test func `a pass is good where the onsets of the lane are played, however many a bar has`() throws {
            let begin =
                "0 tempo 240\n0 lane a x... sound=rim\n0 trainer speed 240 to 300 by 20 every 1 when within 20 ms\n0 start\n"
            #expect(try bpm(begin + text([0, 1000]) + "pass 1000") == 280)
        }

        @Test func `a pass is not good where the onsets of the lane that are left of it are not played`() throws {
            let begin =
                "0 tempo 120\n0 lane hat xxxxxxxxxxxxxxxx\n0 beats off\n"
                + "0 trainer speed 120 to 180 by 20 every 1 when within 20 ms\n0 start\n"
            let ten = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12].map { $0 * 125.0 }
            #expect(try bpm(begin + text(ten) + "pass 1500") == 120)
            let twelve = ten + [13 * 125.0, 14 * 125.0]
            #expect(try bpm(begin + text(twelve) + "pass 1500") == 140)
        }

        @Test(arguments: ["tap", "onset"])
        func `one stroke of four is not enough, at a start and after the score was reset`(word: String) throws {
            let begin = "0 tempo 120\n0 trainer speed 120 to 200 by 20 every 1 when within 20 ms\n0 start\n"
            #expect(try bpm(begin + text([1500], word: word) + "pass 1500") == 120)
            let reset = text([0, 500, 1000, 1500], word: word) + "0 score reset\n"
            // The second bar has 140 bpm: its last beat is the third one after its first.
            let last = 2000 + 3 * 60_000 / 140.0
            let stroke = text([0, 500, 1000, 1500, last], word: word).split(separator: "\n").suffix(2).joined(
                separator: "\n")
            #expect(try bpm(begin + reset + stroke + "\npass 1500") == 140)
        }

        @Test func `in silent bars strokes belong to the beats, where lanes are heard in the others`() throws {
            let begin = "0 tempo 120\n0 lane hat x.x.x.x.\n0 trainer gap 1 1\n"
            let strokes = text((0..<8).map { Double($0) * 500 })
            let score = try Simulation.outcome(of: begin + "0 score on\n0 start\n" + strokes + "0 score").answers.last?[
                "result"]
            #expect(score?["strays"] == 0, "\(score ?? .null)")
            let trainer = "0 trainer speed 120 to 200 by 20 every 2 when within 20 ms\n0 start\n"
            #expect(try bpm(begin + trainer + strokes + "pass 1000") == 140)
        }

        @Test func `a lane without gain is not heard, and strokes belong to the beats`() throws {
            let score = try Simulation.outcome(
                of: "0 tempo 240\n0 lane t x.x. gain=0 sound=rim\n0 score on\n0 start\n" + text([250, 500, 750])
                    + "0 score"
            ).answers.last?["result"]
            #expect(score?["strays"] == 0, "\(score ?? .null)")
        }

        @Test func `taps that lie on the line of those before leave the beat where it was told`() throws {
            let outcome = try Simulation.outcome(
                of: "0 tempo 120\n0 start\npass 2295\n" + Array(repeating: "0 tap\npass 500\n", count: 6).joined())
            let told = outcome.answers.compactMap { $0["result"] }.filter { $0["tap"]?["taps"]?.integer ?? 0 > 1 }
            #expect(told.count == 5)
            // The first tap that moves the beats has told where.
            let beats = outcome.intervals.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
            let at = try #require(told[0]["at_ns"]?.number), beat = try #require(told[0]["at_beat"]?.integer)
            #expect(abs(beats[beat] - (at - 1_000_045_104_167) / 1e9) < 0.0005, "\(beats), \(told[0])")
        }
    }

    /// A tempo that waits for the next beat, beside a lane in seconds.
    @Suite struct NextBeatTests {
        private func statuses(_ text: String) throws -> [JSONValue] {
            try Simulation.outcome(of: text).answers.compactMap { $0["result"]?.flatStatus }
        }

        @Test(arguments: [
            ("0 tempo 100\n0 tempo 120", 120), ("0 tempo 100\n0 lanes off\n0 tempo 80", 80),
        ])
        func `of two tempi in one beat the later one holds`(lines: String, bpm: Int) throws {
            let last = try statuses(
                "0 tempo 120\n0 lane tick every 400ms\n0 start\npass 1100\n\(lines)\npass 2500\n0 status"
            ).last
            #expect(last?["bpm"] == .integer(Int64(bpm)) && last?["pending"] == [], "\(last ?? .null)")
        }

        @Test(arguments: [
            (
                "0 tempo 60\n0 lane tick every 400ms\n0 start\npass 2000\n0 tap\npass 100\n1 tempo 90\npass 400\n0 tap",
                120
            ),
            (
                "0 tempo 150\n0 preset save w\npass 900\n0 tempo 40\n0 start\npass 1700\n0 tap\npass 300\n"
                    + "0 preset load w at now\npass 300\n0 tap", 100
            ),
        ])
        func `a tap takes the place of a tempo that waits, also of a preset's`(lines: String, bpm: Int64) throws {
            let last = try statuses(lines + "\npass 3000\n0 status").last
            #expect(last?["bpm"] == .integer(bpm), "\(last ?? .null)")
        }

        @Test(arguments: [
            ("0 undo\n0 undo", 100, 2), ("0 undo\n0 redo", 120, 0), ("0 tempo 130\n0 undo", 120, 1),
            ("0 tempo 130\n0 undo\n0 redo", 130, 0),
        ])
        func `steps that are undone and redone in one beat are all counted`(lines: String, bpm: Int, redo: Int) throws {
            let last = try statuses(
                "0 lane tick every 400ms\n0 tempo 100\n0 tempo 110\n0 tempo 120\n0 start\npass 1100\n\(lines)\npass 1500\n0 status"
            ).last
            #expect(
                last?["bpm"] == .integer(Int64(bpm)) && last?["history"]?["redo"] == .integer(Int64(redo)),
                "\(last ?? .null)")
        }

        @Test func `what was taken back can be redone when what was asked for before it holds`() throws {
            let last = try statuses(
                "0 tempo 60\n0 lane tick every 700ms\n0 start\npass 2300\n0 tempo 100\n0 tempo 110\npass 5\n0 undo\n"
                    + "pass 1500\n0 redo\npass 1000\n0 undo\npass 1000\n0 status"
            ).suffix(3)
            #expect(last.map { $0["bpm"] } == [110, 100, 100], "\(last)")
        }

        @Test func `what was taken back can be redone when a preset that waited holds`() throws {
            let last = try statuses(
                "0 tempo 120\n0 lane tick every 700ms\n0 preset save w\npass 900\n0 tempo 100\n0 start\npass 500\n"
                    + "0 preset load w at @2\n0 tempo 70\n0 undo\npass 5000\n0 redo\npass 1000\n0 status"
            ).last
            #expect(last?["bpm"] == 70, "\(last ?? .null)")
        }

        @Test func `taps while a nudge is on its way move the next beat`() throws {
            let outcome = try Simulation.outcome(
                of: "0 tempo 200\n0 start\npass 1500\n0 nudge 900\npass 100\n"
                    + Array(repeating: "0 tap\npass 310\n", count: 4).joined())
            let told = outcome.answers.compactMap { $0["result"] }.filter { $0["tap"]?["taps"] == 2 }
            let ahead = try (#require(told.last?["at_ns"]?.number) - 1_001_910_000_000) / 1e6
            #expect(ahead < 700, "\(told)")
        }
    }

    /// A start that waits for its time.
    @Suite struct WaitingStartTests {
        @Test(arguments: [
            "0 tempo 60", "0 tempo 60\n0 undo", "0 trainer speed 100 to 120 by 5 every 1", "0 tempo 90 at bar",
            "1 follow link 5 ~now 60\npass 900\n1 follow link 5.9 ~now 60\npass 900\n1 follow link 6.8 ~now 60",
        ])
        func `the first beat is heard when it was told, whatever tempo it has by then`(lines: String) throws {
            let outcome = try Simulation.outcome(
                of: "0 tempo 120\n0 start time 1004000000000\npass 300\n\(lines)\npass 4000")
            let first = try #require(outcome.firstNs)
            #expect(abs(first - 1_004_000_000_000) < 200_000, "\(first)")
        }

        @Test func `a tempo that is set before the first beat is told to hold with it`() throws {
            let outcome = try Simulation.outcome(
                of: "0 tempo 120\n0 start time 1004000000000\npass 300\n0 tempo 60\npass 5000")
            let answer = try #require(outcome.answers.last?["result"])
            let at = try #require(answer["at_ns"]?.number)
            #expect(answer["at_beat"] == 0 && abs(at - 1_004_000_000_000) < 200_000, "\(answer)")
            #expect(abs(outcome.intervals[0] - 1) < 0.001)
        }
    }
}
