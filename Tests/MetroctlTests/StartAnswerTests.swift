// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct StartAnswerTests {
    private func change(_ values: [String: JSONValue]) -> Change { Change { $0.values = values } }

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
