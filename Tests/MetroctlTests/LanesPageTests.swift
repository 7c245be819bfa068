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

    @Test func `a polyrhythm says that the beats go on, unless they are muted`() {
        func hint(_ lanes: JSONValue) -> String { LanesVerb.beatHint(Change { $0.values = ["lanes": lanes] }) }
        let voices: [JSONValue] = [lane("3", "3 per bar"), lane("2", "2 per bar")]
        #expect(hint(.array(voices)).contains("the beats go on beside them"))
        #expect(hint(.array([["name": "beat", "mute": true]] + voices)).isEmpty)
        #expect(hint(.array([["name": "beat", "mute": false, "gain": 0]] + voices)).isEmpty)
        #expect(!hint(.array([["name": "beat", "mute": false, "gain": 0.5]] + voices)).isEmpty)
    }

    @Test func `another meter names the lanes that fill its bar, and no lane whose steps last as long as before`() {
        func hint(_ lanes: JSONValue...) -> String {
            var status = Status.allegro
            status.settings.others["lanes"] = .array(lanes)
            return MeterVerb.laneHint(status)
        }
        let (free, slow) = (lane("five", "x.x 4 per beat"), lane("slow", "every 500ms"))
        let each = "\n(each lane fills the new bar with its steps; metroctl lanes off ends the lanes)"
        #expect(hint(lane("kick", "x...")) == each && hint(lane("3", "3 per bar"), lane("2", "2 per bar")) == each)
        #expect(hint(free, slow, lane("long", "x.x. over 5 beats")).isEmpty && hint().isEmpty)
        #expect(
            hint(lane("kick", "x..."), free, lane("hat", "xx over 2 bars"))
                == "\n(kick and hat fill the new bar with their steps; metroctl lanes off ends the lanes)")
        #expect(hint(lane("kick", "x..."), slow).contains("(kick fills the new bar with its steps;"))
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
