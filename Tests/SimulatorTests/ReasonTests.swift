// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Why methods are refused.
    @Suite struct ReasonTests {
        /// What stands before a request, by which most requests are refused somewhere.
        private static let states = [
            "", "0 start\npass 700", song, song + "0 start\npass 700", owned + "0 start\npass 2000",
            owned + "0 trainer speed 100 to 140 by 5 every 2 bars\n0 start\npass 700",
            "0 start at bar\nunplug\nbusy\npass 700", "0 tempo 100\n0 tempo 110\n0 sound beat rim\n0 preset save a\n",
            "0 lane kick x...x...\n0 lane hat every 0.3 seconds\n0 start\npass 300\n0 tempo 90 at bar",
        ]
        private static let song =
            #"write a.toml [[section]]\nlabel = "A"\nbars = 4\ntempo = 120\n"# + "\n0 song load ~/a.toml\n"
        private static let owned = "1 follow link 16.25 ~now 120 quantum 4\n"

        /// The simulator holds every answer to it.
        @Test(arguments: CommandTable.all.map(\.name))
        func `a method is refused only for reasons that its row lists`(method: String) throws {
            let command = try #require(CommandTable.command(named: method))
            let takesPlace = command.parameters.contains { $0.name == "at" }
            let examples = command.examples.map(\.words).flatMap { words in
                takesPlace && !words.contains(" at") ? [words, words + " at bar"] : [words]
            }
            for (number, state) in Self.states.enumerated() {
                // Every example in two states or more.
                let count = (examples.count + 3) / 4
                let chosen = (0..<count).map { examples[(number * count + $0) % examples.count] }
                // The owner of the clock that leads asks, too, and has two seconds for what is proposed to it.
                let isOwned = state.contains(Self.owned)
                let asked =
                    chosen.flatMap { words in (0...(isOwned ? 1 : 0)).map { "\($0) \(words)" } + ["pass 20"] }
                    + ["pass \(isOwned ? 2500 : 300)"]
                _ = try Simulation.outcome(of: state + "\n" + asked.joined(separator: "\n"))
            }
        }

        /// A song, an entry of a set list and a change to go back to are there, and nothing plays.
        private static let stopped =
            song + "0 tempo 100\n0 preset save a\n0 preset save b\n0 preset save waltz\n"
            + "0 setlist add friday a b waltz\npass 300\n0 setlist load friday\npass 300\n0 setlist go 2\npass 300\n"

        /// `setlist.advance` is refused so only where the music stops while its entry is being read.
        @Test(
            arguments: CommandTable.all.filter { $0.parameters.contains { $0.name == "at" } }.map(\.name)
                .filter { $0 != "setlist.advance" })
        func `a method lists stopped where a place that counts from what is heard is none while nothing plays`(
            method: String
        ) throws {
            let command = try #require(CommandTable.command(named: method))
            let given = [
                "settings.set": ["set bpm=90"], "song.load": ["song load ~/a.toml"], "seek": ["seek A"],
                "loop.set": ["loop A"], "loop.practise": ["practise from=A scale=70%"],
            ]
            let words = given[method] ?? command.examples.map(\.words).filter { !$0.contains(" at") }
            let place = ["settings.set", "loop.practise"].contains(method) ? "at=+2" : "at +2"
            let reasons = try [
                "", "0 song load ~/a.toml\npass 300\n", "0 song unload\npass 300\n0 tempo 90\n0 tempo 95\n0 undo\n",
            ]
            .flatMap { state in
                let asked = words.map { "0 \($0) \(place)\npass 100" }.joined(separator: "\n")
                return try Simulation.outcome(of: Self.stopped + state + asked).answers.suffix(words.count)
                    .compactMap { $0["error"]?["data"]?["reason"]?.string }
            }
            #expect(reasons.contains("stopped") == command.allReasons.contains(.stopped), "\(reasons)")
        }
    }
}
