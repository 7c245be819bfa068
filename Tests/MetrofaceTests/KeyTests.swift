// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroface

@Suite struct KeyTests {
    private func keys(_ text: String) -> [Key] {
        var reader = KeyReader()
        return reader.keys(text.utf8)
    }

    @Test func `arrows are one key, in both of their forms`() {
        #expect(keys("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD") == [.up, .down, .right, .left])
    }

    @Test func `an arrow whose bytes come apart is one key`() {
        var reader = KeyReader()
        #expect(reader.keys([0x1B]).isEmpty && reader.isWaiting)
        #expect(reader.keys([0x5B]).isEmpty && reader.isWaiting)
        #expect(reader.keys([0x41]) == [.up] && !reader.isWaiting)
    }

    @Test func `Escape is known when nothing follows it, or another key does`() {
        var reader = KeyReader()
        #expect(reader.keys([0x1B]).isEmpty)
        #expect(reader.flush() == [.escape] && !reader.isWaiting)
        #expect(reader.flush().isEmpty)
        #expect(keys("\u{1B}q") == [.escape, .sign("q")])
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    }

    @Test func `sequences without a meaning here are skipped whole`() {
        #expect(keys("\u{1B}[1;5A\u{1B}[200~q") == [.sign("q")])
        #expect(keys("é+") == [.sign("+")])
        // One that does not end is none.
        let endless = keys("\u{1B}[" + String(repeating: "1", count: 100) + "q")
        #expect(endless.count < 80 && endless.last == .sign("q"))
    }

    @Test(arguments: [
        ("4/4", 4, 3, "3/4"), ("6/8", 6, 4, "4/8"), ("6/8", 2, 3, "9/8"), ("4/4", 3, 5, "5/4"), ("4/4", 0, 2, "2/4"),
    ])
    func `a number is that of the beats in a bar, of the length that they have`(
        meter: String, felt: Int, beats: Int, wanted: String
    ) {
        var status = Status()
        (status.heard.meter, status.heard.beats) = (meter, felt)
        #expect(status.meter(ofBeats: beats) == wanted)
    }

    @Test func `Escape closes the help where that is shown, and ends the program else`() {
        #expect(KeyAction(.escape, showsHelp: true) == .help && KeyAction(.escape) == .quit)
        #expect(KeyAction(.sign("q"), showsHelp: true) == .quit)
    }

    @Test(
        arguments: [
            ("volume.set", ["volume": 0.85], "volume 85 %"), ("meter.set", ["meter": "3/4"], "3/4"),
            ("meter.set", ["meter": "3/4", "at_beat": 4, "at_ns": 5, "at_bar": 2], "3/4 from bar 2"),
            ("mute", ["muted": true], "muted"), ("unmute", ["muted": false], "unmuted"),
            ("undo", ["bpm": 100, "after_song": true], "undone; once the song is unloaded 100 bpm"),
            ("undo", ["taken_back": ["changes": ["setlist": ["entry": ["name": "waltz"]]]]], "undone: next waltz"),
            ("tap", ["tap": ["taps": 1]], "tap 1"), ("tap", ["tap": ["taps": 4, "bpm": 100.76]], "tap 4, 100.76 bpm"),
            ("undo", ["bpm": 120, "meter": "4/4", "bell": ["every": 4, "on": 1]], "undone; now 120 bpm, 4/4, bell"),
            ("redo", ["volume": 0.5, "bell": nil], "redone; now volume 50 %, bell off"), ("undo", [:], "undone"),
            ("undo", ["subdivision": 3], "undone; now subdivision 3"),
            ("redo", ["subdivision": 1, "lanes": []], "redone; now subdivision off, lanes off"),
            ("setlist.next", ["setlist": ["entry": ["name": "waltz"]], "at_bar": 9], "waltz from bar 9"),
            ("toggle", ["playing": true], nil),
        ] as [(String, JSONValue, String?)])
    func `what a key has done is told where it is not seen`(method: String, result: JSONValue, told: String?) throws {
        var answer = ["run": 0, "at_beat": nil, "at_ns": nil, "at_bar": nil, "at_bar_beat": nil] as [String: JSONValue]
        answer.merge(result.object ?? [:]) { $1 }
        let change = try JSONLine.decode(Change.self, from: JSONLine.encode(JSONValue.object(answer)))
        #expect(KeyAnswer.text(method, change) == told)
    }

    @Test func `of a refusal by a song the words are few, and of any other all`() {
        let long =
            "tempo cannot be set while a song is loaded: metroctl song scale plays it faster or slower, "
            + "metroctl song unload goes back"
        let told = KeyAnswer.text(ControlError(.songPlays, long))
        #expect(told == "tempo cannot be set while a song is loaded: metroctl song unload first" && told.count <= 70)
        #expect(KeyAnswer.text(ControlError(.busy, "busy: wait")) == "busy: wait")
    }

    @Test func `every key of the help does something`() {
        for key in " +-=_[]bnpt?qhmsurc<>,.29\n\r" { #expect(KeyAction(.sign(key)) != nil) }
        for key in [Key.up, .down, .left, .right, .escape, .sign("\u{3}")] { #expect(KeyAction(key) != nil) }
        #expect(KeyAction(.sign("x")) == nil && KeyAction(.sign("1")) == nil && KeyAction(.sign("5")) == .meter(5))
    }
}
