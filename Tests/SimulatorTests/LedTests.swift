// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// A tempo that a trainer or a clock leads, beside what else is asked for.
    @Suite struct LedTests {
        private func outcome(_ text: String) throws -> Simulation.Outcome { try Simulations.outcome(text) }

        @Test(arguments: [
            "trainer off at @4", "reset at @4", "undo at @4", "trainer off at @4\n0 volume 50% at @5",
        ])
        func `the tempo that a trainer has led to stays where it ends at a place`(asked: String) throws {
            let outcome = try outcome(
                "0 tempo 120\n0 trainer speed 120 to 180 by 20 every 1\n0 start\npass 1000\n0 \(asked)\npass 9000\n0 status"
            )
            let bpm = try #require(outcome.answers.last?["result"]?["heard"]?["bpm"]?.number)
            let interval = try #require(outcome.intervals.last)
            #expect(bpm == 160 && abs(interval - 60 / 160) < 0.001, "\(bpm), \(interval)")
        }

        @Test func `a tempo that is set at a later place holds there, though a trainer has led before`() throws {
            let outcome = try outcome(
                "0 tempo 120\n0 trainer speed 120 to 180 by 20 every 1\n0 start\npass 1000\n0 trainer off at @3\n"
                    + "0 tempo 90 at @4\npass 9000")
            let last = try #require(outcome.intervals.last)
            #expect(abs(last - 60.0 / 90) < 0.001, "\(outcome.intervals)")
        }

        /// What is played, on a device with which a beat is heard 0.2 s before it is written, from a start that `asked` goes before.
        private func early(_ asked: String, _ ms: Int, _ then: String) throws -> (bpm: Double, intervals: [Double]) {
            let outcome = try outcome(
                """
                0 {"id":92,"method":"offset.set","params":{"offset_ms":-300}}
                \(asked)
                pass \(ms)
                0 \(then)
                pass 4000
                0 status
                """)
            let bpm = try #require(outcome.answers.last?["result"]?["heard"]?["bpm"]?.number)
            return (bpm, outcome.intervals)
        }

        @Test(arguments: Array(stride(from: 1500, through: 1950, by: 50)))
        func `a step of a trainer that is heard before it is written holds from its bar on, whatever is planned`(
            ms: Int
        ) throws {
            let intervals = try early("0 trainer speed 120 to 180 by 20 every 1\n0 start", ms, "volume 50%").intervals
            #expect(intervals.prefix(4).allSatisfy { abs($0 - 0.5) < 0.001 } && intervals.count > 4, "\(intervals)")
        }

        @Test(arguments: ["trainer off", "trainer off at bar", "undo"], [1700, 1800, 1900])
        func `a trainer that ends where a step is heard before it is written leaves the tempo that is played`(
            asked: String, ms: Int
        ) throws {
            let (bpm, intervals) = try early("0 trainer speed 120 to 180 by 20 every 1\n0 start", ms, asked)
            let interval = try #require(intervals.last)
            #expect(abs(interval - 60 / bpm) < 0.001, "\(bpm), \(intervals)")
        }

        @Test(arguments: [1700, 1800, 1900])
        func `a tempo at a place that is heard before it is written holds from there on`(ms: Int) throws {
            let (bpm, intervals) = try early("0 tempo 120\n0 start\n0 tempo 90 at @2", ms, "volume 50%")
            #expect(bpm == 90 && intervals.prefix(4).allSatisfy { abs($0 - 0.5) < 0.001 }, "\(intervals)")
        }

        @Test(arguments: [420, 430, 440])
        func `a tempo that is asked for where a trainer has just ended is proposed to the clock that leads`(ms: Int)
            throws
        {
            let outcome = try outcome(
                """
                0 trainer speed 120 to 130 by 5 every 4
                0 start
                pass 1100
                0 trainer speed off at beat
                1 follow l 0 ~now 100
                pass \(ms)
                0 tempo 150
                pass 3000
                """)
            #expect(outcome.answers.last?["error"]?["data"]?["reason"] == "clock_followed", "\(outcome.answers)")
        }

        @Test func `a lane in seconds loses no time to a tempo that the clock has taken`() throws {
            let lines = (0...2).map { "0 follow link \(5.2 + Double($0) * 1.5) ~now 100\npass 900\n" }.joined()
            let outcome = try outcome(
                """
                0 tempo 120
                0 beats off
                0 lane click cycle 0.2 0.2 0.4 s
                0 follow link 0 ~now 120
                pass 100
                0 start at beat
                pass 1400
                0 follow link 3 ~now 120
                pass 900
                1 tempo 100
                pass 200
                \(lines)
                """)
            let taken = outcome.answers.compactMap { $0["result"] }.filter { $0["bpm"] == 100 }
            #expect(taken.contains { $0["at_beat"]?.number?.rounded() == $0["at_beat"]?.number }, "\(taken)")
        }

        @Test func `taps start the metronome beside a clock that is followed`() throws {
            let taps = "1 tap start 2\npass 500\n"
            let outcome = try outcome("0 follow link 0 ~now 120\npass 300\n" + taps + taps + "pass 600\n1 status")
            #expect(outcome.answers.last?["result"]?["playing"] == true)
        }

        @Test(arguments: [
            ("0 timer 5 seconds\n0 timer off at @10\n0 start\npass 22000", false),
            ("0 timer 5 seconds\n0 start\npass 500\n0 timer 60 seconds at @10\npass 22000", false),
            ("0 timer 5 seconds\n0 start\npass 500\n0 timer off at @2\npass 22000", true),
            ("0 timer 60 seconds\n0 start\npass 500\n0 timer 4 seconds at @3\npass 22000", false),
        ])
        func `a timer in seconds ends the music unless another one takes its place before`(lines: String, plays: Bool)
            throws
        {
            let status = try outcome("0 tempo 120\n" + lines + "\n0 status").answers.last?["result"]
            #expect(status?["playing"] == .bool(plays))
        }

        @Test func `a tempo that the clock brings is no step of the history, also where it waits for a beat`() throws {
            let outcome = try outcome(
                """
                0 follow link 0 ~now 120
                pass 100
                0 lane tick every 0.7 s
                0 start
                pass 1500
                0 follow link 3 ~now 110
                pass 1500
                0 status
                """)
            let status = try #require(outcome.answers.last?["result"]?.flatStatus)
            #expect(status["bpm"] == 110 && status["history"]?["undo"] == 1, "\(status)")
        }

        @Test func `what was proposed is told and taken though its clock has another name meanwhile`() throws {
            let outcome = try outcome(
                """
                0 follow a 0 ~now 120
                pass 100
                1 tempo 130
                pass 100
                0 follow b 1 ~now 120
                pass 50
                0 follow b 1.3 ~now 130
                pass 100
                """)
            let results = outcome.answers.compactMap { $0["result"] }
            #expect(results.contains { $0["sync"]?["source"] == "b" && $0["sync"]?["proposal"] == 130 })
            #expect(results.last?["bpm"] == 130)
        }

        @Test func `who asks for the tempo that plays takes back what was proposed before`() throws {
            let outcome = try outcome(
                """
                0 follow a 0 ~now 120
                pass 100
                1 tempo 130
                pass 100
                2 tempo 120
                2 status
                """)
            let reasons = outcome.answers.compactMap { $0["error"]?["data"]?["reason"] }
            #expect(reasons == ["clock_followed"])
            #expect(outcome.answers.last?["result"]?["sync"]?["proposal"] == .null, "\(outcome.answers)")
        }

        @Test(arguments: [
            "0 tempo 120\n0 trainer speed 130 to 140 by 5 every 1\n0 start\npass 1500\n0 follow a 3 ~now 120\npass 100\n"
                + "0 trainer speed off\npass 1500",
            "0 tempo 120\n0 start\npass 500\n0 tempo 150 at @2\npass 100\n0 follow a 1 ~now 120\npass 1300\n"
                + "0 follow a 3.5 ~now 120\npass 1600",
        ])
        func `the tempo of the clock comes back without another line`(lines: String) throws {
            let status = try outcome(lines + "\n0 status").answers.last?["result"]?.flatStatus
            #expect(status?["bpm"] == 120)
        }

        private func lines(_ beats: Int, _ bpm: Int, from first: Int) -> String {
            (first..<first + beats).map { "1 follow link \($0) ~now \(bpm)\npass \(60_000 / bpm)\n" }.joined()
        }

        @Test func `a tempo is not proposed with what cannot be had`() throws {
            let outcome = try outcome(
                "0 tempo 120\n0 start\npass 500\n" + lines(2, 120, from: 0)
                    + "0 set bpm=90 sounds.beat=missing volume=50%\n0 status\n"
                    + lines(2, 120, from: 2) + "0 status")
            let told = outcome.answers.compactMap { $0["result"] }.filter { $0["settings"] != nil }
            #expect(told.count == 2 && told.allSatisfy { $0["sync"]?["proposal"] == .null }, "\(told)")
            #expect(outcome.answers.contains { $0["error"]?["data"]?["reason"] == "not_found" })
        }

        @Test func `the tempo of a preset that ends a trainer is proposed, and undone with it`() throws {
            let outcome = try outcome(
                "0 tempo 97\n0 preset save slow\npass 900\n0 tempo 120\n0 trainer speed 120 to 140 by 5 every 1\n0 start\npass 500\n"
                    + lines(3, 120, from: 0) + "0 preset load slow at beat\n" + lines(2, 120, from: 3) + "2 status\n"
                    + lines(5, 97, from: 5) + "2 status\n0 undo\n" + lines(3, 120, from: 10) + "0 status")
            let told = outcome.answers.compactMap { $0["result"] }.filter { $0["settings"] != nil }
            #expect(told.first?["sync"]?["proposal"] == 97, "\(told.first?["sync"] ?? .null)")
            #expect(told.dropFirst().first?["settings"]?["bpm"] == 97, "\(told)")
            #expect(told.last?["settings"]?["speed_trainer"] != "off", "\(told.last ?? .null)")
        }

        @Test func `a preset whose clock has ended before its place has its tempo there, and a later tempo its own`()
            throws
        {
            let begin =
                "0 tempo 200\n0 preset save w\npass 900\n0 tempo 120\n0 start\npass 500\n" + lines(2, 120, from: 0)
                + "0 preset load w at @2\n1 follow end\n"
            let preset = try outcome(begin + "pass 3000")
            let fast = preset.intervals.drop { $0 > 0.4 }
            #expect(fast.count > 4 && fast.allSatisfy { abs($0 - 0.3) < 0.001 }, "\(preset.intervals)")
            let later = try outcome(begin + "0 tempo 90 at @2\npass 3000\n0 status")
            #expect(later.answers.last?["result"]?["settings"]?["bpm"] == 90)
        }

        @Test func `a tempo that is asked for later takes the place of the preset's that waits for the next beat`()
            throws
        {
            let outcome = try outcome(
                "0 tempo 200\n0 preset save w\npass 900\n0 tempo 120\n0 start\npass 500\n" + lines(2, 120, from: 0)
                    + "0 preset load w at now\n2 tempo 130\n" + lines(4, 130, from: 2) + "0 status")
            let results = outcome.answers.compactMap { $0["result"] }
            #expect(
                results.contains { $0["bpm"] == 130 } && results.last?["sync"]?["proposal"] == .null,
                "\(outcome.answers)")
        }

        @Test func `a tempo that holds already takes the place of the preset's that waits for the next beat`() throws {
            let outcome = try outcome(
                "0 tempo 90\n0 preset save g\npass 900\n0 tempo 60\n0 start\npass 500\n" + lines(2, 60, from: 0)
                    + "0 preset load g at now\n2 tempo 60\n" + lines(2, 60, from: 2) + "0 status")
            #expect(outcome.answers.last?["result"]?["sync"]?["proposal"] == .null, "\(outcome.answers.last ?? .null)")
        }

        @Test func `a loop of a song that is heard before it is written is planned farther in time`() throws {
            try Simulation.play(
                #"write a.toml [[section]]\nlabel = "A"\nbars = 4\ntempo = 300\n"#
                    + "\n0 offset -1000\n0 song load ~/a.toml\n0 loop A\n0 start\npass 100000")
        }
    }
}
