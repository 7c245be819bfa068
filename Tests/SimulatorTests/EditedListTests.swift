// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Where a set list is whose entries are others meanwhile.
    @Suite struct EditedListTests {
        private static let presets = "0 tempo 200\n0 preset save w\npass 900\n0 tempo 100\n0 preset save g\npass 900\n"

        private func statuses(_ text: String) throws -> [JSONValue] {
            try Simulation.outcome(of: text).answers.compactMap { $0["result"]?.flatStatus }
        }

        @Test func `where the entry that plays is taken out the one behind it is next, also where another is like it`()
            throws
        {
            let last = try statuses(
                Self.presets
                    + "0 setlist add l w g w\npass 900\n0 setlist load l\n0 start\npass 900\n0 setlist remove l 1\n"
                    + "pass 900\n0 setlist advance\npass 2500\n0 status"
            ).last
            #expect(
                last?["playing"] == true && last?["preset"] == "g" && last?["setlist"]?["place"] == 1,
                "\(last ?? .null)")
        }

        @Test func `an entry that is moved stays the one that plays`() throws {
            let last = try statuses(
                Self.presets
                    + "0 setlist add l w g w\npass 900\n0 setlist load l\n0 start\npass 900\n0 setlist move l 1 3\n"
                    + "pass 900\n0 status"
            ).last
            #expect(last?["setlist"]?["place"] == 3, "\(last ?? .null)")
        }

        @Test func `a set list that is closed takes back the end of its entry, whatever its bars are by then`() throws {
            let last = try statuses(
                Self.presets
                    + "0 setlist add l w g\n0 setlist bars l 1 4\npass 900\n0 setlist load l\n0 start\npass 900\n"
                    + "0 setlist bars l 1 8\npass 300\n0 setlist close\npass 5000\n0 status"
            ).last
            #expect(last?["playing"] == true && last?["timer"] == "off", "\(last ?? .null)")
        }

        @Test func `undo after a song leads back to the preset before it, and the set list with it`() throws {
            let last = try statuses(
                #"write s.toml [[section]]\nlabel = "A"\nbars = 4\ntempo = 240\n"# + "\n" + Self.presets
                    + "0 setlist add l w ~/s.toml g\npass 900\n0 setlist load l\n0 setlist next\n0 setlist next\npass 900\n0 start\n"
                    + "pass 900\n0 undo\npass 900\n0 status"
            ).last
            #expect(last?["preset"] == "w" && last?["setlist"]?["place"] == 1, "\(last ?? .null)")
        }

        @Test func `what is put behind an entry that was taken out is next, and what is moved before it is not`() throws
        {
            let begin =
                Self.presets
                + "0 preset save c\n0 preset save d\npass 900\n0 setlist add l w g c d\npass 900\n0 setlist load l\n"
                + "0 setlist next\npass 900\n0 start\npass 900\n0 setlist remove l 2\npass 900\n"
            let moved = try statuses(begin + "0 setlist move l 3 1\npass 900\n0 status").last
            #expect(moved?["setlist"]?["next"]?["name"] == "c", "\(moved?["setlist"] ?? .null)")
            let added = try statuses(
                begin + "0 setlist remove l 3\n0 setlist remove l 2\n0 setlist add l w\npass 900\n0 status"
            ).last
            #expect(added?["setlist"]?["next"]?["name"] == "w", "\(added?["setlist"] ?? .null)")
        }

        @Test(arguments: [true, false])
        func `an entry that waits, or rests, ends after the bars that the list says by then`(isPlaying: Bool) throws {
            let lines =
                isPlaying
                ? "0 setlist bars l 2 2\npass 900\n0 setlist load l\n0 start\npass 500\n0 setlist next at @3\npass 100\n"
                    + "0 setlist bars l 2 8\npass 4000\n0 status"
                : "0 setlist bars l 1 2\npass 900\n0 setlist load l\npass 300\n0 setlist bars l 1 8\npass 300\n0 start\n0 status"
            let last = try statuses(Self.presets + "0 setlist add l w g\n" + lines).last
            #expect(last?["timer"] == "8 bars" && last?["setlist"]?["entry"]?["bars"] == 8, "\(last ?? .null)")
        }

        @Test func `an entry that waits without an end any more has the timer of its preset`() throws {
            let last = try statuses(
                Self.presets
                    + "0 timer 20 bars\n0 preset save g\npass 900\n0 timer off\n0 setlist add l w g\n0 setlist bars l 2 4\n"
                    + "pass 900\n0 setlist load l\n0 start\npass 500\n0 setlist next at @4\npass 100\n0 setlist bars l 2 off\n"
                    + "pass 6000\n0 status"
            ).last
            #expect(last?["setlist"]?["place"] == 2 && last?["timer"] == "20 bars", "\(last ?? .null)")
        }

        @Test func `a preset that plays a song has no end after some bars, for a song ends where it is written to`()
            throws
        {
            let written = #"write s.toml [[section]]\nlabel = "A"\nbars = 16\ntempo = 240\n"# + "\n" + Self.presets
            let answers = try Simulation.outcome(
                of: written
                    + "0 setlist add l w g\n0 setlist bars l 1 4\npass 900\n0 song load ~/s.toml\n0 preset save w\npass 900\n"
                    + "0 song unload\n0 setlist show l\n0 setlist bars l 1 2\n0 setlist load l\n0 start\npass 9000\n0 status"
            ).answers
            let end = "bars: a song ends where it is written to: leave bars out"
            #expect(answers.contains { $0["result"]?["entries"]?.array?.first?["trouble"] == .string(end) })
            #expect(answers.contains { $0["error"]?["message"] == .string(end) })
            let last = answers.last?["result"]?.flatStatus
            #expect(last?["playing"] == true && last?["timer"] == "off", "\(last ?? .null)")
        }

        @Test func `undo while a song plays leaves the set list at the song`() throws {
            let last = try statuses(
                #"write s.toml [[section]]\nlabel = "A"\nbars = 16\ntempo = 240\n"# + "\n" + Self.presets
                    + "0 setlist add l w g ~/s.toml\npass 900\n0 setlist load l\n0 setlist next\npass 900\n0 setlist next\npass 900\n"
                    + "0 start\npass 1900\n0 undo\npass 100\n0 status"
            ).last
            #expect(last?["setlist"]?["place"] == 3, "\(last?["setlist"] ?? .null)")
        }

        @Test func `what waits of a preset that is kept no more has no name`() throws {
            let last = try statuses(
                Self.presets
                    + "0 start\npass 500\n0 preset load w at @3\npass 100\n0 preset remove w\npass 6000\n0 status"
            ).last
            #expect(last?["bpm"] == 200 && last?["preset"] == "", "\(last ?? .null)")
        }
    }
}
