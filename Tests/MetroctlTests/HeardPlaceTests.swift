// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct HeardPlaceTests {
    @Test func `a place that is heard is told with its prompt and the next, where there are prompts`() {
        var heard = PlaceFeed.Heard(run: 3, beat: .sample(index: 4), atNs: 5)
        #expect(heard.json["prompt"] == nil && heard.json["next_prompt"] == nil && heard.json["bar"] == 2)
        (heard.prompt, heard.nextPrompt) = ("B♭", "F♯")
        #expect(heard.json["prompt"] == "B♭" && heard.json["next_prompt"] == "F♯")
    }
}
