// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeSession
import Testing

@testable import metroctl

@Suite struct PlayEndTests {
    private func song(from bar: Int = 1, loop: Bool = false, stops: Bool = false) -> Status {
        var status = Status()
        var song = SongState {
            $0.startBar = bar; $0.bars = 8
        }
        if loop {
            song.loop = SongState.Loop {
                $0.fromBar = 5; $0.toBar = 8
            }
        }
        if loop, stops { song.practice = SongState.Practice { $0.stops = true } }
        status.song = song
        return status
    }

    @Test func `bars are counted from where the music is, or begins`() {
        func end(_ bar: Int) -> (String, String) { ("@\(bar + 1)", "the end of bar \(bar)") }
        var status = Status()
        #expect(PlayEnd(bars: 4, from: status).told == end(4))
        #expect(PlayEnd(bars: 4, from: song(from: 5)).told == end(8))
        for (bar, last) in [(-1, 4), (0, 4), (1, 4), (7, 10)] {
            status.position = PositionState { $0.bar = bar }
            #expect(PlayEnd(bars: 4, from: status).told == end(last))
        }
        // What waits for a bar is played so long.
        #expect(PlayEnd(bars: 4, from: status, with: Change { $0.atBar = 9 }).told == end(12))
        // A song is counted in, and begins behind its first bar; another one waits.
        var counted = song(from: 5)
        counted.position = PositionState { $0.bar = 0 }
        let counting = Change { ($0.atBar, $0.values) = (0, ["pending": 4]) }
        #expect(PlayEnd(bars: 2, from: counted, with: counting).told == end(6))
        let other = Change { ($0.atBar, $0.values) = (0, ["song": ["start_bar": 9], "pending": 4]) }
        #expect(PlayEnd(bars: 2, from: counted, with: other).told == end(10))
        // The bar behind the last one has a name.
        #expect(PlayEnd(bars: 1_440_000, from: status).told == end(999_999))
    }

    @Test func `in a song bars are counted as they are played, behind its count-in`() {
        var status = song(from: 5)
        for (bar, bars, place, words) in [
            (7, 4, "+4", "4 bars are over"), (5, 1, "+1", "1 bar is over"), (0, 2, "+3", "2 bars are over"),
            (-1, 2, "+4", "2 bars are over"),
        ] {
            status.position = PositionState { $0.bar = bar }
            #expect(PlayEnd(bars: bars, from: status).told == (place, words))
        }
        #expect(Cue(parsing: PlayEnd(bars: 1_440_000, from: status).place) != nil)
    }

    @Test(arguments: [
        (8.0, 9, "+2"), (9, 9, "+3"), (12, 9, "+3"), (13, 9, "+4"), (9, 0, "+4"), (12, -1, "+5"),
    ])
    func `bars of a song are counted from where it is loaded or sought, which may be a bar or two ahead`(
        beat: Double, bar: Int, place: String
    ) {
        var status = Status()
        status.settings.meter = "4/4"
        status.position = PositionState { ($0.bar, $0.beat, $0.beatIndex) = (3, 1, 8) }
        let change = Change { ($0.atBeat, $0.atBar, $0.values) = (beat, bar, ["song": ["start_bar": 9]]) }
        #expect(PlayEnd(bars: 2, from: status, with: change).told == (place, "2 bars are over"))
    }

    @Test func `bars behind a song are counted by their numbers`() {
        var status = song()
        status.position = PositionState { $0.bar = 3 }
        let change = Change { ($0.atBar, $0.values) = (4, ["song": nil, "preset": "waltz"]) }
        #expect(PlayEnd(bars: 2, from: status, with: change).told == ("@6", "the end of bar 5"))
    }

    @Test func `a time is counted at the tempo of the song that waits, and not of what plays before it`() {
        var status = Status()
        status.settings.bpm = 120
        let change = Change { ($0.atBeat, $0.values) = (8, ["song": ["start_bar": 1, "bpm": 60]]) }
        #expect(PlayEnd.bpm(from: status, with: change) == 60)
        // Without a song.
        #expect(PlayEnd.bpm(from: status, with: nil) == 120)
        let tempo = Change { ($0.atBeat, $0.atNs, $0.values) = (8, 6_000_000_000, ["song": nil, "bpm": 90]) }
        #expect(PlayEnd.bpm(from: status, with: tempo) == 90)
    }

    @Test func `a time is counted in the bars of what begins`() {
        var status = Status()
        status.settings.meter = "4/4"
        func beats(_ values: [String: JSONValue]?) -> Int {
            PlayEnd.beatsInBar(from: status, with: values.map { values in Change { $0.values = values } })
        }
        #expect(beats(nil) == 4 && beats(["bpm": 90]) == 4 && beats(["meter": "3/4", "beat": "auto"]) == 3)
        #expect(beats(["meter": "6/8", "beat": "dotted-quarter"]) == 2 && beats(["song": ["beats": 5]]) == 5)
    }

    @Test func `music that is over sooner meets the end, and a song that repeats its bars for ever does not`() {
        let unreached = ControlError(.invalid, "the music stops before @33", param: "at")
        #expect(PlayEnd.isMet(unreached, in: Status()) && PlayEnd.isMet(unreached, in: song()))
        #expect(PlayEnd.isMet(unreached, in: song(loop: true, stops: true)))
        #expect(!PlayEnd.isMet(unreached, in: song(loop: true)))
        for other in [ControlError(.busy, "100 changes wait", param: "at"), ControlError(.invalid, "no", param: "bpm")]
        {
            #expect(!PlayEnd.isMet(other, in: Status()))
        }
        #expect(!PlayEnd.isMet(nil, in: Status()))
    }
}

extension PlayEnd {
    fileprivate var told: (String, String) { (place, words) }
}
