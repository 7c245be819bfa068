// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct StartAnswerTests {
    private func change(_ values: [String: JSONValue]) -> Change { Change { $0.values = values } }

    @Test func `a song that is counted in as it says itself is told so, where another count-in was asked for`() {
        func hint(_ asked: Int?, _ bar: Int) -> String { Change { $0.atBar = bar }.countInHint(asked: asked) }
        #expect(hint(2, 0) == "\n(the song says itself how it is counted in)" && hint(0, 0) == hint(2, 0))
        #expect(hint(2, -1).isEmpty && hint(0, 9).isEmpty && hint(nil, 0).isEmpty)
    }

    @Test func `a start is told in the meter that holds: the one that was set, else that of the piece`() {
        let piece = change(["meter": "4/4", "bpm": 96])
        func meter(_ values: [String: JSONValue], _ piece: Change?) -> JSONValue? {
            StartVerb.withMeter(change(values), of: piece).values["meter"]
        }
        #expect(meter(["meter": "3/4"], piece) == "3/4")
        #expect(meter([:], piece) == "4/4" && meter([:], nil) == nil)
        #expect(meter([:], change(["meter": "4/4", "song": ["name": "etude"]])) == nil)
    }
}
