// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct BarsAheadTests {
    private let position = PositionState { ($0.beatIndex, $0.bar, $0.beat) = (10, 3, 3) }

    /// In bar 3 of 4/4, with a change that waits.
    private func status(_ changes: [String: JSONValue], atBar bar: Int, beat: Double = 12) -> Status {
        Status {
            $0.settings.meter = "4/4"
            $0.pending = [
                PendingState {
                    ($0.atBeat, $0.atBar, $0.atBarBeat, $0.changes) = (beat, bar, 1, changes)
                }
            ]
        }
    }

    @Test func `so many bars from now have the number of the bar that plays and so many more`() throws {
        for others in [Status(), status(["bpm": 90], atBar: 4), status(["setlist": ["name": "gig"]], atBar: 4)] {
            #expect(try others.bar(after: 2, from: position) == 5)
        }
        // The bars of a count-in are bars, and behind them comes the one that was counted in.
        let counted = PositionState { ($0.bar, $0.beat) = (-1, 1) }
        let song = Status { $0.song = SongState { $0.startBar = 12 } }
        for (ahead, bar) in [(1, 1), (2, 1), (3, 2)] {
            #expect(try Status().bar(after: ahead, from: counted) == bar)
            #expect(try song.bar(after: ahead, from: counted) == 11 + bar)
        }
    }

    @Test func `where a piece begins its own bars before, no number says which bar that is`() throws {
        for first in [-1, 0, 1] {
            for piece in ["setlist", "song"] {
                let waits = status([piece: ["name": "gig"]], atBar: first)
                #expect(throws: Failure.self) { try waits.bar(after: 2, from: position) }
            }
        }
        // It comes later.
        let later = status(["setlist": ["name": "gig"]], atBar: 0, beat: 400)
        #expect(try later.bar(after: 2, from: position) == 5)
    }
}
