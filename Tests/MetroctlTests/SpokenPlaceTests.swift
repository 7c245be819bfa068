// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

/// Sentences with a place, a sign or a unit in them.
@Suite struct SpokenPlaceTests {
    private func arguments(_ typed: String) -> String {
        Metroctl.arguments(for: typed.split(separator: " ").map(String.init)).map(Minus.restored)
            .joined(separator: " ")
    }

    @Test(arguments: [
        "3:4", "3/4 140", "no bell", "count-in 1", "mute every 4th bar", "100 to 160 in 32 bars",
        "polyrhythm 3 against 4", "eighths softer", "volume kick 30", "accents 2 4 only", "offbeats", "faster", "mute",
        "undo", "kick xoxo", "bossa nova", "hat softer", "mute 20%", "unmute all", "tempo back",
    ]) func `a place in words means what a place in an option means`(sentence: String) {
        for place in ["bar", "beat", "now", "section", "@17.3", "+8"] {
            #expect(arguments("\(sentence) at \(place)") == arguments("\(sentence) --at \(place)"))
        }
        #expect(arguments("\(sentence) at bar 12") == arguments("\(sentence) --at @12"))
        #expect(arguments("\(sentence) at next bar -q") == arguments("\(sentence) --at bar -q"))
    }

    @Test(arguments: [
        ("start at bar 9", "start --from 9"), ("stop at bar 4", "stop --at @4"),
        ("on bar say at bar", "on bar -- say at bar"), ("every bar say at bar", "on bar -- say at bar"),
        ("save look at bar", "preset save look at bar"), ("seek at bar 9", "seek at bar 9"),
        ("setlist note gig 1 look at bar", "setlist note gig 1 look at bar"), ("preset load at", "preset load at"),
        ("lane at mute at bar", "lane at mute --at bar"),
        ("rock at 96", "groove rock 96"), ("bell off at 170", "bell off at 170"),
        ("song load a.toml at bar 9", "song load a.toml at bar 9"),
    ]) func `at before what is no place of the music, or in words of the player, stays`(typed: String, meant: String) {
        #expect(arguments(typed) == meant)
    }

    @Test(arguments: [
        ("volume 50 %", "volume 50%"), ("bell volume 50 %", "volume bell 50%"),
        ("trainer mute 20 %", "trainer mute 20%"), ("prompt 50 %", "prompt 50 %"),
        ("setlist note gig 1 50 %", "setlist note gig 1 50 %"),
        ("speed trainer 60 to 120 by 5 every 4 bars", "trainer speed 60 to 120 by 5 every 4 bars"),
        ("speed trainer off", "trainer speed off"), ("speed trainer", "trainer"),
        ("gap trainer 3 1", "trainer gap 3 1"), ("gap trainer off", "trainer gap off"),
    ]) func `what an answer says may be typed`(typed: String, meant: String) {
        #expect(arguments(typed) == meant)
    }

    @Test(arguments: [
        ("trainer 120 to 80 -5 every 2", "trainer speed 120 to 80 by 5 every 2"),
        ("trainer 80 to 120 +5 every 2", "trainer speed 80 to 120 by 5 every 2"),
        ("120 to 80 -5 every 2", "trainer speed 120 to 80 by 5 every 2"),
        ("volume beat -10", "lane beat gain=-10%"), ("tempo -5 in 8 bars", "tempo -5 --at +8"),
        ("offset -30 ms", "offset -30"), ("-5", "tempo -5"), ("tempo -5 -q", "tempo -5 -q"),
        ("volume -10% --at bar", "volume -10% --at bar"), ("nudge -5ms", "nudge -5ms"), ("nudge bar", "nudge --bar"),
    ]) func `a number with a sign is a word, and no option`(typed: String, meant: String) {
        #expect(arguments(typed) == meant)
    }
}
