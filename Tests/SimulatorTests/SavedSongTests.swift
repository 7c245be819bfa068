// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Where a song goes on whose file is saved while it plays, and what is told of a song beside that.
    @Suite struct SavedSongTests {
        private func outcome(_ text: String) throws -> Simulation.Outcome { try Simulation.outcome(of: text) }

        private func status(_ text: String) throws -> JSONValue {
            try #require(try outcome(text + "\n0 status").answers.last?["result"]?.flatStatus)
        }

        /// A file of sections: their labels, how many bars each has, and what else is written of them.
        private func file(_ sections: [(label: String, bars: Int, more: String)], top: String = "") -> String {
            "write a.toml "
                + sections.reduce(top) { text, section in
                    text + #"[[section]]\nlabel = "\#(section.label)"\nbars = \#(section.bars)\n\#(section.more)\n"#
                } + "\n"
        }

        @Test func `a song that is saved in its last bar ends with it, or goes on with the bar that was added`() throws
        {
            let written = file([("A", 2, "tempo = 240")]) + "0 song load ~/a.toml\n0 start\npass 1500\n"
            let ended = try outcome(written + file([("A", 2, #"tempo = 240\nvolume = "90%""#)]) + "pass 3000")
            #expect(ended.intervals.count == 7)
            let longer = try outcome(written + file([("A", 3, "tempo = 240")]) + "pass 3000")
            #expect(longer.intervals.count == 11)
        }

        @Test func `of sections with one label the song stays in the one that plays`() throws {
            let sections = [
                ("verse", 2, "tempo = 240"), ("chorus", 2, "tempo = 200"), ("verse", 2, "tempo = 240"),
                ("end", 2, "tempo = 100"),
            ]
            let section = try status(
                file(sections) + "0 song load ~/a.toml\n0 start\npass 4800\n"
                    + file(sections, top: #"volume = "90%"\n"#) + "pass 2000")["song"]?["section"]
            #expect(section?["index"] == 3, "\(section ?? .null)")
        }

        @Test func `a bar stays the same bar where its beats are others, and the bars of a loop do`() throws {
            let half = file([("A", 12, #"tempo = 240\nbeat = "half""#)])
            let position = try status(
                half + "0 song load ~/a.toml\n0 start\npass 3500\n" + file([("A", 12, "tempo = 240")]) + "pass 1000")[
                    "position"]
            #expect(position?["bar"] == 5, "\(position ?? .null)")
            let loop = try status(
                file([("A", 12, "tempo = 240")]) + "0 song load ~/a.toml\n0 loop 3 4\n0 start\npass 300\n"
                    + file([("A", 12, #"tempo = 240\nmeter = "3/4""#)]) + "pass 3000")["song"]?["loop"]
            #expect(loop == ["from_bar": 3, "to_bar": 4])
        }

        @Test func `a section whose label is corrected stays the section, and a loop in it does`() throws {
            func written(_ label: String) -> String { file([("intro", 2, "tempo = 240"), (label, 12, "tempo = 240")]) }
            let played = try status(
                written("vers") + "0 song load ~/a.toml\n0 practise 7 8 at 50% up 25%\n0 start\npass 5500\n"
                    + written("verse") + "pass 2500")
            #expect(played["song"]?["loop"] == ["from_bar": 7, "to_bar": 8], "\(played["song"] ?? .null)")
            #expect((7...8).contains(played["position"]?["bar"]?.integer ?? 0))
        }

        @Test func `a song that is saved with other beats in its last bar ends with that bar`() throws {
            let ended = try outcome(
                file([("A", 2, #"tempo = 240\nbeat = "half""#)]) + "0 song load ~/a.toml\n0 start\npass 1500\n"
                    + file([("A", 2, "tempo = 240")]) + "pass 3000")
            #expect(ended.intervals.count == 3, "\(ended.intervals)")
        }

        @Test func `a count-in keeps its bars where these are others`() throws {
            let position = try status(
                file([("A", 8, "tempo = 120")], top: #"count_in = 2\n"#) + "0 song load ~/a.toml\n0 start\npass 500\n"
                    + file([("A", 8, #"tempo = 120\nmeter = "3/4""#)], top: #"count_in = 2\n"#) + "pass 3200")[
                    "position"]
            #expect(position?["bar"] == 1 && position?["beat"] == 1, "\(position ?? .null)")
        }

        @Test func `a section that is shorter by then is over, and a loop that was left stays left`() throws {
            func written(_ bars: Int) -> String { file([("A", bars, "tempo = 240"), ("B", 8, "tempo = 240")]) }
            let over = try status(written(8) + "0 song load ~/a.toml\n0 start\npass 5300\n" + written(4) + "pass 1000")
            #expect(over["position"]?["bar"] == 5 && over["position"]?["beat"] == 2, "\(over["position"] ?? .null)")
            let left = try status(
                written(8) + "0 song load ~/a.toml\n0 loop 3 4\n0 start\npass 2300\n0 seek 7\npass 600\n" + written(4)
                    + "pass 6000")
            #expect(left["song"]?["section"]?["label"] == "B", "\(left["song"] ?? .null)")
            let sections = [("A", 2, "tempo = 200"), ("B", 2, "tempo = 240"), ("C", 8, "tempo = 200")]
            let moved = try status(
                file(sections) + "0 song load ~/a.toml\n0 loop B\n0 start\npass 1000\n0 seek C\npass 3000\n"
                    + file([sections[0], sections[2], sections[1]]) + "pass 2500")
            #expect(moved["song"]?["section"]?["label"] == "C", "\(moved["song"] ?? .null)")
        }

        @Test func `a loop that a seek has ended is not entered again, also where the song was saved`() throws {
            func written(_ bars: Int) -> String { file([("A", bars, "tempo = 240")]) }
            let position = try status(
                written(8) + "0 song load ~/a.toml\n0 loop 3 4\n0 start\npass 2300\n0 seek 6\npass 600\n" + written(9)
                    + "pass 900\n0 seek 3\npass 4000")["position"]
            #expect(position?["bar"]?.integer == 6, "\(position ?? .null)")
        }

        @Test func `a loop that is practised goes on in the section that is shorter by then`() throws {
            func written(_ bars: Int) -> String { file([("A", bars, "tempo = 240"), ("B", 8, "tempo = 200")]) }
            let song = try status(
                written(8) + "0 song load ~/a.toml\n0 practise 3 4 at 50% up 50% to 100%\n0 start\npass 6600\n"
                    + written(3)
                    + "pass 5000")["song"]
            #expect(song?["section"]?["label"] == "A" && song?["scale"] == 1, "\(song ?? .null)")
        }

        @Test func `a song that is saved in its last bar goes on with what follows its section by then`() throws {
            let position = try status(
                file([("A", 8, "tempo = 240")]) + "0 song load ~/a.toml\n0 start\npass 7600\n"
                    + file([("A", 4, "tempo = 240"), ("B", 1, "tempo = 120"), ("C", 2, "tempo = 60")]) + "pass 1000")[
                    "position"]
            #expect(position?["bar"] == 5, "\(position ?? .null)")
        }

        @Test func `a loop that is practised goes on with its pass`() throws {
            let practice = try status(
                file([("A", 8, "tempo = 240")])
                    + "0 song load ~/a.toml\n0 practise 1 1 at 50% up 25%\n0 start\npass 3800\n"
                    + file([("A", 8, #"tempo = 240\nvolume = "90%""#)]) + "pass 1500")["song"]
            #expect(practice?["practice"]?["pass"] == 4 && practice?["scale"] == 1, "\(practice ?? .null)")
        }

        @Test func `a place in a loop that is practised is told as fast as it is played`() throws {
            let answer = try outcome(
                file([("A", 4, "tempo = 240")])
                    + "0 song load ~/a.toml\n0 practise 1 1 at 100% up 50% to 150%\n0 start\n"
                    + "pass 2800\n0 seek 1 at bar"
            ).answers.last?["result"]
            #expect(answer?["song"]?["scale"] == 1.5, "\(answer ?? .null)")
        }

        @Test func `what is practised while the song plays is counted in as at a start`() throws {
            let answer = try outcome(
                file([("A", 8, "tempo = 240")]) + "0 count-in 1\n0 song load ~/a.toml\n0 start\npass 3300\n"
                    + "0 practise 3 4 at 50% up 25%"
            ).answers.last?["result"]
            #expect(answer?["at_bar"] == 0, "\(answer ?? .null)")
        }

        @Test func `a start at a place of the song plays that place, also outside of the loop`() throws {
            let outcome = try outcome(
                file([("A", 4, "tempo = 240"), ("B", 8, "tempo = 120")])
                    + "0 song load ~/a.toml\n0 loop 5 6\npass 500\n0 start song 4 time ~now\npass 1500")
            let answer = try #require(outcome.answers.last?["result"])
            #expect(answer["at_bar"] == 2 && answer["bpm"] == 240, "\(answer)")
            #expect(outcome.intervals.prefix(10).allSatisfy { abs($0 - 0.25) < 0.001 })
        }

        @Test func `a place far ahead is told with its bar, and without a time that nobody knows yet`() throws {
            let sections = (0..<80).map {
                ("s\($0)", 1, #"tempo = \#(240 + 20 * ($0 % 5))\nmeter = "\#(3 + $0 % 3)/4""#)
            }
            let outcome = try outcome(
                file(sections)
                    + "0 song load ~/a.toml\n0 start\npass 300\n0 stop at @76\n0 status\npass 45000\n0 status")
            let answer = try #require(outcome.answers[2]["result"])
            #expect(answer["at_bar"] == 76 && answer["at_bar_beat"] == 1 && answer["at_ns"] == .null, "\(answer)")
            let told = outcome.answers.suffix(2).compactMap { $0["result"]?["pending"]?.array?.first }
            #expect(told.map { $0["at_bar"] } == [76, 76] && told[0]["at_ns"] == .null && told[1]["at_ns"] != .null)
        }

        @Test func `where a loop is repeated a later bar is refused with the loop as the reason`() throws {
            let error = try outcome(
                file([("A", 12, "tempo = 240")]) + "0 song load ~/a.toml\n0 start\n0 loop 1 2\n0 stop at @9"
            ).answers.last?["error"]
            #expect(
                error?["message"] == "the song repeats its loop and never gets to @9: metroctl loop off lets it go on")
            let none = try outcome(
                file([("A", 12, "tempo = 240")]) + "0 song load ~/a.toml\n0 start\n0 loop 1 2\n0 stop at @99"
            ).answers.last?["error"]
            #expect(
                none?["message"] == "the song repeats its loop, and @99 does not come after it either",
                "\(none ?? .null)")
            let late = try outcome(
                file([("A", 12, "tempo = 240")]) + "0 song load ~/a.toml\n0 start\n0 loop 1 2\npass 20000\n0 stop at @9"
            ).answers.last?["error"]
            #expect(late?["message"] == error?["message"])
        }
    }

    /// What is told of a loop while the song plays.
    @Suite struct ToldLoopTests {
        private static let written =
            "write a.toml "
            + ["A", "B", "C"].map { #"[[section]]\nlabel = "\#($0)"\nbars = 2\ntempo = 240\n"# }.joined()
            + "\n0 song load ~/a.toml\n"

        @Test(arguments: [("loop off at beat", "B"), ("loop B at beat", "B"), ("loop A A at beat", "A")])
        func `the answer to another loop tells the section that follows by then`(line: String, next: String) throws {
            let answers = try Simulation.outcome(of: Self.written + "0 loop A\n0 start\npass 1500\n0 \(line)\npass 50")
                .answers
            let song = answers.last?["result"]?["song"]
            #expect(song?["next"]?["label"] == .string(next), "\(song ?? .null)")
        }

        @Test func `what waits for a section in a loop is told that the loop is why there is none`() throws {
            let answers = try Simulation.outcome(
                of: Self.written + "0 loop 2 2\n0 start\npass 900\n0 volume 50% at section"
            ).answers
            let message = answers.last?["error"]?["message"]?.string ?? ""
            #expect(message.contains("loop off"), "\(answers.last ?? .null)")
        }
    }
}
