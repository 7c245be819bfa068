// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Daemon

@Suite struct SuggestionTests {
    @Test func `the distance counts letters added, dropped, replaced and swapped`() {
        #expect(Suggestion.distance("bpm", "bpm") == 0)
        #expect(Suggestion.distance("bmp", "bpm") == 1)
        #expect(Suggestion.distance("volum", "volume") == 1)
        #expect(Suggestion.distance("", "abc") == 3)
        #expect(Suggestion.distance("kitten", "sitting") == 3)
    }

    @Test func `only what is near is suggested`() {
        #expect(Suggestion.nearest(to: "metre", among: ["meter", "bpm"]) == "meter")
        #expect(Suggestion.nearest(to: "pitch", among: ["meter", "bpm"]) == nil)
        #expect(Suggestion.nearest(to: String(repeating: "x", count: 100_000), among: ["meter"]) == nil)
    }
}
