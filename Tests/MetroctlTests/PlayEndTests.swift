// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
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
        var status = Status()
        #expect(PlayEnd(bars: 4, from: status).bar == 4)
        #expect(PlayEnd(bars: 4, from: song(from: 5)).bar == 8)
        for (bar, last) in [(-1, 4), (0, 4), (1, 4), (7, 10)] {
            status.position = PositionState { $0.bar = bar }
            #expect(PlayEnd(bars: 4, from: status).bar == last)
        }
        // What waits for a bar is played so long.
        #expect(PlayEnd(bars: 4, from: status, with: Change { $0.atBar = 9 }).bar == 12)
        // A song is counted in, and begins behind its first bar; another one waits.
        var counted = song(from: 5)
        counted.position = PositionState { $0.bar = 0 }
        #expect(PlayEnd(bars: 2, from: counted).bar == 6)
        #expect(PlayEnd(bars: 2, from: counted, with: Change { $0.atBar = 0 }).bar == 6)
        let other = Change { ($0.atBar, $0.values) = (0, ["song": ["start_bar": 9]]) }
        #expect(PlayEnd(bars: 2, from: counted, with: other).bar == 10)
        // The bar behind the last one has a name.
        #expect(PlayEnd(bars: 1_440_000, from: status).bar == 999_999)
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
