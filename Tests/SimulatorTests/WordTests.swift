// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    @Suite struct WordTests {
        @Test func `reset makes a plain metronome, in one step of undo`() throws {
            let text = """
                0 set bpm=133 meter=7/8 subdivision=2 swing=2:1 volume=0.5 sounds.beat=rim
                0 accents XxAxxxx
                0 lane kick x...x...
                0 trainer gap 3 1
                0 timer 5
                0 count-in 2
                0 mute
                0 reset
                0 status
                0 undo
                0 status
                """
            let answers = try Simulation.outcome(of: text).answers.map { $0["result"] ?? .null }
            let settings = answers.map { $0["settings"] ?? .null }
            let (plain, before) = (settings[8], settings[10])
            #expect(plain["meter"] == "4/4" && plain["accents"] == "auto" && plain["bell"]?["every"] == 4)
            #expect(plain["subdivision"] == 1 && plain["swing"] == "even" && plain["lanes"] == [])
            #expect(plain["gap_trainer"] == "off" && plain["timer"] == "off" && plain["count_in"] == 0)
            #expect(plain["muted"] == false && plain["bpm"] == 133 && plain["volume"] == 0.5)
            #expect(plain["sounds"]?["beat"] == "rim")
            #expect(before["meter"] == "7/8" && before["accents"] == "XxAxxxx" && before["subdivision"] == 2)
            #expect(before["gap_trainer"] == "3 1 bars" && before["count_in"] == 2 && before["muted"] == true)
            #expect(before["lanes"]?[0]?["name"] == "kick" && before["timer"] == "5 minutes")
        }
    }
}
