// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import Testing

@testable import metroctl

struct LanesPageTests {
    private func lane(_ name: String, _ pattern: String, mute: Bool = false, solo: Bool = false) -> JSONValue {
        [
            "name": .string(name), "pattern": .string(pattern), "sound": .string(name), "gain": 0.5, "pan": -0.3,
            "mute": .bool(mute), "solo": .bool(solo), "channel": 3, "from": "run",
        ]
    }

    @Test func `a lane is told in a line, with what is not usual of its mix`() {
        #expect(
            Status.lanesPage([lane("kick", "x...", mute: true), lane("hat", "x.x.x.x.")])
                == """
                kick  x...      50 %, 30 % left, channel 3, from run, muted
                hat   x.x.x.x.  50 %, 30 % left, channel 3, from run
                """)
    }

    @Test func `beats with a gain of 0 silence the bell, and with any other leave it`() {
        func hint(_ gain: Double) -> String {
            LaneVerb.bellHint(Change { $0.values = ["lanes": [["name": "beat", "gain": .number(gain)]]] })
        }
        #expect(hint(0).contains("the bell is silent, too") && hint(0.01) == "\n(the bell stays as loud as it is)")
        #expect(hint(1) == hint(0.01))
    }

    @Test func `lanes that are not heard stand in parentheses below the pendulum`() {
        var status = Status.allegro
        #expect(status.lanesLine.isEmpty)
        status.settings.others["lanes"] = [lane("kick", "x..."), lane("hat", "x", mute: true)]
        #expect(status.lanesLine == "kick (hat)")
        status.settings.others["lanes"] = [lane("kick", "x..."), lane("hat", "x", mute: true, solo: true)]
        #expect(status.lanesLine == "(kick) hat")
    }
}
