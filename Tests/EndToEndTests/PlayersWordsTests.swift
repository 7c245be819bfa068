// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// What players type, from the words to the answer.
@Suite(.waits) struct PlayersWordsTests {
    /// Types each line, and expects some words in the answer.
    private func say(_ lines: [(words: String, told: String)], in home: Home) throws {
        for (words, told) in lines {
            let child = try ChildProcess(
                Built.metroctl, words.split(separator: " ").map(String.init),
                environment: home.environment, in: home.folder)
            _ = try child.end()
            #expect((child.stdout + child.stderr).contains(told), "\(words): \(child.stdout)\(child.stderr)")
        }
    }

    @Test func `start plays a groove by its name, and what cannot be started says what to do`() throws {
        let home = try Home()
        try home.folder.write(
            "tempo = 120\nmeter = \"7/8\"\n[[section]]\nlabel = \"verse\"\nbars = 12\n", to: "seven.toml")
        try home.withDaemon(["--no-play"]) { _ in
            try say(
                [
                    ("start waltz 140", "playing waltz, 140 bpm, 3/4"), ("undo", "undone; now 120 bpm, 4/4"),
                    ("stop", "stopped"),
                    ("start alegro", "\"alegro\" is no preset, set list, song, groove or tempo: did you mean Allegro?"),
                    ("bosa", "did you mean bossa?"), ("timer 0", "a timer has 1...100000 minutes, not 0"),
                    ("volume 150", "a volume is at most 100 %, not \"150\""),
                    ("accent 0", "its beats are 1...4"), ("set groove=bossa", "\"groove\" is no setting"),
                    ("prompt C F 2 bars", "prompt C, F every 2 bars"), ("swing 3:1", "metroctl eighths"),
                    ("preset save mine", "saved mine: 120 bpm, 4/4"),
                    ("setlist save gig mine", "1  mine"), ("setlist note gig 1 capo 2", "capo 2"),
                    ("setlist bars gig 1 32", "ends after 32 bars, capo 2"), ("setlist load gig", "capo 2"),
                    ("setlist note 1 off", "ends after 32 bars\n"),
                    ("setlist add gig nosuch", "there is no preset or song \"nosuch\""),
                    ("song load seven.toml", "12 bars"),
                    ("start verse", "verse is a section of the song: seek verse, then start"),
                    ("song scale 80", "at 80 %"), ("song scale", "song seven.toml at 80 %"),
                    ("practise verse at 70", "at 70 %; start plays it"), ("start", "(quarter = 84)"),
                    ("practise 13-20", "its bars are 1 to 12"),
                ], in: home)
        }
    }

    @Test func `what players say of a set list, a groove, a note and a lane is done, or the answer leads there`() throws
    {
        let home = try Home()
        try home.folder.write(
            "tempo = 120\n[[section]]\nlabel = \"verse\"\nbars = 12\n", to: "etude.toml")
        try home.withDaemon(["--no-play"]) { _ in
            try say(
                [
                    ("meter 6/8", "6/8"), ("groove waltz", "3/4"), ("meter 4/4", "4/4"),
                    ("accents 2 4", "(the bell still rings on 1; metroctl accents 1=x"),
                    ("groove bossa", "(in place of the lanes kick"),
                    ("groove off", "groove off: "), ("meter", "4/4"), ("accents 2,4 only", "bell off, accents xAxA"),
                    ("reset", "a plain metronome"),
                    ("meter 6/8", "6/8"),
                    ("tempo dotted-quarter=80", "(240 eighths a minute are clicked: dotted quarter = 80;"),
                    ("beat dotted-quarter", "(3 times as fast as before; metroctl tempo 80 keeps the speed)"),
                    ("set beat=dotted-quarter bpm=80", "80"),
                    ("beat auto", "(3 times slower than before; metroctl tempo 240"),
                    ("meter 7/8 as 2+2+3", "2+2+3/8: 7 beats a bar in groups of 2, 2, 3, each an eighth"),
                    ("subdivision 12", "subdivision must be 1...9, or a name such as triplets"),
                    ("reset", "a plain metronome"), ("polyrhythm 3", "3 against what? metroctl polyrhythm 3:4"),
                    ("lane 3:4", "3 in the bar"), ("volume 3 50", "50 %"), ("softer 3", "40 %"),
                    ("softer 5", "volume 75 %"),
                    ("louder hat", "there is no lane hat: there are 3, 4"), ("lane 4 volume=30", "30 %"),
                    ("volume beat 100", "beat 100 %"), ("volume -10", "volume 65 %"),
                    ("trainer speed 60 to 120 by 5 every 4", "by 5 every 4 bars"),
                    ("trainer gap 3 1", "3 bars heard, 1 silent"),
                    ("trainer off", "speed trainer off, gap trainer off"), ("trainer off", "no trainer was on"),
                    ("sound beat rim", "rim"), ("sound beat usual", "the usual sounds"),
                    ("reset", "a plain metronome"), ("groove rock", "groove rock: "),
                    ("start 3/4 90", "(each lane fills the new bar with its steps"),
                    ("trainer gap 3 1 --at @90", "from bar 90"), ("trainer off", "cancelled"),
                    ("stop", "stopped"), ("start count-in 1", "(each start is counted in from now on"),
                    ("stop", "stopped"),
                    ("reset", "a plain metronome"), ("preset save mine", "saved"),
                    ("setlist create gig", "setlist add gig"),
                    ("setlist add gig mine mine", "gig"), ("setlist mine bars 16", "metroctl setlist bars gig mine 16"),
                    ("setlist gig 2 stop after 32 bars", "ends after 32 bars"), ("setlist bars gig 2 off", "mine"),
                    ("play gig count-in 1", "(each piece of it is counted in"), ("stop", "stopped"),
                    ("setlist play gig count-in 1", "(each piece of it is counted in"),
                    ("stop", "stopped"),
                    ("setlist play gig --count-in 1", "with 1 bar of count-in"),
                    ("play gig count-in 1", "(each piece of it is counted in)"),
                    ("tempo 2", "2 bpm"), ("setlist next", "with 1 bar of count-in"),
                    ("cancel", "cancelled"), ("stop", "stopped"),
                    ("setlist count-in gig 2", "(each piece of it is counted in"),
                    ("preset mine", "preset mine"),
                    ("setlist start gig", "playing gig"), ("tempo 2", "2 bpm"), ("next", "from bar"),
                    ("undo", "undone: next mine at bar"),
                    ("stop", "stopped"), ("setlist remove gig 2", "1  mine"),
                    ("setlist start none", "is no set list: there are gig"),
                    ("setlist delete gig", "removed"),
                    ("setlist add gig mine 16 mine 32", "ends after 32 bars"),
                    ("setlist add gig mine 0", "1 to 10000 bars"),
                    ("setlist add gig mine etude.toml 16", "only a preset ends after some bars"),
                    ("setlist gig move 2 1", "ends after 32 bars\n  2  mine"), ("setlist load gig", "gig 1 of 2"),
                    ("start", "playing"),
                    ("setlist close", "set list closed; what plays does not stop by itself any more"),
                    ("stop", "stopped"),
                    ("status", "stopped"),
                    ("setlist delete gig", "removed"), ("mine", "preset mine"), ("off", "say what: swing off"),
                    (
                        "start 60 6/8",
                        "(60 eighths a minute are clicked; metroctl set beat=dotted-quarter bpm=60 clicks"
                    ),
                    ("start 4/4 40", "40 bpm"), ("tempo 110 in 20 bars", "110 bpm, from bar 2"),
                    ("cancel", "1 change cancelled"), ("swing on", "swing 2:1"),
                    ("swing off", "metroctl subdivision off ends that"),
                    ("mute every 4th bar", "3 bars heard, 1 silent"),
                    ("tap --at +2", "tap again"),
                    ("stop", "stopped"), ("tempo 110 in 8 bars", "nothing plays, so no bar is 8 bars from now"),
                    ("poly 5:4", "5 in the bar"), ("pan 5 left", "100 % left"), ("mute 5", "muted"),
                    ("reset", "a plain"),
                    ("start --from 9", "no song is loaded"),
                    ("song load etude.toml", "12 bars"), ("reset", "song unload first, then metroctl reset"),
                    ("groove rock", "song unload first, then metroctl groove rock"), ("tempo 70%", "at 70 %"),
                    ("song tempo 80%", "at 80 %"), ("start bar 5", "from bar 5"), ("stop", "stopped"),
                ], in: home)
        }
    }

    @Test func `what players say on stage is done, and the answer tells what holds`() throws {
        let home = try Home()
        try home.folder.write(
            "tempo = 120\n[[section]]\nlabel = \"A\"\nbars = 4\n[[section]]\nlabel = \"B\"\nbars = 8\n",
            to: "etude.toml")
        try home.withDaemon(["--no-play"]) { _ in
            try say(
                [
                    ("meter 6/8", "6/8"),
                    ("eighths", "(a beat is one of these eighths already; metroctl sixteenths divides it)"),
                    ("beat dotted-quarter", "dotted-quarter"), ("eighths", "subdivision 3"), ("beat eighth", "eighth"),
                    ("lane 3:4", "(the beats go on beside them"),
                    ("song load etude.toml", "(lanes 3, 4 rest until the song is unloaded)"), ("song off", "unloaded"),
                    ("practise 5-6 of etude at 70%", "(lanes 3, 4 rest until"),
                    ("save passage", "metroctl song unload, then"), ("song off", "unloaded"), ("lanes off", "off"),
                    ("set tempo 120 meter 4/4", "120 bpm"), ("cancel", "no change is waiting"), ("meter 6/8", "6/8"),
                    (
                        "swing triplet",
                        "(each beat is one eighth: its two sixteenths swing; metroctl beat quarter makes eighths swing)"
                    ),
                    ("reset", "volume and bell volume stay"),
                    ("groove rock", "snare"), ("solo kick", "solo"), ("solo hat", "solo"),
                    ("no solo", "hat AxAxAxAx (hihat, 60 %)"),
                    ("unsolo", "no lane is heard alone"), ("groove off", "groove off: "),
                    ("count-in 2", "count-in 2 bars"),
                    ("start", "playing"), ("count-in 1", "count-in 1 bar, from the next start on"),
                    ("count-in off", "count-in off"),
                    ("mute 20%", "20 %"), ("unmute", "(the random mute goes on; metroctl trainer mute off ends it)"),
                    ("mute off", "unmuted"), ("trainer off", "off"), ("save calm", "saved calm: 120 bpm, 4/4"),
                    ("nudge 10 ms earlier", "the beats come 10 ms earlier"), ("half speed", "60 bpm"),
                    ("tempo 150%", "90 bpm"), ("tempo 200", "200 bpm"), ("set 190 5/4", "190 bpm at once, 5/4"),
                    ("meter 7/8", "7/8"),
                    ("calm 95", "preset calm, 95 bpm"), ("wait 2 bars", ""), ("tempo", "95 bpm"),
                    ("voice", "counting aloud"), ("sound accent rim", "accent rim"),
                    ("sound beat rim", "(the beats of the bell are still counted aloud; metroctl voice off"),
                    ("voice", "counting aloud"), ("voice off", "accent rim"),
                    ("accents rim", "(no beat has that accent: metroctl accents 2=A gives one"),
                    ("accent rim", "accent rim"), ("accents", "accents auto: Xxxx"), ("bell on", "bell on beat 1"),
                    ("beats 20%", "(the bell stays as loud as it is)"),
                    ("volume", "beat 20 % of it, bell 100 % of it"), ("volume beats 100%", "beat 100 %"),
                    ("upcoming", "playing"),
                    ("tempo 101", "101 bpm"), ("tempo back", "undone; now"),
                    ("voice off", "nothing is counted aloud"), ("stop", "stopped"), ("count-in off", "off"),
                    ("trainer 80 to 120", "80 to 120"),
                    ("start 180", "(the speed trainer 80 to 120 by 5 every 4 says the tempo;"), ("stop", "stopped"),
                    ("trainer off", "off"), ("latency 30ms", "metroctl offset 30 tells"),
                    ("setlist edit gig 2 stop after 32 bars", "no set list \"gig\""),
                    ("delete nothing", "unknown command"), ("song off", "no song"),
                    ("lane groove x.x.", "groove x.x."), ("groove quieter", "groove x.x. (beat, 90 %)"),
                    ("lanes off", "lanes off"),
                    ("song", "no song is loaded"),
                    ("setlist create gig calm 8 bars then etude", "ends after 8 bars\n  2  etude"),
                    ("setlist", "no set list is loaded, gig is saved: metroctl setlist load gig"),
                    ("setlist move gig last first", "1  etude"),
                    ("setlist move gig first 2", "1  calm"), ("setlist load gig count-in 1", "gig 1 of 2"),
                    ("setlist note calm capo 2", "ends after 8 bars, capo 2"),
                    ("setlist go 2", "gig 2 of 2: etude"),
                    ("render --bars 9", "metroctl render click.wav --bars 9"),
                    ("render e.wav --bars 9", "metroctl song unload goes back to"),
                    ("setlist off", "(the song etude.toml stays loaded; metroctl song off"),
                    ("leave song", "unloaded"), ("preset load calm", "preset calm"),
                    ("status", "calm (loaded or saved last)"),
                    ("count-in off", "off"), ("play etude from part B", "from bar 5"),
                    ("stop", "stopped"),
                    ("song off", "unloaded"), ("practise bars 90-91 of etude", "its bars are 1 to 12"),
                    ("status", "stopped"),
                    ("play etude from Z", "Z"), ("play etude", "etude"),
                    ("practise 5-6 of other.toml", "etude.toml is loaded: metroctl song load other.toml"),
                    ("stop", "stopped"), ("song off", "unloaded"),
                    ("practise 5-6 of etude from 70% 5% faster each time", "from 70 % up 5 % each pass to 100 %"),
                    ("song off", "unloaded"),
                    ("click track calm 16 bars", "metroctl render calm.wav --bars 16, of a preset with --preset calm"),
                    ("preset intro 80 4/4", "then metroctl save intro keeps that"),
                    ("less swing", "swing 55% is a lighter one"),
                    ("timer 2 minutes", "(it ends with the bar that is under way;"), ("timer 2 bars", "timer 2 bars"),
                    ("render y.wav --bars 6", "6 bars"),
                    ("timer off", "off"),
                    ("render z.wav --bars 6", "6 bars"),
                    ("5 against 3", "(the beats go on beside them;"),
                    ("accent 2 4", "(X is the bell, A an accent, x a beat, o a soft one, . none)"),
                    ("plain", "timer and count-in off"),
                    ("programme gig", "a programme is a set list"),
                    ("render x.wav --bars 1", "wrote x.wav, 1 bar"),
                    ("render x.wav --bars 2 --preset calm", "wrote x.wav anew, 2 bars of calm"),
                ], in: home)
            // No timer ends a render before its last bar.
            #expect(try home.folder.bytes("y.wav") == home.folder.bytes("z.wav"))
        }
    }

    @Test func `what one sentence has heard again is muted again by one undo`() throws {
        try withDaemon("--no-play") { daemon in
            let words = [
                ("groove rock", "snare"), ("mute", "muted"), ("mute kick", "muted"), ("unmute all", "unmuted"),
            ]
            try say(words, in: daemon.home)
            let history = try daemon.connect().status().history
            try say([("undo", "muted")], in: daemon.home)
            let status = try daemon.connect().status()
            #expect(status.settings.others["muted"] == true && status.history.undo == history.undo - 1)
            let lanes = status.settings.others["lanes"]?.array ?? []
            #expect(lanes.first { $0["name"] == "kick" }?["mute"] == true)
        }
    }

    @Test func `what was muted is heard again, a step that waits is counted, and a trainer starts as it is told to`()
        throws
    {
        let home = try Home()
        try home.folder.write("tempo = 120\n[[section]]\nbars = 99\n", to: "etude.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            try say([("groove rock", "snare"), ("solo kick", "solo"), ("solo hat", "solo")], in: home)
            let child = try ChildProcess(
                Built.metroctl, ["--json", "unsolo"], environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(0))
            #expect(child.stdout.split(separator: "\n").count == 1, "\(child.stdout)")
            try say(
                [
                    ("no solo", "no lane is heard alone"), ("mute kick", "muted"), ("mute hat", "muted"),
                    ("unmute all", "hat AxAxAxAx (hihat, 60 %)"), ("undo", "hat AxAxAxAx (hihat, 60 %, muted)"),
                    ("lane kick", "muted"), ("unmute all", "hat AxAxAxAx (hihat, 60 %)"),
                    ("unmute all", "nothing was muted"),
                    ("trainer off --at @8", "off, when it plays (metroctl cancel"),
                    ("cancel", "1 change cancelled"), ("trainer off", "no trainer was on"),
                    ("lane kick gain=20% --at @8", "20 %"), ("louder kick --at @9", "30 %"), ("cancel", "2 changes"),
                    ("save my tune", "saved my tune"), ("load my tune", "preset my tune"),
                    ("save look at bar", "saved look at bar"), ("load look at bar", "preset look at bar"),
                    ("lane at x...x...", "at x...x..."),
                    ("--json help words", "Words that stand for others"), ("groove off", "off"),
                    ("start 60 faster by 5 every 4 bars up to 100", "\nplaying"), ("nudge bar", "a bar begins"),
                    ("stop", "stopped"), ("trainer off", "off"), ("song load etude.toml", "99 bars"),
                    ("start", "playing"), ("song scale 50% at @80", "at 50 %"), ("faster 10% --at @81", "at 55 %"),
                    ("faster", "at 105 %"), ("stop", "stopped"),
                ], in: home)
            let lanes = try daemon.connect().status().settings.others["lanes"]?.array ?? []
            #expect(lanes.allSatisfy { $0["mute"]?.bool != true && $0["solo"]?.bool != true })
        }
    }
}
