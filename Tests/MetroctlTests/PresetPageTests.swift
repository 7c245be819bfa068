// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Programs
import Testing

@testable import metroctl

@Suite struct PresetPageTests {
    private func settings(_ text: String, song: String? = nil) throws -> String {
        let page = PresetPage { ($0.text, $0.path, $0.song) = (text, "/p/presets/a.toml", song) }
        return try page.settings(home: "/home/me")
    }

    @Test(arguments: [
        ("song = \"/m.txt\"\nformat = \"klick\"\nvolume = 0.8", "klick"), ("format='midi' # of a friend", "midi"),
        ("\"format\" = 'klick'", "klick"),
        ("song = \"/m.toml\"", nil), ("bpm = 120\n[other]\nformat = \"klick\"", nil),
    ]) func `a click track knows how the song of a preset is read, where the preset says so`(
        text: String, format: String?
    ) {
        #expect(PresetPage { $0.text = text }.format == format)
    }

    @Test(arguments: [
        ("bpm = 60\ntimer = \"4 bars\"\n[bell]\nevery = \"bar\"", "bpm = 60\n\n[bell]\nevery = \"bar\"\n"),
        (
            "bpm = 60\n\n[trainer]\nspeed = \"60 to 120 by 5 every 4 and back then stop\"\ngap = \"off\"",
            "bpm = 60\n\n[trainer]\nspeed = \"60 to 120 by 5 every 4 and back\"\ngap = \"off\"\n"
        ),
        ("trainer.speed = '60 to 120 by 5 every 4  then  stop'", "[trainer]\nspeed = \"60 to 120 by 5 every 4\"\n"),
        (
            "[trainer] # mine\n\"speed\" = \"60 to 120 by 5 every 4 then stop\"",
            "[trainer]\nspeed = \"60 to 120 by 5 every 4\"\n"
        ),
        (
            "trainer = { speed = \"60 to 120 by 5 every 4 then again\" }",
            "[trainer]\nspeed = \"60 to 120 by 5 every 4 then again\"\n"
        ),
        ("\"timer\" = \"4 bars\"\nbpm = 60", "bpm = 60\n"),
    ]) func `nothing of a preset ends a click track before as much is written as was asked for, however it is written`(
        text: String, settings: String
    ) throws {
        #expect(try self.settings(text) == settings)
    }

    @Test(arguments: [
        ("sounds.beat = \"./a.wav\"", "[sounds]\nbeat = \"/p/presets/a.wav\"\n"),
        ("[sounds]\nbell = \"~/a.wav\"", "[sounds]\nbell = \"/home/me/a.wav\"\n"),
        ("lanes = 'k x.x. sound=./a.wav'", "lanes = \"k x.x. sound=/p/presets/a.wav\"\n"),
    ]) func `a sound of a preset is the file that it is when the preset is loaded`(text: String, settings: String)
        throws
    {
        #expect(try self.settings(text) == settings)
    }

    @Test func `the song of a preset is left out of its settings, however its keys are written`() throws {
        let text = "song = \"e.toml\"\n\"from\" = 5\n'scale' = 0.9\ncount_in = 2\n"
        #expect(try settings(text, song: "/p/presets/e.toml") == "count_in = 2\n")
    }

    @Test func `a preset with a mistake is refused with its place`() {
        let page = PresetPage { ($0.text, $0.troubles) = ("bpm = 0", ["/p/presets/a.toml:1:1: bpm: too small"]) }
        let failure = #expect(throws: ProgramFailure.self) { try page.settings(home: nil) }
        #expect(failure?.message == "/p/presets/a.toml:1:1: bpm: too small")
    }
}
