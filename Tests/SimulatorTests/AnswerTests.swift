// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// What clients are answered, and what is heard then.
    @Suite struct AnswerTests {
        /// Two songs, and what both have.
        private static let songs = """
            write a.toml [[section]]\\nlabel = "A"\\nbars = 4\\ntempo = 120\\n[[section]]\\nlabel = "B"\\nbars = 4\\ntempo = 200\\n
            write b.toml [[section]]\\nlabel = "C"\\nbars = 4\\ntempo = 150\\n
            write c.toml [[section]]\\nlabel = "D"\\nbars = 4\\ntempo = 90\\n

            """

        private func results(_ text: String, _ conditions: Conditions = Conditions()) throws -> [JSONValue] {
            try Simulation.outcome(of: text, conditions).answers.map {
                $0["result"]?.flatStatus ?? $0["error"] ?? .null
            }
        }

        @Test func `a bell that is set behind a meter which waits for the next beat is told to hold with it`() throws {
            let world = "fast card of 16000 Hz, 1 ms late, work 1...20 ms, seed 259672633660297296"
            let text = """
                0 start
                0 toggle
                pass 165
                0 toggle
                0 toggle
                pass 661
                0 start
                0 meter 7/4
                0 bell 5
                0 volume 0.5
                pass 4000
                """
            let answers = try results(text, try #require(Conditions(world)))
            #expect(answers[5...6].map { $0["at_beat"] } == [1, 1], "\(answers)")
            #expect(answers[7]["at_beat"]?.number ?? 9 < 1, "\(answers)")
        }

        // MARK: taps

        @Test(arguments: Array(stride(from: 300, through: 560, by: 20)))
        func `a tempo that is tapped for the bar line holds from there on, whenever the last tap comes`(ms: Int) throws
        {
            let taps = ["pass 430"] + Array(repeating: "0 tap at bar\npass 500", count: 4)
            let text = (["0 tempo 100", "0 start"] + taps).joined(separator: "\n")
            let heard = try Simulation.outcome(of: text + "\npass \(ms - 500 + 60)\n0 tap at bar\npass 6000").intervals
            // The bar has four beats of 0.6 s; then all follow the taps, of which the last one may begin another bar.
            #expect(heard.prefix(4).allSatisfy { abs($0 - 0.6) < 0.001 }, "\(heard)")
            let rest = heard.dropFirst(4)
            #expect(rest.count > 8 && rest.allSatisfy { $0 < 0.55 }, "\(heard)")
        }

        @Test func `a tap that is refused takes back nobody's change, and moves no beat`() throws {
            let text = """
                0 tempo 60
                0 lane a every 1/240 beats
                0 lane b every 1/240 beats
                0 start
                pass 100
                1 stop at @30
                0 tap at bar
                pass 60
                0 tap at bar
                0 tap
                0 volume 0.9
                pass 3000
                1 cancel
                """
            let outcome = try Simulation.outcome(of: text)
            let answers = outcome.answers
            for answer in answers[6...7] {
                #expect(answer["error"]?["data"]?["reason"] == "out_of_range", "\(answer)")
            }
            #expect(answers[9]["result"]?["cancelled"] == [1], "\(answers)")
        }

        // MARK: ends

        @Test(arguments: Array(stride(from: 1800, through: 1910, by: 5)))
        func `an end is cancelled, or the music ends, whenever it is asked for`(ms: Int) throws {
            let text = "0 tempo 120\n0 start\npass 500\n0 stop at @2\npass \(ms)\n0 cancel\npass 3000\n0 status"
            let answers = try results(text)
            let isCancelled = answers[3]["cancelled"] == [1]
            #expect(answers[4]["playing"] == .bool(isCancelled), "\(answers[3]) \(answers[4])")
        }

        @Test(arguments: Array(stride(from: 1800, through: 1910, by: 5)))
        func `a change that comes too late for the music's end holds for the next start`(ms: Int) throws {
            let text =
                "0 tempo 120\n0 start\npass 500\n0 stop at @2\npass \(ms)\n0 meter 3/4\n0 tempo 90\npass 3000\n0 status"
            let answers = try results(text)
            #expect(answers[3]["meter"] == "3/4" && answers[5]["meter"] == "3/4" && answers[5]["bpm"] == 90)
            #expect(
                (answers[3]["at_beat"]?.number ?? 0) <= 4 && (answers[4]["at_beat"]?.number ?? 0) <= 4, "\(answers)")
        }

        @Test(arguments: ["nudge bar", "meter 3/4 at bar", "lane kick x... at bar"])
        func `a timer is over with its last bar, also where something else begins there`(line: String) throws {
            // In the first beat of the last of four bars: the next one begins a bar by the nudge, or three beats later.
            let text = "0 tempo 120\n0 timer 4 bars\n0 start\npass 6200\n0 \(line)\npass 6000\n0 status"
            let outcome = try Simulation.outcome(of: text)
            #expect(outcome.answers.last?["result"]?["playing"] == false)
            // The signal is the last beat, and rings three times.
            #expect(outcome.beats.count == (line == "nudge bar" ? 13 : 16) + 3, "\(line): \(outcome.beats.count)")
        }

        @Test func `where the beats are counted aloud a timer ends with the bell all the same`() throws {
            let text = "0 sound bell voice\n0 tempo 240\n0 timer 6 bars\n0 start\npass 8000"
            let beats = try Simulation.outcome(of: text).beats
            #expect(beats.map(\.isBell) == Array(repeating: false, count: 24) + [true, true, true])
        }

        @Test(arguments: ["nudge bar", "meter 3/4 at bar", "lane kick x... at bar"])
        func `a speed trainer ends the music with its last bar, also where something else begins there`(line: String)
            throws
        {
            // In the first beat of the last of four bars, the fourth of 120 bpm and more: as with the timer.
            let text = """
                0 tempo 120
                0 trainer speed 120 to 123 by 1 every 1 then stop
                0 start
                pass 6150
                0 \(line)
                pass 6000
                0 status
                """
            let outcome = try Simulation.outcome(of: text)
            #expect(outcome.answers.last?["result"]?["playing"] == false)
            #expect(outcome.beats.count == (line == "nudge bar" ? 13 : 16), "\(line): \(outcome.beats.count)")
        }

        // MARK: starts

        @Test func `a place to begin at goes with its start: the next one begins with the song`() throws {
            var conditions = Conditions()
            conditions.workMs = 100...100
            let text =
                Self.songs + """
                    0 song load ~/a.toml
                    pass 1000
                    0 {"id":1,"method":"start","params":{"quarters":17,"time_ns":1000002000000}}
                    1 stop
                    pass 500
                    0 start
                    pass 1000
                    """
            let outcome = try Simulation.outcome(of: text, conditions)
            #expect(outcome.answers[1...2].contains { $0["error"]?["data"]?["reason"] == "busy" })
            #expect(outcome.answers[3]["result"]?.flatStatus["bpm"] == 120)
            #expect(outcome.intervals.prefix(3).allSatisfy { abs($0 - 0.5) < 0.001 }, "\(outcome.intervals)")
        }

        @Test func `a phase that was tapped goes with its start`() throws {
            var conditions = Conditions()
            conditions.workMs = 100...100
            let taps = Array(repeating: "0 tap start 4\npass 487", count: 3).joined(separator: "\n")
            let text = taps + "\n0 tap start 4\n1 stop\npass 500\n0 start\npass 4000"
            let outcome = try Simulation.outcome(of: text, conditions)
            #expect(outcome.answers[3...4].contains { $0["error"]?["data"]?["reason"] == "busy" })
            #expect(outcome.intervals.allSatisfy { abs($0 - 0.487) < 0.001 }, "\(outcome.intervals)")
        }

        @Test func `a start tells the tempo that is heard, also where a trainer has another than is set`() throws {
            let text = "0 trainer speed 140 to 200 by 5 every 4 bars\n0 tempo 99\n0 start\npass 1500"
            let outcome = try Simulation.outcome(of: text)
            #expect(outcome.answers[2]["result"]?.flatStatus["bpm"] == 140)
            let first = try #require(outcome.intervals.first)
            #expect(abs(first - 60.0 / 140) < 0.001)
        }

        @Test func `what is repeated begins there, also where that is set while nothing plays`() throws {
            let outcome = try Simulation.outcome(of: Self.songs + "0 song load ~/a.toml\n0 loop B\n0 start\npass 1500")
            #expect(outcome.answers[1]["result"]?["song"]?["start_bar"] == 5)
            #expect(outcome.answers[2]["result"]?.flatStatus["bpm"] == 200)
            #expect(outcome.intervals.allSatisfy { abs($0 - 0.3) < 0.001 } && outcome.intervals.count > 3)
        }

        // MARK: songs and set lists

        @Test func `a song that begins in the midst of a ramp tells the tempo there, with its count-in as fast`() throws
        {
            let song = #"count_in = 1\n[[section]]\nbars = 4\ntempo = { from = 100, to = 180 }\n"#
            let text =
                "write a.toml \(song)\n0 song load ~/a.toml from 3\n0 status\n0 start\npass 1500\n0 song scale 50%\n0 stop\npass 500\n0 status"
            let outcome = try Simulation.outcome(of: text)
            let bpm = outcome.answers.map { $0["result"]?.flatStatus["bpm"]?.number }
            #expect(bpm[1] == 140 && bpm[2] == 140 && bpm[5] == 70, "\(bpm)")
            let first = try #require(outcome.intervals.first)
            #expect(abs(first - 60.0 / 140) < 0.001)
        }

        @Test
        func
            `a preset that holds at once takes the tempo from a trainer, also where beats are heard before they are written`()
            throws
        {
            let text =
                "0 preset save a\n0 trainer speed 161 to 103 by 6 every 3\n0 start\npass 4000\n"
                + "0 {\"id\":9,\"method\":\"offset.set\",\"params\":{\"offset_ms\":-999}}\n0 preset load a at now\n0 volume 50%\npass 3000\n0 status"
            let outcome = try Simulation.outcome(of: text)
            #expect(outcome.answers.last?["result"]?.flatStatus["bpm"] == 120)
        }

        /// The laws say that what is heard is what is told.
        @Test func `an entry that is taken back while the first beat is waited for plays as it is told`() throws {
            let song = #"[[section]]\nbars = 9\ntempo = 252\nmeter = "5/4"\n"#
            let text =
                "write a.toml \(song)\n0 preset save a\n0 setlist add gig a ~/a.toml\n0 setlist load gig\npass 1500\n"
                + "0 start\n1 setlist next\n0 setlist previous\npass 3000\n0 status"
            let outcome = try Simulation.outcome(
                of: text,
                try #require(Conditions("fast card of 11025 Hz, 1 ms late, work 0...0 ms, seed 9080533678668023017")))
            let status = try #require(outcome.answers.last?["result"]?.flatStatus)
            #expect((status["song"]?["path"] != nil) == (status["setlist"]?["place"] == 2), "\(status)")
        }

        @Test func `a song that was unloaded is unloaded, also where the music stops before the next beat`() throws {
            let text =
                Self.songs + "0 song load ~/a.toml\n0 start\npass 1234\n0 song unload\n0 stop\npass 100\n0 song show"
            let answers = try results(text)
            #expect(answers[2]["song"] == .null)
            #expect(answers[4]["data"]?["reason"] == "no_song")
        }

        @Test func `what is set after a song was unloaded holds with the beat that ends the song`() throws {
            let text =
                Self.songs + "0 song load ~/a.toml\n0 start\npass 1234\n0 song unload\n0 tempo 97\n"
                + "0 lane hat x at bar\n0 groove son-clave\n0 song load ~/a.toml\n0 tempo 98\npass 3000\n0 song unload at @4\n"
                + "0 tempo 99\n0 song unload\npass 3000\n0 status"
            let answers = try results(text)
            #expect(answers[3]["bpm"] == 97)
            #expect(answers[3]["at_beat"] == answers[2]["at_beat"])
            #expect(answers[4]["lanes"] != nil)
            #expect(answers[5]["lanes"] != nil)
            #expect([7, 9].map { answers[$0]["data"]?["reason"] } == ["song_plays", "song_plays"])
            #expect(answers[11]["bpm"] == 97)
        }

        @Test func `a song that waits to be unloaded plays until then, and can be unloaded before`() throws {
            let text =
                Self.songs + "0 song load ~/a.toml\n0 start\npass 1234\n0 song unload at @4\n0 song scale 90%\n"
                + "0 song unload\npass 3000\n0 status"
            let answers = try results(text)
            #expect(answers[3]["song"]?["scale"] == 0.9)
            #expect(answers[4]["song"] == .null)
            #expect(answers[5]["song"] == .null)
        }

        @Test func `a change that waits for a place is forgotten where the music stops before it`() throws {
            let text =
                Self.songs
                + "0 song load ~/a.toml\n0 start\npass 1234\n0 song unload at bar\n0 stop\npass 100\n0 song show"
            #expect(try results(text)[4]["song"]?["start_bar"] == 1)
        }

        @Test func `what is undone beside a song is told to hold after it`() throws {
            let text = Self.songs + "0 tempo 101\n0 tempo 102\n0 song load ~/a.toml\n0 undo\n0 song unload\n0 redo"
            let answers = try results(text)
            #expect(answers[3]["bpm"] == 101 && answers[3]["after_song"] == true)
            #expect(answers[5]["bpm"] == 102 && answers[5]["after_song"] == nil)
        }

        @Test func `a version of a song that cannot be played leaves the places that wait as they are`() throws {
            let text =
                Self.songs + """
                    0 song load ~/a.toml
                    0 start
                    pass 200
                    0 seek B at bar
                    write a.toml [[section]]\\nlabel = "N"\\nbars = 4\\ntempo = 600\\nlanes = ["a every 1/240 beats", "b every 1/240 beats", "c every 1/240 beats"]\\n
                    pass 200
                    0 song show
                    pass 4000
                    """
            let outcome = try Simulation.outcome(of: text)
            #expect(outcome.answers[3]["result"]?["song"]?["trouble"] != .null, "\(outcome.answers[3])")
            let intervals = outcome.intervals
            #expect(intervals.prefix(4).allSatisfy { abs($0 - 0.5) < 0.001 }, "\(intervals)")
            #expect(intervals.dropFirst(4).prefix(8).allSatisfy { abs($0 - 0.3) < 0.001 }, "\(intervals)")
        }

        @Test func `the entry that follows is the next, also where the one that plays was taken out`() throws {
            let list = ["a", "b", "c"].map { "0 setlist add gig ~/\($0).toml" }.joined(separator: "\n")
            let text = Self.songs + list + "\n0 setlist load gig\n0 setlist remove gig 1\n0 status\n0 setlist next"
            let answers = try results(text)
            let present = answers[5]["setlist"]
            #expect(present?["entry"]?["name"] == "a" && present?["place"] == 0 && present?["next"]?["name"] == "b")
            #expect(answers[6]["setlist"]?["entry"]?["name"] == "b" && answers[6]["setlist"]?["place"] == 1)
        }

        @Test func `a set list that is closed while it is loaded anew is closed, which whoever loads it is told`()
            throws
        {
            var conditions = Conditions()
            conditions.workMs = 100...100
            let text = """
                0 setlist add gig ~/a.toml ~/b.toml
                pass 500
                0 setlist load gig
                pass 1000
                0 setlist load gig
                pass 150
                1 setlist close
                pass 1000
                """
            let answers = try results(Self.songs + text, conditions)
            #expect(answers.contains { $0["data"]?["reason"] == "no_setlist" }, "\(answers)")
            #expect(answers.contains { $0["setlist"] == .null }, "\(answers)")
        }

        @Test func `of a preset that waits the changes are told`() throws {
            let text =
                "0 tempo 100\n0 preset save a\n0 tempo 110\n0 meter 3/4\n0 start\npass 300\n0 preset load a at bar\n0 status"
            let changes = try #require(try results(text)[6]["pending"]?.array?.first?["changes"]?.object)
            #expect(changes["bpm"] == 100 && changes["meter"] == "4/4" && changes["volume"] == nil, "\(changes)")
            #expect(changes["swing"] == nil && changes["lanes"] == nil, "\(changes)")
        }

        @Test func `of a change that waits all is told that follows from it`() throws {
            let text = "0 accents XxAx\n0 start\npass 300\n0 set bell=3 at=bar\n0 status"
            let answers = try results(text)
            let changes = answers[3]["pending"]?.array?.first?["changes"]
            #expect(changes?["accents"] == "auto" && changes?["accents"] == answers[2]["accents"], "\(answers[2...])")
        }

        // MARK: accents

        @Test func `the bell rings as it was set last, also where accents were set before`() throws {
            let outcome = try Simulation.outcome(of: "0 accents XxAx\n0 bell off\n0 start\npass 4500")
            #expect(
                outcome.answers[1]["result"]?.flatStatus["accents"] == "AxAx"
                    && outcome.answers[1]["result"]?.flatStatus["bell"] == .null)
            #expect(outcome.beats.count > 8 && outcome.beats.allSatisfy { !$0.isBell })
            let answers = try results(
                "0 accents XxAx\n0 bell 4 on 2\n0 bell bar\n0 bell 3\n0 undo\n0 accents X..X\n0 status")
            #expect(answers[1]["accents"] == "AXAx")
            #expect(answers[2]["accents"] == "XAAx")
            #expect(answers[3]["accents"] == "auto" && answers[3]["bell"]?["every"] == 3)
            #expect(answers[4]["accents"] == "XAAx")
            #expect(answers[6]["accents"] == "X..X")
        }
    }
}
