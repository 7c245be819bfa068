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
    }
}
