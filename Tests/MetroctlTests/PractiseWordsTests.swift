// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Testing

@testable import metroctl

@Suite struct PractiseWordsTests {
    @Test(
        arguments: [
            (
                "bars 9-10 at 70% up 5% each pass, count 1",
                ["from": "9", "to": "10", "scale": "70%", "step": "5%", "count_in": 1]
            ),
            ("9 12 from 80 by 2 to 110%", ["from": "9", "to": "12", "scale": "80%", "step": "2%", "goal": "110%"]),
            ("at 70% bars 9 to 12", ["from": "9", "to": "12", "scale": "70%"]),
            ("verse at 80 up 5 to 110", ["from": "verse", "scale": "80%", "step": "5%", "goal": "110%"]),
            ("bars 9 to 12 up 5 to 90", ["from": "9", "to": "12", "step": "5%", "goal": "90%"]),
            ("verse 70% +5% to 1.1", ["from": "verse", "scale": "70%", "step": "5%", "goal": "1.1"]),
            ("bars 9 to 12 at 0.7 then stop", ["from": "9", "to": "12", "scale": "0.7", "then": "stop"]),
            ("verse up 5% to 100% count 2 bars", ["from": "verse", "step": "5%", "goal": "100%", "count_in": 2]),
            ("bars 5 to 8 70% +5%", ["from": "5", "to": "8", "scale": "70%", "step": "5%"]),
            ("5-8 5% faster", ["from": "5", "to": "8", "step": "5%"]),
            ("5-8 at 70% count in 1", ["from": "5", "to": "8", "scale": "70%", "count_in": 1]),
            ("bar 9", ["from": "9"]), ("verse at 70", ["from": "verse", "scale": "70%"]),
            (
                "bars 5 to 8 at 70 % up 5 %", ["from": "5", "to": "8", "scale": "70%", "step": "5%"]
            ),
        ] as [(String, [String: JSONValue])])
    func `a passage is said as one thinks it`(words: String, params: [String: JSONValue]) throws {
        #expect(try PractiseWords(words.split(separator: " ").map(String.init)).params == params)
    }

    @Test(arguments: [
        "bars 5-8 of etude.toml at 70% up 5%", "etude.toml bars 5 to 8 at 70% up 5%",
        "5-8 of etude.toml at 70% 5% faster each time",
        "etude.toml bars 5 to 8 at 70%, 5% more each pass",
    ]) func `a passage of a song that is named is one of that song`(words: String) throws {
        let practised = try PractiseWords(words.split(separator: " ").map(String.init))
        #expect(practised.file == "etude.toml")
        #expect(practised.params == ["from": "5", "to": "8", "scale": "70%", "step": "5%"])
    }

    @Test(arguments: [
        ("at 70%", "practise needs one passage, such as bars 9-12, or a label such as verse: there is none here."),
        ("9 10 11", "practise needs one passage, such as bars 9-12, or a label such as verse: not 9 10 11."),
        (
            "3-4 slower",
            "\"slower\" is not understood: behind a passage stand at 70%, up 5%, to 110%, count 1 and stop."
        ),
        (
            "3-4 at 70% up 5% twice",
            "\"twice\" is not understood: behind a passage stand at 70%, up 5%, to 110%, count 1 and stop."
        ),
        ("9 up 5 to", "to needs a value, such as to 100%."),
        ("5-8 of", "of needs a song, such as of etude.toml."),
        ("9 at", "at needs a value, such as at 70%."), ("9 up 5% up 6%", "up 6% is one too many."),
        (
            "10 minutes",
            "practise takes a part of the song, not minutes: metroctl timer 10 minutes ends the music after that."
        ),
        (
            "3-5 at 48 bpm",
            "practise takes percent of the song's own tempo, not bpm: write at 70%, up 5%."
        ),
        (
            "3-5 up 5bpm each pass",
            "practise takes percent of the song's own tempo, not bpm: write at 70%, up 5%."
        ),
        ("9 count one", "count needs a number of bars, not one."),
    ])
    func `what is not understood is said, with what is`(words: String, message: String) {
        let error = #expect(throws: ValidationError.self) {
            try PractiseWords(words.split(separator: " ").map(String.init))
        }
        #expect(error?.message == message)
    }

    @Test func `the place of a change is told from the speed of a passage`() {
        #expect(ChangeOptions.withDashes(["practise", "9", "at", "70%"]) == ["practise", "9", "at", "70%"])
        #expect(ChangeOptions.withDashes(["practise", "9", "at", "70"]) == ["practise", "9", "at", "70"])
        #expect(ChangeOptions.withDashes(["tempo", "100", "at", "+8"]) == ["tempo", "100", "--at", "+8"])
        #expect(ChangeOptions.withDashes(["lane", "at", "x.x."]) == ["lane", "at", "x.x."])
        #expect(ChangeOptions.withDashes(["lane", "hat", "x.x.", "at", "@9"]).contains("--at"))
        let note = ["setlist", "note", "friday", "1", "come", "in", "at", "bar"]
        #expect(ChangeOptions.withDashes(note) == note)
        #expect(
            ChangeOptions.withDashes(["practise", "9", "at", "70%", "at", "bar"])
                == ["practise", "9", "at", "70%", "--at", "bar"])
    }

    @Test func `a practised passage is told with its pass, its speed and its goal`() {
        var song = SongState {
            ($0.path, $0.title, $0.scale, $0.startBar) = ("/etude.toml", "Etude", 0.7, 9)
            $0.loop = SongState.Loop { ($0.fromBar, $0.toBar) = (9, 10) }
            $0.practice = SongState.Practice { ($0.from, $0.step, $0.goal, $0.countIn) = (0.7, 0.05, 1, 1) }
        }
        #expect(song.sentence == "Etude, bars 9 to 10 from 70 % up 5 % each pass to 100 %, 1 bar counted in")
        var plain = song
        (plain.practice, plain.loop) = (nil, nil)
        #expect(plain.sentence == "Etude at 70 %, starting at bar 9")
        song.section = SectionState { ($0.index, $0.pass, $0.times) = (0, 1, 1) }
        song.scale = 0.8
        song.practice?.pass = 3
        #expect(song.sentence == "Etude, bars 9 to 10 from 70 % up 5 % each pass to 100 %, pass 3 at 80 %")
        #expect(song.practiceLine == "bars 9 to 10, pass 3 at 80 %, goal 100 %" && song.place == song.practiceLine)
        song.practice?.step = 0
        song.practice?.stops = true
        #expect(song.sentence == "Etude, bars 9 to 10 at 70 %, then stop, pass 3 at 80 %")
    }
}
