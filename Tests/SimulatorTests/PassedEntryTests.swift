// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Entries of a set list whose files are gone, and what is taken back with the music that it was a change of.
    @Suite struct PassedEntryTests {
        /// The answers to a script. A file takes so long to be read.
        private func results(_ text: String, work: ClosedRange<Int> = 0...0) throws -> [JSONValue] {
            var conditions = Conditions()
            conditions.workMs = work
            return try Simulation.outcome(of: text, conditions).answers.map {
                $0["result"]?.flatStatus ?? $0["error"] ?? .null
            }
        }

        private static let list = """
            0 tempo 240
            0 preset save a
            0 preset save b
            0 preset save c
            0 setlist add n a b c
            0 setlist bars n 1 2
            pass 100
            0 setlist load n

            """

        @Test func `advance passes over an entry whose preset is gone since the list was loaded`() throws {
            let answers = try results(
                Self.list + "0 start\npass 500\n0 preset remove b\npass 100\n0 setlist advance\npass 3000\n0 status")
            #expect(answers[9]["setlist"]?["place"] == 3, "\(answers[9])")
            #expect(answers[10]["setlist"]?["place"] == 3)
        }

        @Test func `advance ends the music where no entry is left that can be played`() throws {
            let answers = try results(
                Self.list + "0 start\npass 500\n0 preset remove b\n0 preset remove c\npass 100\n0 setlist advance\n"
                    + "pass 3000\n0 status")
            #expect(answers[10]["playing"] == false, "\(answers[10])")
            #expect(answers[11]["playing"] == false)
        }

        @Test func `a list that goes on by itself passes over an entry that is gone`() throws {
            let answers = try results(
                Self.list + "0 start\npass 500\n0 preset remove b\npass 5000\n0 status\n0 start\npass 500\n0 status")
            #expect(answers[9]["setlist"]?["place"] == 3, "\(answers[9])")
            #expect(answers[9]["playing"] == false)
            #expect(answers[11]["setlist"]?["place"] == 3)
        }

        @Test func `a list that is shown says of its entries what holds, also of the next one`() throws {
            let answers = try results(
                Self.list + "0 preset remove b\n0 setlist show\n0 status")
            #expect(answers[8]["entries"]?.array?[1]["trouble"] != .null)
            #expect(answers[9]["setlist"]?["next"]?["name"] == "c", "\(answers[9]["setlist"] ?? .null)")
        }

        @Test func `a stop while the entry that follows is read ends the music`() throws {
            let answers = try results(
                Self.list
                    + "0 start\npass 500\n0 preset remove b\npass 300\n0 setlist advance\n1 stop\npass 3000\n0 status",
                work: 40...60)
            #expect(answers.last?["playing"] == false, "\(answers.last ?? .null)")
        }

        @Test func `another entry that is asked for while one is passed over is played`() throws {
            let answers = try results(
                Self.list
                    + "0 start\npass 500\n0 preset remove b\npass 300\n0 setlist advance\n1 setlist go 1\npass 1000\n0 status",
                work: 40...60)
            #expect(answers.last?["setlist"]?["place"] == 1, "\(answers.last ?? .null)")
        }

        @Test func `an entry that is back is played again`() throws {
            let answers = try results(
                Self.list + "0 start\npass 500\n0 preset remove b\npass 300\n0 setlist advance\npass 1500\n"
                    + "0 preset save b\npass 100\n0 setlist go 1\npass 1500\n0 setlist advance\npass 1500\n0 status")
            #expect(answers.last?["setlist"]?["place"] == 2, "\(answers.last ?? .null)")
        }

        @Test func `what was undone of the music that plays can be redone after a preset is taken back`() throws {
            let answers = try results(
                "0 tempo 240\n0 preset save b\n0 tempo 200\n0 start\npass 700\n0 preset load b at @4\n0 subdivision 2\n"
                    + "0 undo\n0 undo\n0 redo")
            #expect(answers.last?["subdivision"] == 2, "\(answers.last ?? .null)")
        }

        @Test func `after a preset is taken back, what was asked for behind it cannot be redone`() throws {
            let answers = try results(
                """
                0 tempo 240
                0 preset save b
                0 tempo 200
                0 start
                pass 700
                0 preset load b
                0 tempo +10
                0 undo
                0 undo
                0 redo
                pass 3000
                0 status
                """)
            #expect(answers[8]["data"]?["reason"] == "nothing_to_restore", "\(answers[8])")
            #expect(answers[9]["bpm"] == 200)
        }

        @Test func `in the last beat of a song its loop and its tempo are changed for the next start`() throws {
            let song =
                #"[[section]]\nlabel = "A"\nbars = 1\ntempo = 120\n[[section]]\nlabel = "B"\nbars = 2\ntempo = 120\n"#
            let answers = try results(
                "write a.toml \(song)\n0 song load ~/a.toml\n0 loop A\n0 start\npass 1000\n0 seek B\npass 4000\n"
                    + "0 loop off\n0 song scale 50%\npass 3000\n0 song show")
            #expect(answers[4]["song"]?["loop"] == .null, "\(answers[4])")
            #expect(answers[5]["song"]?["scale"] == 0.5, "\(answers[5])")
            #expect(answers[6]["song"]?["loop"] == .null)
            #expect(answers[6]["song"]?["scale"] == 0.5)
        }

        @Test func `of a timer and a trainer nothing is told that a change which waits prevents`() throws {
            let timer = try results("0 tempo 240\n0 timer 2 bars\n0 start\npass 300\n0 timer 16 bars at bar\n0 status")
            #expect(timer[4]["practice"]?["timer"]?["length"] == 2)
            #expect(timer[4]["practice"]?["timer"]?["end_beat"] == .null, "\(timer[4]["practice"] ?? .null)")
            let trainer = try results(
                "0 trainer speed 200 to 240 by 20 every 1 then stop\n0 start\npass 300\n0 tempo 300 at bar\n0 status")
            let speed = trainer[3]["practice"]?["speed"]
            #expect(speed?["next_beat"] == .null && speed?["next_bpm"] == .null, "\(speed ?? .null)")
            #expect(speed?["end_beat"] == .null)
            let stopped = try results(
                "0 trainer speed 200 to 240 by 20 every 1\n0 start\npass 300\n0 stop at @2\n0 status")
            #expect(stopped[3]["practice"]?["speed"]?["next_beat"] == .null, "\(stopped[3]["practice"] ?? .null)")
            let others = try results(
                "0 tempo 240\n0 trainer gap 2 2\n0 prompt C F G every 2\n0 start\npass 300\n0 trainer off at bar\n"
                    + "0 prompt off at bar\n0 status")
            #expect(others[6]["practice"]?["gap"]?["next_beat"] == .null, "\(others[6]["practice"] ?? .null)")
            #expect(others[6]["practice"]?["prompt"]?["next_bar"] == .null)
        }
    }
}
