// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// What is asked for, or saved, while something else waits.
    @Suite struct MeanwhileTests {
        /// The status at the end of a script. A file takes so long to be read.
        private func status(_ text: String, workMs: ClosedRange<Int> = 0...0) throws -> JSONValue {
            var conditions = Conditions()
            (conditions.rate, conditions.workMs) = (8000, workMs)
            let answers = try Simulation.outcome(of: text + "\n0 status", conditions).answers
            return try #require(answers.last?["result"]?.flatStatus)
        }

        private func song(_ bars: Int, _ more: Int, tempo: Int = 240) -> String {
            "write a.toml " + #"[[section]]\nlabel = "A"\nbars = \#(bars)\ntempo = \#(tempo)\n"#
                + #"[[section]]\nlabel = "B"\nbars = \#(more)\ntempo = \#(tempo)\n"# + "\n"
        }

        @Test func `a song that is saved just before the stop is what the next start plays`() throws {
            let text =
                song(4, 4, tempo: 120) + "0 song load ~/a.toml\n0 start\npass 300\n"
                + song(8, 4, tempo: 200) + "pass 500\n0 stop\npass 2000"
            let song = try status(text)["song"]
            #expect(song?["bars"] == 12 && song?["trouble"] == nil, "\(song ?? .null)")
        }

        @Test func `a song that is saved while its end waits goes on as it is written then`() throws {
            let text =
                song(40, 4) + "0 song load ~/a.toml\n0 start\npass 300\n0 song unload at @6\n"
                + song(80, 4) + "pass 300\n0 cancel\npass 4000"
            let song = try status(text)["song"]
            #expect(song?["bars"] == 84 && song?["trouble"] == nil, "\(song ?? .null)")
        }

        @Test func `a loop that waits is of the same section where the song is saved meanwhile`() throws {
            let text =
                song(2, 20) + "0 song load ~/a.toml\n0 start\npass 300\n0 loop B at @6\npass 100\n"
                + song(3, 20) + "pass 8000"
            #expect(try status(text)["song"]?["loop"] == ["from_bar": 4, "to_bar": 23])
        }

        private var list: String {
            (1...4).map { "0 tempo \(290 + $0 * 10)\n0 preset save p\($0)\npass 900\n" }.joined()
                + "0 setlist add l p1 p2 p3 p4\npass 900\n"
        }

        @Test func `an entry that is still read when the music ends is the next`() throws {
            let text =
                list + "0 setlist bars l 1 2\npass 900\n0 setlist load l\npass 900\n0 start\npass 2000\n"
                + "0 setlist next\npass 3500"
            #expect(try status(text, workMs: 400...400)["setlist"]?["place"] == 2)
        }

        @Test func `an entry ends by itself, and the next follows, though a later stop waits`() throws {
            let text =
                list + "0 setlist bars l 2 2\npass 900\n0 setlist load l\npass 900\n0 start\npass 500\n"
                + "0 stop at @40\n0 setlist next\npass 4500"
            #expect(try status(text)["setlist"]?["place"] == 3)
        }

        @Test func `a set list that is edited while its entry is read is that of the entry`() throws {
            let text =
                "0 preset save p1\npass 2000\n0 lane k x...x... sound=kick\npass 2000\n0 preset save p2\npass 2000\n"
                + "0 lane remove k\npass 900\n0 setlist add l p1 p2\npass 2000\n0 setlist load l\npass 2000\n0 start\n"
                + "pass 2000\n0 setlist next\n1 setlist add l p1\npass 5000"
            #expect(try status(text, workMs: 400...400)["setlist"]?["count"] == 3)
        }

        @Test func `a stop that is never reached has no place`() throws {
            let text = "0 tempo 240\n0 start\npass 300\n0 stop at @40\n0 timer 2 bars\npass 100"
            let stop = try #require(try status(text)["pending"]?.array?.first)
            #expect(stop["at_beat"] == .null, "\(stop)")
        }

        @Test(arguments: [
            "0 groove rock\npass 1000\n0 groove off at @20\n0 cancel\npass 500\n0 groove off\npass 2000",
            "0 groove rock at bar\n0 groove off at bar\npass 4000",
            "0 groove rock at @20\n0 cancel\n0 groove bossa\npass 2000\n0 groove off\npass 2000",
        ])
        func `a groove that ends gives back the meter of before, whatever waited meanwhile`(asked: String) throws {
            let status = try status("0 tempo 240\n0 meter 3/4\n0 start\npass 300\n" + asked)
            #expect(status["meter"] == "3/4" && status["lanes"] == .array([]), "\(status)")
        }

        @Test func `undo of a tempo that waits and changes nothing leaves the history as it was`() throws {
            let text = """
                0 preset save a
                0 tempo 97
                0 setlist add gig a
                0 start
                pass 90
                0 setlist load gig
                0 tempo 120
                0 undo
                pass 2000
                0 undo
                0 status
                """
            let world = "slow card of 11025 Hz, 9 ms late, work 0...0 ms, seed 9569816328942368662"
            let answers = try Simulation.outcome(of: text, try #require(Conditions(world))).answers
            #expect(answers[6]["result"]?["taken_back"]?["changes"]?["bpm"] == 120, "\(answers[6])")
            // The set list's preset is what is undone next.
            let status = try #require(answers.last?["result"]?.flatStatus)
            #expect(status["bpm"] == 97 && status["history"]?["undo"] == 1, "\(status)")
        }

        @Test func `undo takes back a tempo that waits for the next beat, and nothing before it`() throws {
            let text =
                "0 tempo 60\n0 tempo 62\n0 lane tick every 0.7 s\n0 start\npass 300\n0 tempo 70\n0 undo\npass 2000"
            let status = try status(text)
            #expect(status["bpm"] == 62 && status["lanes"]?.array?.count == 1, "\(status)")
            #expect(status["pending"] == .array([]))
        }

        @Test func `of two loops for one bar the later is played, also where its plan comes too late`() throws {
            let world = "fast card of 48000 Hz, 1 ms late, work 0...0 ms, seed 8693342329465868542"
            let text = #"""
                write a.toml [[section]]\nbars = 3\ntempo = 240\n[[section]]\nlabel = "B"\nbars = 4\ntempo = 176\n\#
                [[section]]\nlabel = "C"\nbars = 1\ntempo = 100\n[[section]]\nlabel = "D"\nbars = 3\ntempo = 62\n
                2 song load ~/a.toml
                1 loop D
                0 start
                0 loop B at bar
                2 loop 3 C at bar
                2 volume subdivision 100% at now
                pass 20000
                0 status
                """#
            let outcome = try Simulation.outcome(of: text, try #require(Conditions(world)))
            let song = try #require(outcome.answers.last?["result"]?["song"])
            #expect(song["loop"]?["from_bar"] == 4 && song["loop"]?["to_bar"] == 7, "\(song)")
            #expect(song["section"]?["label"] == "B", "\(song)")
            #expect(outcome.intervals.suffix(8).allSatisfy { abs($0 - 60 / 176) < 0.01 }, "\(outcome.intervals)")
        }
    }
}
