// SPDX-License-Identifier: Apache-2.0

import Bridges
import Foundation
import Glibc
import MetronomeControl
import Testing

@Suite struct PedalBoardTests {
    private func map(_ text: String) -> MIDIMap { MIDIMap(Array(text.utf8), path: "midi.toml") }

    @Test func `a pedal acts when it is pressed, not while it is held or let go`() {
        var board = PedalBoard(map: map(#""controller 64" = "toggle""#))
        let values = [0, 30, 64, 127, 100, 0, 127]
        let presses = values.compactMap {
            board.take(.controller(channel: 3, number: 64, value: $0), atNs: 0)?.request.method
        }
        #expect(presses == ["toggle", "toggle"])
        #expect(board.take(.controller(channel: 3, number: 65, value: 127), atNs: 0) == nil)
    }

    @Test func `a pedal that never says that it is let go acts at each press, 150 ms after the last value or later`() {
        var board = PedalBoard(map: map(#""controller 64" = "toggle""#))
        func acts(_ value: Int, atMs now: Int64) -> Bool {
            board.take(.controller(channel: 1, number: 64, value: value), atNs: now * 1_000_000) != nil
        }
        #expect([0, 150, 400, 700].map { acts(127, atMs: $0) } == [true, true, true, true])
        // It repeats itself while it is held.
        #expect([849, 998, 1100, 1250].map { acts(127, atMs: $0) } == [false, false, false, true])
        // A knob that is turned on sends other values.
        #expect([100, 90, 80, 127].map { acts($0, atMs: 2000 + 10 * Int64($0)) } == [false, false, false, false])
        #expect(!acts(0, atMs: 4000) && acts(127, atMs: 4001))
    }

    @Test func `a tap counts by the time at which it came`() {
        var board = PedalBoard(map: map(#""note 60" = "tap""#))
        let press = board.take(.note(channel: 1, number: 60, velocity: 1), atNs: 81_234)
        #expect(press?.request == BridgeRequest(method: "tap", params: ["time_ns": .integer(81_234)]))
    }

    @Test func `a knob goes through its range, either way`() {
        var board = PedalBoard(
            map: map(
                """
                "controller 1" = "tempo 40...240"
                "controller 7" = "volume 1.0...0.0"
                "controller 8" = "volume 0...1"
                "controller 9" = "count-in 0...1"
                """))
        func words(_ number: Int, _ value: Int) -> String? {
            board.take(.controller(channel: 1, number: number, value: value), atNs: 0)?.words
        }
        #expect([0, 63, 127].map { words(1, $0) } == ["tempo 40", "tempo 139", "tempo 240"])
        #expect([0, 127].map { words(7, $0) } == ["volume 1.0", "volume 0.0"])
        // Between neighbours there are parts, but where the command takes whole numbers alone.
        #expect([0, 64, 127].map { words(8, $0) } == ["volume 0.0", "volume 0.5", "volume 1.0"])
        #expect([0, 64, 127].map { words(9, $0) } == ["count-in 0", "count-in 1", "count-in 1"])
    }

    @Test func `a knob that is turned in one go is one movement, a knob of another one or after a rest the next`() {
        var board = PedalBoard(
            map: map(
                """
                "controller 1" = "tempo 40...240"
                "controller 7" = "volume 0...1"
                "controller 9" = "loop 1 1...8"
                """))
        func movement(_ number: Int, atMs now: Int64) -> JSONValue? {
            board.take(.controller(channel: 1, number: number, value: 64), atNs: now * 1_000_000)?.request.params[
                "gesture"]
        }
        #expect([0, 10, 900, 1899].map { movement(1, atMs: $0) } == [1, 1, 1, 1])
        #expect(movement(7, atMs: 1900) == 2 && movement(1, atMs: 1910) == 1)
        #expect(movement(1, atMs: 2910) == 3 && movement(9, atMs: 2920) == nil)
    }

    @Test(arguments: ["'my waltz'", #"\"my waltz\""#, "my' 'waltz"])
    func `a word with blanks is between quotation marks`(_ name: String) {
        var board = PedalBoard(map: map(#""note 60" = "preset load \#(name)""#))
        let press = board.take(.note(channel: 1, number: 60, velocity: 1), atNs: 0)
        #expect(press?.request == BridgeRequest(method: "preset.load", params: ["name": "my waltz"]))
    }

    @Test func `what is for one channel goes before what is for all`() {
        var board = PedalBoard(
            map: map("\"program 3\" = \"preset load slow\"\n\"program 3 channel 10\" = \"setlist next\""))
        #expect(board.take(.program(channel: 1, number: 3), atNs: 0)?.words == "preset load slow")
        #expect(board.take(.program(channel: 10, number: 3), atNs: 0)?.words == "setlist next")
    }

    @Test(arguments: [
        ("\"note 60\" = \"strat\"", "midi.toml:1:1: note 60: "),
        ("\n  \"note 128\" = \"start\"", "midi.toml:2:3: \"note 128\" is no pedal"),
        ("\"note 1 channel 17\" = \"start\"", "channel 1 to 16"), ("note = 3", "\"note\" is no pedal"),
        ("\"note 1\" = 3", "midi.toml:1:1: note 1: must be a command in quotation marks, not a number"),
        ("\"note 1\" = \"tempo 40...240\"", "is the value of a controller"),
        ("\"controller 1\" = \"volume 0...100%\"", "\"0...100%\" is no range: write two bare numbers"),
        ("\"controller 1\" = \"lane hat gain=0...1\"", "in a word of its own, such as volume 0...1"),
        ("\"note 1\" = \"triplets\"", "unknown command \"triplets\": metroctl describe lists all"),
        ("\"controller 1\" = \"tempo 40...2400\"", "1000"), ("\"controller 1\" = \"subscribe\"", "not for pedals"),
        ("\"note 1\" = \"preset load 'my waltz\"", "a quotation mark in it is not closed"),
        ("\"controller 1\" = \"\"", "midi.toml:1:1"), ("\"controller 1\" = \"tap", "midi.toml:1:"),
    ]) func `a mistake is told with its place, and the rest holds`(_ text: String, _ reason: String) {
        let map = map(text)
        #expect(map.actions.isEmpty && map.mistakes.count == 1)
        #expect(map.mistakes.first?.description.contains(reason) == true, "\(map.mistakes)")
    }

    @Test func `dots between the steps of a lane are no range`() {
        let map = map("\"controller 1\" = \"lane kick x%30...x...\"")
        #expect(map.mistakes.isEmpty && map.actions.count == 1, "\(map.mistakes)")
    }

    @Test(arguments: ["\"note 1\" = \"tap\"", "\"note 3\" = tap", "controller 4 = \"tap\"", "="])
    func `a line that is no TOML, or is there twice, takes no other with it`(_ wrong: String) {
        let map = map("\"note 1\" = \"start\"\n\(wrong)\n\"note 2\" = \"stop\"\n")
        #expect(map.actions.count == 2)
        #expect(map.mistakes.map { $0.description.prefix(12) } == ["midi.toml:2:"], "\(map.mistakes)")
        var board = PedalBoard(map: map)
        #expect(board.take(.note(channel: 1, number: 1, velocity: 1), atNs: 0)?.words == "start")
        #expect(board.take(.note(channel: 1, number: 2, velocity: 1), atNs: 0)?.words == "stop")
    }

    @Test func `of a file that is no map a bounded part is read, and the first mistakes are told`() {
        let noise = String(repeating: "=\n", count: 9_000)
        #expect(map("\"note 1\" = \"start\"\n" + noise + "\"note 2\" = \"stop\"\n").actions.count == 2)
        let long = map(String(repeating: noise, count: 50) + "\"note 1\" = \"start\"\n")
        #expect(long.actions.isEmpty && long.mistakes.count == 100)
    }

    @Test func `a pedal that was held when its port was lost is let go`() {
        var board = PedalBoard(map: map(#""controller 64" = "toggle""#))
        let press = MIDIInput.controller(channel: 1, number: 64, value: 127)
        #expect(board.take(press, atNs: 0) != nil && board.take(press, atNs: 0) == nil)
        board.lose()
        #expect(board.take(press, atNs: 0) != nil)
    }

    @Test func `a map that is a link is read again when the file behind it is saved`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pedals-\(UUID())").path
        for part in ["/a", "/b"] {
            try FileManager.default.createDirectory(atPath: folder + part, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func save(_ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/b/midi.toml"))
        }
        try save(#""note 1" = "start""#)
        let link = folder + "/a/midi.toml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../b/midi.toml")
        var board = PedalBoard(try MapFile(link, mustExist: true))
        #expect(board.turn().isEmpty && board.map.actions.count == 1)
        try save("\"note 1\" = \"start\"\n\"note 2\" = \"stop\"\n")
        var waiting = pollfd(fd: board.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 5000) == 1)
        #expect(board.turn().isEmpty && board.map.actions.count == 2)
    }

    @Test func `every method of the daemon is a command for pedals or is about a connection, and then it is refused`() {
        for command in CommandTable.all {
            for example in command.examples {
                let map = map("\"note 1\" = '\(example.words)'")
                #expect(map.actions.isEmpty == (command.access == .connection), "\(example.words): \(map.mistakes)")
            }
        }
    }
}
