// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// What becomes of changes: of those that wait, of those that are proposed, and of those that go on by themselves.
    @Suite struct ChangeTests {
        private func results(_ text: String) throws -> [JSONValue] {
            try Simulation.outcome(of: text).answers.map { $0["result"]?.flatStatus ?? $0["error"] ?? .null }
        }

        @Test func `what is redone at a bar line holds from there on, and can be undone once it does`() throws {
            let text =
                "0 tempo 100\n0 tempo 150\n0 undo\n0 start\npass 700\n0 redo at bar\n0 status\npass 4000\n0 status\n0 undo"
            let outcome = try Simulation.outcome(of: text)
            let answers = outcome.answers.compactMap { $0["result"]?.flatStatus }
            #expect(answers[4]["bpm"] == 150 && answers[4]["at_beat"] == 4)
            #expect(answers[5]["bpm"] == 100 && answers[5]["history"] == ["undo": 1, "redo": 1])
            #expect(answers[6]["bpm"] == 150 && answers[6]["history"] == ["undo": 2, "redo": 0])
            #expect(answers[7]["bpm"] == 100)
            #expect(outcome.intervals.prefix(4).allSatisfy { abs($0 - 0.6) < 0.001 })
            #expect(outcome.intervals.dropFirst(4).prefix(4).allSatisfy { abs($0 - 0.4) < 0.001 })
        }

        @Test func `two steps that are undone at the same bar line are two`() throws {
            let asked = try results("0 tempo 100\n0 tempo 110\n0 tempo 120\n0 start\n0 undo at bar\n0 undo at bar")
            #expect(asked.suffix(2).map { $0["bpm"] } == [110, 100])
            let heard = try results(
                "0 tempo 100\n0 tempo 110\n0 tempo 120\n0 start\n0 undo at bar\n0 undo at bar\npass 2500\n0 status\n0 redo"
            )
            #expect(heard.suffix(2).map { $0["bpm"] } == [100, 110])
        }

        @Test func `after a loop that is practised the song goes on as fast as it did when that began`() throws {
            let asked = try results(
                """
                write a.toml [[section]]\\nbars = 16\\ntempo = 240\\n
                0 song load ~/a.toml
                0 start
                0 song scale 50% at @3
                0 practise 3 4 at 80% at @4
                0 cancel 1
                pass 4000
                0 loop off
                pass 1000
                0 status
                """)
            #expect(asked.last?["song"]?["scale"] == 1, "\(asked.last ?? .null)")
        }

        @Test func `a song that waits for the first beat and is taken back before it is not played`() throws {
            let outcome = try Simulation.outcome(
                of: """
                    write b.toml [[section]]\\nbars = 4\\ntempo = 180\\nmeter = "3/4"
                    0 start
                    1 song load ~/b.toml at beat
                    1 cancel
                    pass 3000
                    0 status
                    """,
                try #require(Conditions("slow card of 16000 Hz, 5 ms late, work 0...0 ms, seed 8195237237126968761")))
            #expect(outcome.answers[2]["result"]?["cancelled"] == [1])
            #expect(outcome.answers[3]["result"]?["song"] == .null)
            #expect(outcome.intervals.count > 3 && outcome.intervals.allSatisfy { abs($0 - 0.5) < 0.001 })
        }

        @Test func `a place that is over is refused, also where another meter would count it again`() throws {
            let answers = try results("0 tempo 240\n0 start\npass 4100\n0 meter 1/4 at @4.3\n0 tempo 90 at @4.1")
            #expect(answers[2]["data"]?["reason"] == "out_of_range", "\(answers[2])")
            #expect(answers[3]["data"]?["reason"] == "out_of_range", "\(answers[3])")
        }

        @Test(arguments: ["meter 5/4", "beat half", "meter 3/4"])
        func `bars may begin anew at any beat that is to come`(change: String) throws {
            let answers = try results("0 start\npass 100\n0 \(change) at @3.3\n1 \(change) at @2.4\n1 \(change) at @1")
            #expect(answers[1]["at_beat"] == 10 && answers[1]["pending"] == 1, "\(answers[1])")
            #expect(answers[2]["at_beat"] == 7 && answers[2]["pending"] == 2, "\(answers[2])")
            #expect(answers[3]["reason"] == nil && answers[3]["data"]?["reason"] == "out_of_range", "\(answers[3])")
        }

        @Test(arguments: ["meter 5/4 at @3.6", "meter 1/4 at @9\n0 swing 75% at @9.4", "tempo 90 at @3.5"])
        func `a beat that its bar does not have is refused, whatever begins there`(lines: String) throws {
            let last = try results("0 start\npass 100\n0 \(lines)").last
            #expect(last?["message"]?.string?.hasPrefix("bar ") == true, "\(last ?? .null)")
        }

        @Test func `a tempo is proposed to the owner of the clock: a second one refuses the first, silence the second`()
            throws
        {
            let answers = try results(
                """
                9 follow link 0 1000000000000 120 quantum 4
                0 start
                pass 100
                0 tempo 130
                1 tempo 140
                pass 2500
                """)
            let reasons = answers.dropFirst(2).compactMap { $0["data"]?["reason"] }
            #expect(reasons == ["clock_followed", "clock_followed"])
            #expect(answers[2]["message"] == "the tempo stays at 120 bpm: another tempo was asked for meanwhile")
            #expect(answers[3]["message"] == "the tempo stays at 120 bpm: link did not take it within 2 s")
        }

        @Test func `a tempo that was proposed holds with the owner's line of that tempo, and can be undone`() throws {
            let answers = try results(
                """
                9 follow link 0 1000000000000 120 quantum 4
                0 start
                pass 100
                0 tempo 130
                pass 300
                9 follow link 0.8666 1000000400000 130 quantum 4
                pass 100
                0 status
                """)
            #expect(answers[2]["bpm"] == 130 || answers[3]["bpm"] == 130, "\(answers)")
            #expect(answers[4]["bpm"] == 130 && answers[4]["history"]?["undo"] == 1)
        }

        @Test func `a place is looked for in the song that is played there`() throws {
            let answers = try results(
                """
                write a.toml [[section]]\\nlabel = "A"\\nbars = 40\\ntempo = 120\\n
                write b.toml [[section]]\\nlabel = "B"\\nbars = 4\\ntempo = 150\\n[[section]]\\nlabel = "C"\\nbars = 4\\ntempo = 90\\n
                0 song load ~/a.toml
                0 start
                pass 300
                0 song load ~/b.toml at bar
                0 seek C at @3
                0 seek C
                pass 5000
                0 song show
                """)
            #expect(answers[3]["pending"] == 2, "\(answers[3])")
            #expect(answers[4]["data"]?["reason"] == "not_found")
            #expect(answers[5]["song"]?["section"]?["label"] == "C", "\(answers[5])")
        }

        @Test func `an entry that waits is the same in another version of the set list`() throws {
            let answers = try results(
                """
                write a.toml [[section]]\\nlabel = "A"\\nbars = 40\\ntempo = 120\\n
                write b.toml [[section]]\\nlabel = "B"\\nbars = 40\\ntempo = 150\\n
                write c.toml [[section]]\\nlabel = "C"\\nbars = 40\\ntempo = 90\\n
                0 setlist add gig ~/a.toml ~/b.toml ~/c.toml
                0 setlist load gig
                0 start
                pass 300
                0 setlist go c at bar
                0 setlist remove gig 2
                pass 3000
                0 status
                """)
            let list = answers[5]["setlist"]
            #expect(list?["entry"]?["name"] == "c" && list?["place"] == 2 && list?["count"] == 2, "\(answers)")
        }

        @Test func `a speed trainer goes on for as long as it is to`() throws {
            let text = "0 tempo 100\n0 trainer speed to 400 by 2 every 1 bars\n0 start\npass 90000"
            let intervals = try Simulation.outcome(of: text).intervals
            #expect(intervals.count > 200)
            for (beat, interval) in intervals.enumerated() {
                let bpm = 100 + 2 * Double(beat / 4)
                #expect(abs(interval - 60 / bpm) < 0.000_05, "beat \(beat): \(60 / interval) in place of \(bpm)")
            }
        }

        @Test func `a step of the tempo that waits is counted from where the trainer is by then`() throws {
            let text =
                "0 tempo 100\n0 trainer speed to 200 by 10 every 1 bars\n0 start\npass 100\n0 tempo +7 at @4\npass 12000"
            let outcome = try Simulation.outcome(of: text)
            #expect(outcome.answers[3]["result"]?.flatStatus["bpm"] == 127)
            let tempi = outcome.intervals.prefix(20).map { (60 / $0).rounded() }
            #expect(tempi == [100, 110, 120, 127, 137].flatMap { Array(repeating: $0, count: 4) })
        }

        @Test(arguments: 0..<12) func `a lane in seconds keeps its seconds, whenever another tempo is asked for`(
            step: Int
        ) throws {
            let text = """
                0 accents ....
                0 lane a every 0.7 s
                0 start
                pass \(2000 + 93 * step)
                0 tempo 171
                pass 3000
                0 tempo 80
                pass 41
                0 tempo 95
                pass 3000
                0 undo
                pass 4000
                """
            let outcome = try Simulation.outcome(of: text)
            #expect(
                outcome.answers[3]["result"]?.flatStatus["bpm"] == 171
                    && outcome.answers[3]["result"]?["pending"] == nil)
            #expect(outcome.answers[6]["result"]?.flatStatus["bpm"] == 80)
            #expect(outcome.intervals.count > 14)
            #expect(outcome.intervals.allSatisfy { abs($0 - 0.7) < 0.000_05 }, "\(outcome.intervals)")
        }

        @Test func `each beat of a bar is a place, the last one too, and none beyond`() throws {
            let answers = try results(
                """
                0 meter 3/4
                0 start
                pass 100
                0 volume 0.5 at @2.3
                0 volume 0.5 at @2.4
                """)
            #expect(answers[2]["at_beat"] == 5)
            #expect(answers[3]["data"]?["reason"] == "out_of_range")
        }

        @Test func `a lane that is changed is heard alone as before`() throws {
            let answers = try results("0 lane a x.x.\n0 lane b x.\n0 lane a solo\n0 lane a xxxx")
            let lanes = try #require(answers[3]["lanes"]?.array)
            #expect(lanes.map { $0["solo"] } == [true, false])
            #expect(lanes[0]["pattern"] == "xxxx")
        }

        @Test func `a card that is lost once is counted once, however long it is away`() throws {
            let answers = try results("0 start\npass 1000\nunplug\npass 4000\nplug\npass 3000\n0 timing")
            #expect(answers[1]["since_start"]?["losses"] == 1, "\(answers[1])")
        }
    }
}
