// SPDX-License-Identifier: Apache-2.0

import Simulator
import Testing

extension Simulations {
    /// Scripts, each of which has shown something once.
    @Suite struct ScriptTests {
        @Test func `a metronome plays, and follows tempo, meter and lanes`() throws {
            let report = try Simulation.play(
                """
                0 tempo 120
                0 start
                pass 4000
                0 tempo 97.3
                pass 3000
                1 meter 7/8
                1 lane hat x.x.
                pass 5000
                0 tempo 180 at bar
                pass 5000
                1 undo
                pass 3000
                0 stop
                pass 1000
                """)
            #expect(report.seconds > 24)
        }

        @Test func `a clock whose beats are told up to 8 ms off is followed by beats that are even`() throws {
            var (text, offMs) = ("0 start\npass 2000\n", 0)
            for beat in 0..<40 {
                let nextMs = [3, -7, 8, -2, 5, -8, 0, 6][beat * beat / 3 % 8]
                text += "0 follow link \(beat) ~now 120\npass \(500 + nextMs - offMs)\n"
                offMs = nextMs
            }
            let intervals = try Simulations.outcome(text).intervals
            // The first bar is led to the clock.
            #expect(intervals.count > 40)
            #expect(intervals.dropFirst(8).allSatisfy { abs($0 - 0.5) < 0.005 })
            #expect(intervals.dropFirst(32).allSatisfy { abs($0 - 0.5) < 0.0026 })
        }

        @Test func `a bell in the bars before a meter that waits`() throws {
            try Simulation.play(
                """
                0 start
                pass 300
                0 meter 2/4 at @5
                0 bell 3 at bar
                pass 18000
                """)
        }

        @Test func `a song that begins with a ramp is told while a run that has not begun plays it`() throws {
            try Simulation.play(
                #"write a.toml [[section]]\nlabel = "A"\nbars = 4\ntempo = { from = 190, to = 93 }\n"# + "\n"
                    + """
                    0 start
                    0 song load ~/a.toml
                    pass 6000
                    """)
        }

        @Test func `a seek that waits for a song is forgotten where another one comes in its place`() throws {
            let (long, short) = (
                #"write b.toml [[section]]\nlabel = "A"\nbars = 10\ntempo = 272\n"#,
                #"write a.toml [[section]]\nlabel = "A"\nbars = 2\ntempo = 220\n"#
                    + #"[[section]]\nlabel = "B"\nbars = 1\ntempo = { from = 191, to = 285 }\n"#
            )
            try Simulation.play(
                """
                \(long)
                \(short)
                0 start
                0 song load ~/b.toml at @2
                0 seek 10 at @2
                pass 1400
                0 song load ~/a.toml at section
                pass 6000
                """)
        }

        @Test func `a place is one of the song whose first beat is decided, though the one before is still heard`()
            throws
        {
            let songs = [
                #"write a.toml [[section]]\nlabel = "A"\nbars = 4\ntempo = 120\n"#,
                #"write b.toml [[section]]\nlabel = "A"\nbars = 2\ntempo = 120\nmeter = "2/4"\n"#,
            ]
            for ms in stride(from: 800, through: 1000, by: 10) {
                try Simulation.play(
                    songs.joined(separator: "\n") + """

                        0 song load ~/b.toml
                        0 start
                        pass 200
                        0 song load ~/a.toml at bar
                        pass \(ms)
                        0 loop A
                        pass 100
                        """)
            }
        }

        @Test func `a preset that is written while the daemon ends is remembered as the last`() throws {
            var conditions = Conditions()
            conditions.workMs = 1200...1200
            let script = try #require(Script("0 preset save a\npass 9000\n0 preset save b\n0 preset save c\nrestart"))
            try Simulation.play(script, conditions)
        }

        @Test func `a lane in seconds loses no click to the tempo of a clock that is followed`() throws {
            let world = "bursty card of 8000 Hz, 2 ms late, work 5...400 ms, seed 7309864199895994145"
            let text = """
                2 tempo 140
                pass 397
                pass 397
                pass 447
                1 tempo 175
                pass 447
                pass 447
                pass 19
                0 start
                0 follow link 3 ~now 63
                pass 952
                pass 952
                0 follow link 0 ~now 155
                pass 33
                pass 50
                pass 350
                pass 350
                pass 45
                0 follow link 0 ~now 159
                pass 377
                pass 377
                1 lane click cycle 0.2 0.2 0.4 s 3 times
                pass 377
                pass 377
                0 follow link 0 ~now 164
                pass 365
                pass 365
                """
            try Simulation.play(try #require(Script(text)), try #require(Conditions(world)))
        }

        @Test func `an entry that waits is told again where its set list is edited`() throws {
            let songs = ["a", "b", "c"].map { #"write \#($0).toml [[section]]\nbars = 4\ntempo = 120\n"# }
            try Simulation.play(
                songs.joined(separator: "\n") + """

                    0 setlist add gig ~/a.toml ~/b.toml ~/c.toml
                    0 start
                    pass 700
                    0 setlist load gig at @9
                    0 setlist go 3 at @9
                    0 setlist remove gig 1
                    pass 50
                    """)
        }

        @Test(arguments: ["2", "3\n0 swing 2:1\n0 count-in 1"])
        func `the parts of a silent beat are silent with it, also where accents change within a beat`(
            subdivision: String
        ) throws {
            try Simulation.play(
                """
                0 tempo 100
                0 subdivision \(subdivision)
                0 accents x.xx
                0 start
                pass 4000
                0 accents .xx.
                pass 730
                0 accents auto
                pass 810
                0 accents X..x
                pass 1100
                0 meter 3/4
                pass 2000
                0 accents .x.
                pass 1900
                0 undo
                pass 2000
                """)
        }

        @Test(arguments: ["lane beat unmute", "lane beat mute", "lane hat x.x. solo", "accents x.x."])
        func `the three strokes with which a timer ends are told, and no part of that beat is`(change: String) throws {
            try Simulation.play(
                """
                0 tempo 200
                0 \(change)
                0 subdivision 2
                0 timer 5 bars
                0 start
                pass 8000
                0 timer 6 s
                0 start
                pass 9000
                """)
        }

        @Test func `a tap before the first beat leads to its phase, also where the card fails then`() throws {
            let world = "bursty card of 48000 Hz, 1 ms late, work 0...0 ms, seed 2512063460683374513"
            let script = try #require(Script("3 tap at bar\npass 274\nsuspend\n3 start\nxrun\n0 tap"))
            try Simulation.play(script, try #require(Conditions(world)))
        }
    }
}
