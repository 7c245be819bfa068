// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// What players type, from the words to the answer.
@Suite(.waits) struct PlayersWordsTests {
    @Test func `start plays a groove by its name, and what cannot be started says what to do`() throws {
        let home = try Home()
        try home.folder.write(
            "tempo = 120\nmeter = \"7/8\"\n[[section]]\nlabel = \"verse\"\nbars = 12\n", to: "seven.toml")
        try home.withDaemon(["--no-play"]) { _ in
            for (words, told) in [
                ("start waltz 140", "playing, 140 bpm"), ("undo", "undone; now 120 bpm, 4/4"), ("stop", "stopped"),
                ("start alegro", "\"alegro\" is no preset, set list, song, groove or tempo: did you mean Allegro?"),
                ("bosa", "did you mean bossa?"), ("timer 0", "a timer has 1...100000 minutes, not 0"),
                ("volume 150", "a volume is at most 100 %, not \"150\""),
                ("accent 0", "its beats are 1...4"), ("set groove=bossa", "\"groove\" is no setting"),
                ("prompt C F 2 bars", "prompt C, F every 2 bars"), ("swing 3:1", "metroctl eighths"),
                ("preset save mine", "saved "), ("setlist save gig mine", "metroctl setlist add gig mine"),
                ("setlist add gig mine", "mine"), ("setlist note gig 1 capo 2", "capo 2"),
                ("setlist bars gig 1 32", "ends after 32 bars, capo 2"), ("setlist load gig", "capo 2"),
                ("setlist note 1 off", "ends after 32 bars\n"),
                ("setlist add gig nosuch", "there is no preset or song \"nosuch\""),
                ("song load seven.toml", "12 bars"),
                ("start verse", "verse is a section of the song: seek verse, then start"),
                ("song scale 80", "at 80 %"), ("song scale", "song seven.toml at 80 %"),
                ("practise verse at 70", "at 70 %; start plays it"), ("start", "(quarter = 84)"),
                ("practise 13-20", "its bars are 1 to 12"),
            ] {
                let child = try ChildProcess(
                    Built.metroctl, words.split(separator: " ").map(String.init), environment: home.environment,
                    in: home.folder)
                _ = try child.end()
                #expect((child.stdout + child.stderr).contains(told), "\(words): \(child.stdout)\(child.stderr)")
            }
        }
    }
}
