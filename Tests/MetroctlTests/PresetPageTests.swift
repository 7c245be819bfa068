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

    @Test(arguments: [
        ("bpm = 60\ntimer = \"4 bars\"\n[bell]\nevery = \"bar\"", "bpm = 60\n[bell]\nevery = \"bar\""),
        (
            "bpm = 60\n\n[trainer]\nspeed = \"60 to 120 by 5 every 4 and back then stop\"\ngap = \"off\"",
            "bpm = 60\n\n[trainer]\nspeed = \"60 to 120 by 5 every 4 and back\"\ngap = \"off\""
        ),
        ("[trainer]\nspeed = \"60 to 120 then again\"", "[trainer]\nspeed = \"60 to 120 then again\""),
        ("prompt = \"C then stop\"", "prompt = \"C then stop\""),
    ]) func `nothing of a preset ends a click track before as much is written as was asked for`(
        text: String, settings: String
    ) {
        #expect(PresetPage { $0.text = text }.settings == settings)
    }
}
