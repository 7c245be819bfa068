// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// What a daemon is told by its configuration, and what one that is killed leaves to the next.
    @Suite struct KillTests {
        private func answers(_ text: String) throws -> [JSONValue] { try Simulations.outcome(text).answers }

        private func bpm(_ text: String) throws -> [Double?] {
            try answers(text).map { $0["result"]?.flatStatus["bpm"]?.number }
        }

        @Test func `a configuration that is read again holds, and one with a mistake changes nothing`() throws {
            let (good, bad) = (#"reload bpm = 77\nmeter = "3/4""#, #"reload bpm = 88\nvolume = 7"#)
            let status = try answers("\(good)\n0 status\n\(bad)\n0 status\n").map { $0["result"]?.flatStatus }
            #expect(status.map { $0?["bpm"] } == [77, 77])
            #expect(status.map { $0?["meter"] } == ["3/4", "3/4"])
            // What was set live stays, where the file says of it what it said before.
            #expect(try bpm("reload bpm = 77\n0 tempo 90\nreload bpm = 77\\nvolume = 0.5\n0 status").last == 90)
        }

        @Test func `a configuration that is read again leaves the tempo to the clock that is followed`() throws {
            let status = try answers("0 follow link 3 ~now 76\nreload bpm = 135\\nvolume = 0.5\n0 status")
            #expect(status.last?["result"]?.flatStatus["bpm"] == 76)
            #expect(status.last?["result"]?.flatStatus["volume"]?.number == 0.5)
        }

        @Test func `the configuration goes before what is remembered, and a file that was refused is not read`() throws
        {
            let text = "reload bpm = 77\n0 tempo 90\npass 2000\nreload bpm = 0\npass 2000\n"
            #expect(try bpm(text + "restart\n0 status").last == 77)
            #expect(try bpm(text + "kill\n0 status").last == 77)
        }

        @Test func `what was set a second before a kill is there after it, and what is set later is not`() throws {
            #expect(try bpm("0 tempo 90\npass 3000\n0 tempo 95\npass 200\nkill\n0 status").last == 90)
        }

        @Test func `a run that a kill interrupts is played on with its phase`() throws {
            let text = "reload resume = true\n0 tempo 93.7\n0 start\npass 7100\nkill\npass 9000"
            let outcome = try Simulations.outcome(text + "\n0 status")
            #expect(outcome.answers.last?["result"]?.flatStatus["playing"] == true)
            let beats = outcome.beats.map { $0.seconds * 93.7 / 60 }
            #expect(beats.count > 20)
            #expect(beats.allSatisfy { abs($0 - $0.rounded()) < 0.001 }, "\(beats)")
            // Its bars are the same bars.
            #expect(outcome.beats.allSatisfy { $0.isBell == (Int(($0.seconds * 93.7 / 60).rounded()) % 4 == 0) })
            // Without the setting it is over.
            let other = try Simulations.outcome("0 start\npass 3000\nkill\npass 3000\n0 status").answers.last
            #expect(other?["result"]?.flatStatus["playing"] == false)
        }

        @Test func `a beat that is a minute ahead keeps its phase, but for the crystal of its card`() throws {
            let world = "slow card of 8000 Hz, 5 ms late, work 0...0 ms, seed 18154091230657704255"
            let text = "reload resume = true\n0 start\npass 1289\n0 tempo 1\npass 2000\nkill\npass 65000"
            let outcome = try Simulation.outcome(of: text, try #require(Conditions(world)))
            #expect(outcome.beats.count > 3)
        }

        @Test(arguments: [0, 20, 40, 60, 80, 100, 120])
        func `a tempo that is written when the daemon ends is that with which its run is played on`(ms: Int) throws {
            // Bar 3 begins about then.
            let outcome = try Simulations.outcome(
                "reload resume = true\n0 tempo 240\n0 start\npass 500\n0 tempo 41 at @3\npass \(ms)\nrestart\npass 5000"
            )
            #expect(outcome.beats.count > 9)
        }

        @Test(arguments: Array(stride(from: 0, through: 240, by: 20)))
        func `a run that is saved between two tempi has that of the beat with which it goes on`(ms: Int) throws {
            // The first tempo is set in mid-beat, so the next beat has the second one, which is not written yet.
            let outcome = try Simulations.outcome(
                """
                reload resume = true
                0 tempo 120
                0 start
                pass 1920
                0 tempo 100
                0 tempo 300 at bar
                pass \(ms)
                kill
                pass 5000
                """)
            #expect(outcome.beats.count > 8)
        }

        @Test(arguments: [80, 90, 100, 150, 250])
        func `a run that is changed as it begins is saved with that change`(ms: Int) throws {
            // The start and the change are adopted one after the other, in the same millisecond.
            let world = "bursty card of 8000 Hz, 2 ms late, work 1...20 ms, seed 7593314106039211187"
            let outcome = try Simulation.outcome(
                of: "reload resume = true\nrestart\n0 start\n0 tempo 373\npass \(ms)\nkill\npass 5000",
                try #require(Conditions(world)))
            #expect(outcome.beats.count > 20)
        }

        @Test(arguments: Array(stride(from: 0, through: 120, by: 10)))
        func `a meter that is written when the daemon ends is that of the run that is played on`(ms: Int) throws {
            let outcome = try Simulations.outcome(
                "reload resume = true\n0 tempo 240\n0 start\npass 500\n0 meter 3/4 at @3\npass \(ms)\nrestart\npass 5000\n0 status"
            )
            #expect(outcome.answers.last?["result"]?.flatStatus["playing"] == true)
            // What is not written yet is dropped.
            let isWritten = outcome.answers.last?["result"]?.flatStatus["meter"] == "3/4"
            #expect(isWritten || ms < 40)
            #expect(outcome.beats.allSatisfy { Self.isOfBothMeters($0, isWritten) }, "\(outcome.beats)")
        }

        @Test(arguments: Array(stride(from: 0, through: 120, by: 10)))
        func `a song that is written when the daemon ends is played on from its own place`(ms: Int) throws {
            let outcome = try Simulations.outcome(
                """
                write a.toml [[section]]\\nmeter = "4/4"\\ntempo = 300\\nbars = 64
                write b.toml [[section]]\\nmeter = "3/4"\\ntempo = 240\\nbars = 64
                reload resume = true
                0 song load ~/a.toml
                0 song scale 0.8
                0 start
                pass 500
                0 song load ~/b.toml at @3
                pass \(ms)
                restart
                pass 5000
                0 status
                """)
            #expect(outcome.answers.last?["result"]?.flatStatus["playing"] == true)
            let song = outcome.answers.last?["result"]?["song"]
            let isWritten = song?["path"]?.string?.hasSuffix("/b.toml") ?? false
            #expect(isWritten || ms < 40)
            #expect(song?["scale"]?.number == (isWritten ? 1 : 0.8))
            #expect(outcome.beats.allSatisfy { Self.isOfBothMeters($0, isWritten) }, "\(outcome.beats)")
        }

        /// Whether a beat lies on the grid of bars in 4/4 at 240 bpm, or of two of those and bars in 3/4 after them, and rings
        /// where a bar begins.
        private static func isOfBothMeters(_ beat: (seconds: Double, isBell: Bool), _ isWritten: Bool) -> Bool {
            let index = Int((beat.seconds * 4).rounded())
            let begins = isWritten && index >= 8 ? (index - 8) % 3 == 0 : index % 4 == 0
            return abs(beat.seconds * 4 - Double(index)) < 0.01 && beat.isBell == begins
        }

        @Test func `on a full disk all is answered, and it is saved with the next change on a free one`() throws {
            let full = "0 tempo 90\npass 3000\ndisk full\n0 tempo 95\n0 volume 50%\npass 3000\n"
            #expect(try bpm(full + "0 status").last == 95)
            #expect(try bpm(full + "kill\n0 status").last == 90)
            #expect(try bpm(full + "disk free\n0 volume 40%\npass 3000\nkill\n0 status").last == 95)
            #expect(try bpm(full + "disk free\nrestart\n0 status").last == 95)
        }

        @Test func `the steps of a fault are read as they are written`() throws {
            let text = "kill\ndisk full\ndisk free\nreload bpm = 77\\nvolume = 0.5"
            #expect(try #require(Script(text)).text == text)
        }
    }
}
