// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeSession

@Suite struct SuggestionTests {
    @Test func `the distance counts letters added, dropped, replaced and swapped`() {
        #expect(Suggestion.distance("bpm", "bpm") == 0)
        #expect(Suggestion.distance("bmp", "bpm") == 1)
        #expect(Suggestion.distance("volum", "volume") == 1)
        #expect(Suggestion.distance("", "abc") == 3)
        #expect(Suggestion.distance("kitten", "sitting") == 3)
    }

    @Test func `of words, the nearest differs by two letters at most`() {
        #expect(Suggestion.word(for: "strat", among: ["start", "stop"]) == "start")
        #expect(Suggestion.word(for: "metxxr", among: ["meters", "stop"]) == nil)
        #expect(Suggestion.word(for: "volxmx", among: ["volume", "stop"]) == "volume")
        #expect(Suggestion.word(for: "accel", among: ["cancel", "watch"]) == nil)
        #expect(Suggestion.word(for: "sxxxt", among: ["start", "stop"]) == nil)
        // A word of four letters and one of two changes are not close.
        #expect(Suggestion.word(for: "tap", among: ["start", "stop"]) == nil)
        #expect(Suggestion.word(for: "moot", among: ["meter", "mute"]) == nil)
        #expect(Suggestion.word(for: "xyz", among: ["start", "stop"]) == nil)
    }

    @Test func `a short word has to keep one of its letters`() {
        #expect(Suggestion.word(for: "st", among: ["start", "stop"]) == nil)
        #expect(Suggestion.word(for: "", among: ["a"]) == nil)
    }

    @Test func `a word that a known one begins with stands for it, in any letter case`() {
        #expect(Suggestion.word(for: "Des", among: ["call", "describe"]) == "describe")
        #expect(Suggestion.word(for: "de", among: ["call", "describe"]) == nil)
    }

    @Test func `of keys, the nearest differs by a third of its letters at most`() {
        #expect(Suggestion.key(for: "metre", among: ["meter", "bpm"]) == "meter")
        #expect(Suggestion.key(for: "pitch", among: ["meter", "bpm"]) == nil)
        #expect(Suggestion.key(for: "bpn", among: ["meter", "bpm"]) == "bpm")
    }

    @Test func `a key in the wrong table is found by its last part`() {
        #expect(Suggestion.key(for: "music.device", among: ["output.device", "bpm"]) == "output.device")
        #expect(Suggestion.key(for: "devise", among: ["output.device", "bpm"]) == "output.device")
    }

    @Test func `what is too long is compared with nothing`() {
        #expect(Suggestion.word(for: String(repeating: "a", count: 10_000), among: ["start"]) == nil)
        #expect(Suggestion.key(for: String(repeating: "x", count: 100_000), among: ["meter"]) == nil)
    }
}
