// SPDX-License-Identifier: Apache-2.0

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
        #expect(PlayEnd(bars: 2, from: counted, with: Change { $0.atBar = 0 }).told == end(6))
        let other = Change { ($0.atBar, $0.values) = (0, ["song": ["start_bar": 9]]) }
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
