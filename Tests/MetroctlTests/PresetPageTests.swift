// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct PresetPageTests {
    @Test(arguments: [
        ("song = \"/m.txt\"\nformat = \"klick\"\nvolume = 0.8", "klick"), ("format='midi' # of a friend", "midi"),
        ("song = \"/m.toml\"", nil), ("bpm = 120\n[other]\nformat = \"klick\"", nil),
    ]) func `a click track knows how the song of a preset is read, where the preset says so`(
        text: String, format: String?
    ) {
        #expect(PresetPage { $0.text = text }.format == format)
    }
}
