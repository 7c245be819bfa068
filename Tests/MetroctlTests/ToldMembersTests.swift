// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct ToldMembersTests {
    private let status: JSONValue = [
        "run": 1, "song": ["lanes": [["name": "kick"]]], "heard": ["bpm": 80, "meter": "3/4", "bell": .null],
        "settings": ["bpm": 120, "meter": "4/4", "lanes": [["name": "hat"], ["name": "rim", "mute": true]]],
    ]

    @Test func `while a song is loaded its tempo, meter, bell and lanes are told, and else those that are set`() {
        #expect(Options.told(["bpm", "meter", "run"], of: status) == ["bpm": 80, "meter": "3/4", "run": 1])
        #expect(Options.told(["lanes"], of: status) == ["lanes": [["name": "kick"]]])
        var own = status.object ?? [:]
        own["song"] = .null
        #expect(Options.told(["bpm", "meter"], of: .object(own)) == ["bpm": 120, "meter": "4/4"])
        let told = Options.told(["lanes"], of: .object(own))
        #expect(Status.lane("rim", of: told) == ["lanes": [["name": "rim", "mute": true]]])
        // The metronome's own lanes are there without being named.
        #expect(Status.lane("beat", of: told) == ["lanes": [["name": "beat"]]])
    }
}
