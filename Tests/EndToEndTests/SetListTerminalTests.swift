// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// What a person at a terminal is asked before a set list goes.
@Suite(.waits) struct SetListTerminalTests {
    @Test(arguments: [("n", false), ("", false), ("y", true)])
    func `a set list goes only where the person at the terminal says so`(key: String, goes: Bool) throws {
        try Home().withDaemon(["--no-play", "--output", "clock"]) { daemon in
            let client = try daemon.connect()
            for words in ["preset save calm", "setlist add gig calm calm"] { _ = try client.say(words) }
            let terminal = try Pseudoterminal()
            terminal.resize(columns: 80, rows: 24)
            let program = try ChildProcess(
                Built.metroctl, ["setlist", "remove", "gig"], environment: daemon.home.environment,
                in: daemon.home.folder, terminal: terminal, drawsOnTerminal: true)
            var seen = ""
            try poll(for: "a question") {
                seen += terminal.written()
                return seen.contains("remove the set list gig of 2 entries? y or n") ? true : nil
            }
            terminal.type(key + "\n")
            #expect(try program.end() == .exit(goes ? 0 : 1))
            #expect(
                try client.refusal(of: "setlist load nix").message.contains(goes ? "none is saved" : "there is gig"))
        }
    }
}
