// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeSession
import Testing

@testable import metroctl

@Suite struct ChangeSentenceTests {
    @Test func `what a trainer does is told with its units`() {
        #expect(SpeedTrainer.told("60 to 120 by 5 every 4") == "60 to 120 by 5 every 4 bars")
        #expect(SpeedTrainer.told("60 to 120 by 5 every 1 and back") == "60 to 120 by 5 every 1 bar and back")
        #expect(SpeedTrainer.told("to 120 by 10 per minute") == "to 120 by 10 per minute")
        #expect(GapTrainer.told("3 1 bars") == "3 bars heard, 1 silent")
        #expect(GapTrainer.told("1 4 beats growing by 1 to 8") == "1 beat heard, 4 silent growing by 1 to 8")
        let change = Change { $0.values = ["speed_trainer": "60 to 120 by 5 every 4", "gap_trainer": "off"] }
        #expect(change.sentence == "speed trainer 60 to 120 by 5 every 4 bars, gap trainer off")
    }

    @Test func `trainers that waited and are cancelled with an end are told`() {
        func sentence(_ ids: JSONValue) -> String {
            Change { $0.values = ["speed_trainer": "off", "cancelled": ids] }.sentence
        }
        #expect(sentence([3]) == "speed trainer off, change 3 cancelled")
        #expect(sentence([3, 5]) == "speed trainer off, changes 3, 5 cancelled")
    }

    @Test func `a name is told whole, whatever it ends with`() {
        let list: JSONValue = [
            "name": "gig", "place": 1, "count": 2, "entry": ["name": "take off", "preset": "take off"],
            "next": ["name": "lights off", "preset": "lights off"],
        ]
        var song = SongState()
        (song.path, song.title, song.scale) = ("/a/off.toml", "Take off", 1)
        let told = (try? JSONLine.parse(Array(JSONLine.encode(song).dropLast()))) ?? .null
        func sentence(_ values: [String: JSONValue]) -> String { Change { $0.values = values }.sentence }
        #expect(sentence(["preset": "lights off", "bpm": 90, "lanes": []]) == "preset lights off, 90 bpm")
        #expect(sentence(["preset": "lights off", "song": told]) == "preset lights off, song Take off")
        #expect(
            sentence(["setlist": list, "bpm": 90, "subdivision": 1])
                == "gig 1 of 2: take off, then lights off, 90 bpm")
    }

    @Test func `a count-in that waits for a bar is told with that bar, and one that holds with the next start`() {
        let values: [String: JSONValue] = ["count_in": 2]
        let waiting = PendingState { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.changes) = (44, 12, 1, values) }
        #expect(waiting.sentence == "count-in 2 bars, from bar 12")
        let set = Change { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (44, 12, 1, values) }
        #expect(set.sentence == "count-in 2 bars, from the next start on")
    }

    @Test func `a start says once how it is counted in`() {
        let begun = Change {
            ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (0, -1, 1, ["playing": true, "bpm": 90, "count_in": 2])
        }
        #expect(begun.sentence == "playing, 90 bpm, with 2 bars of count-in")
    }

    @Test(arguments: [(0, -1, ", 2 bars counted in"), (8, 4, ", from bar 4"), (nil, nil, ", 2 bars counted in")])
    func `practised bars are told with a count-in only where one comes`(
        _ beat: Double?, _ bar: Int?, _ end: String
    ) throws {
        var song = SongState()
        (song.path, song.scale) = ("/a.toml", 1)
        song.loop = SongState.Loop { ($0.fromBar, $0.toBar) = (2, 5) }
        song.practice = SongState.Practice { $0.countIn = 2 }
        let told = try JSONLine.parse(Array(JSONLine.encode(song).dropLast()))
        let change = Change { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (beat, bar, 1, ["song": told]) }
        #expect(change.sentence == "song a.toml, bars 2 to 5 at 100 %" + end)
    }

    @Test(arguments: [(nil, ""), (7, " (metroctl cancel 7 takes it back)")] as [(JSONValue?, String)])
    func `what waits for the end of a song is told with no other place`(_ pending: JSONValue?, _ end: String) {
        var values: [String: JSONValue] = ["gap_trainer": "off", "after_song": true]
        values["pending"] = pending
        let change = Change { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (12, 4, 1, values) }
        #expect(change.sentence == "gap trainer off, once the song is unloaded" + end)
    }

    private let entry: JSONValue = [
        "name": "gig", "place": 2, "count": 2, "entry": ["name": "waltz", "preset": "waltz"], "next": nil,
    ]

    @Test func `an entry says which ends and settings it takes back when it begins`() {
        let change = Change {
            ($0.atBeat, $0.atBar, $0.atBarBeat) = (12, 0, 1)
            $0.values = ["setlist": entry, "bpm": 90, "takes_back": [2, 3], "pending": 4]
        }
        #expect(change.sentence.contains("changes 2, 3 taken back then"), "\(change.sentence)")
    }

    @Test func `an undo says which entry it has taken back before that was heard`() {
        let change = Change {
            $0.values = [
                "taken_back": [
                    "pending": 3, "at": "bar", "at_beat": 4, "at_bar": 2, "at_ns": nil, "changes": ["setlist": entry],
                ]
            ]
        }
        #expect(change.takenBack == "next waltz at bar 2" && Change { _ in }.takenBack == nil)
    }

    @Test(arguments: [
        (411.0, 94, 1, "120 bpm, from bar 94"), (413.0, 94, 3, "120 bpm, from beat 3 of bar 94"),
        (411.372, 94, 1, "120 bpm, from beat 1 of bar 94"), (2.0, 0, 3, "120 bpm, from the count-in"),
    ])
    func `a change while playing says from which bar it holds, and exactly where if asked`(
        beat: Double, bar: Int, barBeat: Int, sentence: String
    ) {
        let change = Change {
            ($0.atBeat, $0.atNs, $0.atBar, $0.atBarBeat, $0.values) = (beat, 5, bar, barBeat, ["bpm": 120])
        }
        #expect(change.sentence == sentence && change.sentence(exact: false) == sentence)
        #expect(
            change.sentence(exact: true).hasPrefix(sentence + " (beat \(beat == 411.372 ? "411.372" : "\(Int(beat))"))")
        )
    }

    @Test(
        arguments: [
            (192.2, 73, "stopped after 3:12, 73 bars"), (0, 0, "stopped after 0:00, 0 bars"),
            (3.6, 1, "stopped after 0:04, 1 bar"), (3600, 1800, "stopped after 60:00, 1800 bars"),
        ] as [(Double, Int, String)])
    func `a stop says how much was played`(seconds: Double, bars: Int, sentence: String) {
        let values: [String: JSONValue] = [
            "playing": false, "played_s": .number(seconds), "played_bars": .integer(Int64(bars)),
        ]
        #expect(Change { ($0.atBeat, $0.atNs, $0.values) = (292, 5, values) }.sentence == sentence)
    }

    @Test(
        arguments: [
            (["bpm": 120], "120 bpm, from beat 411.37"), (["meter": "3/4"], "3/4, from beat 411.37"),
            (["bell": nil], "bell off, from beat 411.37"),
            (["bell": ["every": 4, "on": 2]], "bell on beat 2 of every 4, from beat 411.37"),
            (["bell": ["every": 1, "on": 1]], "bell on every beat, from beat 411.37"),
            (["volume": 0.805], "volume 80.5 %, from beat 411.37"),
            (["offset_ms": 40, "device": "hw:1"], "offset +40 ms on 'hw:1', from beat 411.37"),
            (["latency": "low"], "latency low, from beat 411.37"),
            (
                [
                    "sounds": [
                        "beat": "rim", "bell": "bell", "accent": "auto", "ghost": "hihat", "subdivision": "auto",
                    ]
                ], "beat rim, ghost hihat, the other sounds as usual, from beat 411.37"
            ),
            (["playing": true], "already playing, at beat 411.37"), (["playing": false], "stopped at beat 411.37"),
            ([:], "done, from beat 411.37"),
        ] as [([String: JSONValue], String)])
    func `a change of a daemon that tells no bars says what holds from which beat`(
        values: [String: JSONValue], sentence: String
    ) {
        #expect(Change { ($0.atBeat, $0.atNs, $0.values) = (411.372, 5, values) }.sentence == sentence)
    }

    @Test func `lanes are told as they are written, where there is room for that`() {
        func lanes(_ count: Int) -> JSONValue {
            .array((0..<count).map { ["name": .string("l\($0)"), "pattern": "x...x...", "gain": $0 == 1 ? 0.6 : 1] })
        }
        #expect(Change { $0.values = ["lanes": lanes(2)] }.sentence == "l0 x...x... | l1 x...x... (60 %)")
        #expect(Change { $0.values = ["lanes": lanes(12)] }.sentence.hasPrefix("lanes l0, l1, l2"))
        #expect(Change { $0.values = ["lanes": []] }.sentence == "lanes off")
    }

    @Test func `a lane tells the sound that its name is none of, and a polyrhythm each number once`() {
        let kik: JSONValue = ["name": "kik", "pattern": "x.x.", "sound": nil]
        let three: JSONValue = ["name": "3", "pattern": "3 per bar", "sound": "woodblock-high"]
        #expect(Change { $0.values = ["lanes": [kik]] }.sentence == "kik x.x. (beat)")
        #expect(Change { $0.values = ["lanes": [three]] }.sentence == "3 in the bar (woodblock-high)")
    }

    @Test func `silences by chance are told in percent, with the seed that they were drawn from`() {
        #expect(RandomMute.told("30% beats seed 7") == "30 % of the beats, seed 7")
        #expect(RandomMute.told("60% bars over 16 seed 7") == "60 % of the bars over 16 bars, seed 7")
        #expect(RandomMute.told("60% bars over 1") == "60 % of the bars over 1 bar")
        #expect(RandomMute.told("off") == "off")
        let mute = Change { $0.values = ["random_mute": "30% beats seed 7"] }
        #expect(mute.sentence == "random mute 30 % of the beats, seed 7")
    }

    @Test func `a song that waits goes on where it is, and a preset that changes nothing says so`() throws {
        var song = SongState()
        (song.path, song.startBar, song.scale) = ("/a/etude.toml", 9, 1)
        func waiting(_ changes: [String: JSONValue]) -> String {
            PendingState { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.changes) = (44, 12, 1, changes) }.sentence
        }
        let told = try JSONLine.parse(Array(JSONLine.encode(song).dropLast()))
        #expect(waiting(["song": told]) == "song etude.toml, from bar 12")
        #expect(waiting([:]) == "a preset, which changes nothing")
        // Both hold from there; where they are set, only the meter waits for its bar.
        #expect(waiting(["bpm": 96, "meter": "7/8"]) == "96 bpm, 7/8, from bar 12")
        let set = Change { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (44, 12, 1, ["bpm": 96, "meter": "7/8"]) }
        #expect(set.sentence == "96 bpm at once, 7/8, from bar 12")
    }

    @Test func `a count-in is told in bars, and a preset without lanes leaves them out`() {
        for (bars, words) in [(0, "count-in off"), (1, "count-in 1 bar"), (2, "count-in 2 bars")] {
            #expect(Change { $0.values = ["count_in": .integer(Int64(bars))] }.sentence == words)
        }
        let preset: [String: JSONValue] = ["preset": "waltz", "bpm": 90, "meter": "3/4", "lanes": []]
        #expect(Change { $0.values = preset }.sentence == "preset waltz, 90 bpm, 3/4")
    }

    @Test func `prompts are told with the unit of their number, and no parts of a beat as off`() {
        #expect(Change { $0.values = ["prompt": "C, F every 2"] }.sentence == "prompt C, F every 2 bars")
        #expect(PromptList.told("C every 1 shuffled seed 7") == "C every 1 bar shuffled, seed 7")
        #expect(PromptList.told("C, seed 7 every 2") == "C, seed 7 every 2 bars")
        #expect(PromptList.told("off") == "off" && PromptList.told("play, every, 2 |") == "play, every, 2 |")
        #expect(Change { $0.values = ["subdivision": 1] }.sentence == "subdivision off")
        #expect(Change { $0.values = ["subdivision": 3] }.sentence == "subdivision 3")
    }

    @Test(arguments: [
        ("120 bpm", "undone; now 120 bpm"), ("counting aloud, accent rim", "undone; now counting aloud, accent rim"),
        ("done", "undone"), ("done, from bar 3", "undone, from bar 3"),
    ])
    func `what is undone is told as what holds now`(sentence: String, told: String) {
        #expect(UndoName.frame(sentence) == told)
    }

    @Test func `a plain metronome says which sounds stay`() {
        let voice = SoundNames {
            ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = ("voice", "voice", "rim", "auto", "auto")
        }
        #expect(
            ResetVerb.sentence("120 bpm, 4/4", sounds: voice)
                == "a plain metronome: 120 bpm, 4/4; subdivision, accents, lanes, trainers, prompts, timer and count-in off; sounds (counting aloud, accent rim), volume and bell volume stay"
        )
        let usual = SoundNames {
            ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = ("beat", "bell", "auto", "auto", "auto")
        }
        #expect(
            ResetVerb.sentence("90 bpm", sounds: usual)
                == "a plain metronome: 90 bpm; subdivision, accents, lanes, trainers, prompts, timer and count-in off; sounds, volume and bell volume stay"
        )
    }

    @Test func `another note for a beat says what the tempo counts now`() {
        #expect(
            Change { $0.values = ["beat": "dotted-quarter", "bpm": 120] }.sentence
                == "beat dotted-quarter: 120 a minute")
        #expect(
            Change { $0.values = ["beat": "auto", "bpm": 120] }.sentence
                == "beat auto, the note below the line of the meter: 120 a minute")
        #expect(Change { $0.values = ["beat": "auto", "bpm": 120, "meter": "6/8"] }.sentence == "120 bpm, 6/8")
    }

    @Test func `what has bars of its own is told by how soon it comes, and by its count-in`() {
        let list = SetListState {
            ($0.name, $0.place, $0.count) = ("gig", 2, 3)
            $0.entry.name = "waltz"
        }
        let told = (try? JSONLine.parse(Array(JSONLine.encode(list).dropLast()))) ?? .null
        let waiting = PendingState { pending in
            (pending.at, pending.atBeat, pending.atNs) = ("bar", 372, 5_400_000_000)
            (pending.atBar, pending.atBarBeat, pending.changes) = (0, 1, ["setlist": told])
        }
        #expect([0, 5_000_000_000].map { waiting.nextEntry(atNs: $0) } == ["waltz in 5 s", "waltz in a moment"])
        let answer = Change {
            ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (372, -1, 1, ["setlist": told, "pending": 4])
        }
        #expect(
            answer.sentence == "gig 2 of 3: waltz, with 2 bars of count-in (metroctl cancel 4 takes it back)")
        let begun = Change {
            ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (0, 0, 1, ["playing": true, "bpm": 90])
        }
        #expect(begun.sentence == "playing, 90 bpm, with 1 bar of count-in")
        let aheads = [2_000_000_000, 75_000_000_000, 300_000_000].map { at in Change { $0.atNs = at }.ahead(atNs: 0) }
        #expect(aheads == ["in 2 s", "in 1:15", nil])
    }

    @Test func `what waits is told by its bar, and of a set list as what comes next`() {
        let list = SetListState {
            ($0.name, $0.place, $0.count) = ("gig", 2, 3)
            $0.entry.name = "waltz"
            ($0.entry.note, $0.entry.bars) = ("capo 2", 16)
        }
        let change = PendingState { pending in
            (pending.pending, pending.at, pending.atBeat, pending.atBar, pending.atBarBeat) = (3, "bar", 372, 94, 1)
            pending.changes = ["setlist": (try? JSONLine.parse(Array(JSONLine.encode(list).dropLast()))) ?? .null]
        }
        #expect(
            change.nextEntry(atNs: 0) == "waltz at bar 94" && list.sentence == "gig 2 of 3: waltz for 16 bars (capo 2)")
        // Its bars are told once, and those of a preset by its timer.
        let entry: [String: JSONValue] = ["setlist": change.changes["setlist"] ?? .null, "bpm": 90, "timer": "16 bars"]
        #expect(Change { $0.values = entry }.sentence == "gig 2 of 3: waltz for 16 bars (capo 2), 90 bpm")
        #expect(
            Change { $0.values = ["preset": "waltz", "bpm": 90, "timer": "16 bars"] }.sentence
                == "preset waltz, 90 bpm, timer 16 bars")
        let other = PendingState {
            ($0.at, $0.atBeat, $0.atBar, $0.atBarBeat, $0.changes) = ("bar", 372, 94, 1, ["bpm": 90])
        }
        #expect(other.nextEntry(atNs: 0) == nil && other.sentence == "90 bpm, from bar 94")
        let end = PendingState {
            ($0.at, $0.atBeat, $0.atBar, $0.atBarBeat, $0.changes) = ("bar", 372, 94, 1, ["playing": false])
        }
        #expect(end.sentence == "stops at bar 94")
        let answer = Change {
            ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (372, 94, 1, ["playing": false, "pending": 4])
        }
        #expect(answer.sentence == "stops at bar 94 (metroctl cancel 4 takes it back)")
    }

    @Test func `a change while stopped has no beat, and a start is no repetition`() {
        #expect(Change { $0.values = ["bpm": 137.3] }.sentence == "137.3 bpm")
        #expect(Change { $0.values = ["playing": false] }.sentence == "stopped, nothing plays")
        #expect(
            Change { ($0.atBeat, $0.atNs, $0.values) = (0, 5, ["playing": true]) }.sentence == "playing, from beat 0")
    }
}
