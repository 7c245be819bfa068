// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs
import Testing

@testable import metroctl

@Suite struct SynonymTests {
    private static let meanings: [(String, String)] = [
        ("6/8", "meter 6/8"), ("2+2+3/8 --at bar", "meter 2+2+3/8 --at bar"), ("play 100", "start 100"),
        ("pause", "stop"), ("bpm 100", "tempo 100"), ("faster", "tempo +5%"), ("faster 10", "tempo +10"),
        ("slower 10 -q", "tempo -10 -q"), ("slower --at bar", "tempo -5% --at bar"), ("louder", "volume +10%"),
        ("volume beat 20%", "lane beat gain=20%"), ("swing off", "swing even"), ("subdivision off", "subdivision 1"),
        ("shuffle off", "set subdivision=1 swing=even"),
        ("shuffle off --at bar", "set subdivision=1 swing=even --at bar"),
        ("unsolo all", "lane unsolo"), ("lane hat remove", "lane remove hat"), ("lane hat rm", "lane remove hat"),
        ("count-in off", "count-in 0"), ("accents off", "accents auto"), ("offset off", "offset 0"),
        ("triplets", "subdivision 3"), ("shuffle", "set subdivision=2 swing=2:1"), ("polyrhythm 3:4", "lanes 3:4"),
        ("save waltz", "preset save waltz"), ("load waltz --at bar", "preset load waltz --at bar"),
        ("next", "setlist next"), ("swing 2:1", "swing 2:1"), ("tempo 120", "tempo 120"),
        ("volume bell 20%", "volume bell 20%"), ("louder 10", "volume +10%"), ("volume beat 50", "lane beat gain=50%"),
        ("accent 2 4", "accents 2=A,4=A"), ("accents on 2 and 4", "accents 2=A,4=A"),
        ("accents 2=A 4=o", "accents 2=A,4=o"), ("accents 2 and 4 rim", "set accents=2=A,4=A sounds.accent=rim"),
        ("offbeats quieter", "volume subdivision -10%"), ("offbeats 30", "volume subdivision 30%"),
        ("offbeats", "subdivision 2"), ("triplets off", "subdivision 1"),
        ("render 8 bars x.wav", "render x.wav --bars 8"), ("render x.wav for 3 minutes", "render x.wav --for 3m"),
        ("start 120 for 5m 30", "start 120 --for 5m30"), ("start 3/4 for 5m 90", "start 3/4 90 --for 5m"),
        ("start 120 for 5m 30 at bar", "start 120 --for 5m30 --at bar"),
        ("start 120 --for 5m 30", "start 120 --for 5m30"), ("start --for 5m 30 120", "start --for 5m30 120"),
        ("start --for 5m 90", "start --for 5m 90"), ("render x.wav --for 1m 30", "render x.wav --for 1m30"),
        ("start --for 5m 30s", "start --for 5m30s"), ("start --for 5m 30s --at bar", "start --for 5m30s --at bar"),
        ("start --for 5 minutes 30 seconds", "start --for 5minutes30seconds"), ("start --for 1h", "start --for 1h"),
        ("start 3/4 120 for 5m 30", "start 3/4 120 --for 5m30"),
        ("render x.wav for 1m 30", "render x.wav --for 1m30"), ("start 120 for 5 3/4", "start 120 3/4 --for 5"),
        ("play for 5 minutes 30 seconds", "start --for 5minutes30seconds"),
        ("render x.wav 1.5 hours --stems", "render x.wav --for 1.5h --stems"), ("render x.wav", "render x.wav"),
        ("accents XxAx --at bar", "accents XxAx --at bar"), ("accents 2=A at bar", "accents 2=A --at bar"),
        ("polyrhythm 3 against 4", "lanes 3:4"),
        ("bossa nova", "groove bossa"), ("rhythm bossa nova", "groove bossa"), ("rock at bar", "groove rock --at bar"),
        ("92.5 bpm", "92.5"), ("tempo 92,5 bpm", "tempo 92,5"), ("load etude.toml", "song load etude.toml"),
        ("load v1.2", "preset load v1.2"), ("volume beat 2", "lane beat gain=2"),
        ("louder 0.1", "volume +0.1"), ("faster 10", "tempo +10"),
        ("gap 3 1", "trainer gap 3 1"), ("keys C F every 4", "prompt C F every 4"), ("straight", "swing even"),
        ("from 60 to 120, 4 faster every 4", "trainer speed 60 to 120 by 4 every 4"),
        ("60 to 120 by 4 every 4", "trainer speed 60 to 120 by 4 every 4"), ("60 to", "60 to"),
        ("kick x...x.x.", "lane kick x...x.x."), ("kick xoxo at bar", "lane kick xoxo --at bar"),
        ("a little slower", "tempo -5%"), ("10 bpm slower", "tempo -10"), ("5% faster", "tempo +5%"),
        ("three against four", "lanes 3:4"), ("count in two bars then start at 100", "start at 100 count-in 2"),
        ("count-in 2 start", "start count-in 2"), ("hat softer", "volume quieter hat"),
        ("beat quieter", "volume quieter beat"),
        ("quieter hat 20", "volume quieter hat 20"), ("quieter beat", "volume quieter beat"),
        ("bell softer", "volume bell -10%"),
        ("louder bell 20%", "volume bell +20%"), ("kick off", "lane kick mute"), ("lane kick off", "lane kick mute"),
        ("no swing", "swing even"), ("no groove", "groove off"), ("no kick", "lane kick mute"),
        ("help on", "help on"), ("doctor off", "doctor off"),
        ("stop after 10 minutes", "timer 10 minutes"), ("stop in ten minutes", "timer 10 minutes"),
        ("stop after a minute and a half", "timer 90 seconds"), ("start 100 for half an hour", "start 100 --for 30m"),
        ("timer half a minute", "timer 30 seconds"),
        ("stop at bar 4", "stop --at @4"),
        ("stop at bar", "stop --at bar"), ("undo two", "undo 2"), ("start for 10m", "start --for 10m"),
        ("start 100 --for 10 minutes", "start 100 --for 10m"), ("render 8 bars to x.wav", "render x.wav --bars 8"),
        (
            "workout from 80 to 120 by 5 every 4 bars if within 15 ms",
            "trainer speed 80 to 120 by 5 every 4 bars when within 15 ms"
        ),
        ("prompt one two three", "prompt one two three"), ("what plays", "status"), ("96 BPM", "96"),
        ("play a waltz at 140", "start waltz at 140"),
        ("6/8 in two dotted quarter at 80", "set meter=6/8 beat=dotted-quarter bpm=80"),
        ("6/8 in two 80", "set meter=6/8 beat=dotted-quarter bpm=80"),
        ("6/8 in two", "set meter=6/8 beat=dotted-quarter"),
        ("6/8 q.=80", "set meter=6/8 beat=dotted-quarter bpm=80"), ("beat off", "lane beat mute"),
        ("count in off", "count-in 0"),
        ("3 bars on 1 off", "trainer gap 3 1"), ("3 on 1 off", "trainer gap 3 1"),
        ("lane del kick", "lane remove kick"),
        ("loop bars 5-8 at 70% up 5% count in 1", "practise bars 5-8 at 70% up 5% count in 1"),
        ("trainer 80 to 120 5 every 4 bars within 15ms", "trainer speed 80 to 120 by 5 every 4 bars when within 15"),
        ("load song etude.toml", "song load etude.toml"), ("prompts keys.txt every 4", "prompt keys.txt every 4"),
        ("what comes next", "status"), ("practice this week", "journal --days 7"), ("click", "sound off"),
        ("trainer 80 to 120 5 every 4 bars", "trainer speed 80 to 120 by 5 every 4 bars"),
        ("trainer from 80 to 120", "trainer speed 80 to 120"),
        ("trainer speed 80 to 120 +5", "trainer speed 80 to 120 by 5"),
        ("meter 6/8 pulse dotted-quarter 80", "set meter=6/8 beat=dotted-quarter bpm=80"),
        ("6/8 in dotted quarters", "set meter=6/8 beat=dotted-quarter"), ("meter 6/8 pulse 80", "meter 6/8 pulse 80"),
        ("3/4 140", "set meter=3/4 bpm=140"), ("6/8", "meter 6/8"), ("3/4 at bar", "meter 3/4 --at bar"),
        ("waltz 140", "groove waltz 140"), ("rock at 96", "groove rock 96"), ("bossa nova 130", "groove bossa 130"),
        ("groove bossa at 130 bpm", "groove bossa 130"), ("rock 96 at bar", "groove rock 96 --at bar"),
        ("groove save mine", "groove save mine"), ("3/4 at 140", "set meter=3/4 bpm=140"),
        ("polyrhythm 3/4", "lanes 3:4"), ("polyrhythm 3 4", "lanes 3:4"), ("3 vs 4", "lanes 3:4"),
        ("subdivision sixteenth", "subdivision sixteenths"), ("eighth at bar", "subdivision eighths --at bar"),
        ("triplet", "subdivision 3"),
        ("subdivision quintuplets", "subdivision 5"), ("silent bars off", "trainer gap off"),
        ("voice off", "sound voice off"), ("sextuplets --at bar", "subdivision 6 --at bar"),
        ("subdivision eighths 60%", "set subdivision=2 subdivision_volume=60%"), ("eighths off", "subdivision 1"),
        ("count-in 2 4/4 120", "set count_in=2 meter=4/4 bpm=120"),
        ("countin 2 120", "set count_in=2 bpm=120"), ("count-in 2", "count-in 2"),
        ("start 120 bpm 3/4", "start 120 3/4"), ("tempo +5 bpm", "tempo +5"), ("tempo -5 bpm -q", "tempo -5 -q"),
        ("faster by 5 every 4 to 100", "trainer speed to 100 by 5 every 4"),
        ("faster by 5", "tempo +5"), ("slower by 5%", "tempo -5%"), ("seek bar 5", "seek 5"),
        ("loop bars 5 to 8 at bar", "loop 5 8 --at bar"), ("seek verse", "seek verse"),
        ("bell every 4", "bell 4"), ("bell every 4 beats on 2", "bell 4 on 2"), ("bell every bar", "bell bar"),
        ("solo kick", "lane kick solo"), ("unsolo kick at bar", "lane kick unsolo --at bar"),
        ("mute kick", "lane kick mute"), ("mute at bar", "mute --at bar"), ("mute bell", "bell off"),
        ("set tempo 120", "tempo 120"), ("set bpm=96 meter=7/8", "set bpm=96 meter=7/8"),
        ("setlist note friday 1 100 bpm", "setlist note friday 1 100 bpm"),
        ("meter 7/8 2+2+3", "meter 2+2+3/8"), ("7/8 as 2+2+3 --at bar", "meter 2+2+3/8 --at bar"),
        ("meter 7/8 (3+4)", "meter 3+4/8"), ("meter 7/8 2+2", "meter 7/8 2+2"),
        ("meter 7/8 at bar", "meter 7/8 --at bar"),
        ("volume hat 30", "lane hat gain=30%"), ("volume 3 50", "lane 3 gain=50%"),
        ("volume hat 1.5", "lane hat gain=1.5"),
        ("quieter hat", "volume quieter hat"), ("louder 3", "volume louder 3"), ("softer 3", "volume quieter 3"),
        ("lane hat volume 30", "lane hat gain=30%"), ("lane 3 volume=50%", "lane 3 gain=50%"),
        ("lane 3 gain=50", "lane 3 gain=50%"), ("lane hat gain=2 solo", "lane hat gain=2 solo"),
        ("lane hat every 2 bars after 1 bar", "lane hat every 2 bars after 1 bar"),
        ("lane hat x..x in 8 bars", "lane hat x..x --at +8"), ("mute lane hat", "lane hat mute"),
        ("unsolo lane hat at bar", "lane hat unsolo --at bar"),
        ("volume lane hat 30", "lane hat gain=30%"), ("louder lane hat", "volume louder hat"),
        ("pan lane hat left", "lane hat pan=-1"), ("lane hat 50%", "lane hat gain=50%"),
        ("volume 80% at bar", "volume 80% --at bar"),
        ("speed 80 to 120 by 5 every 4", "trainer speed 80 to 120 by 5 every 4"), ("speed off", "trainer speed off"),
        ("speedup 80 to 120", "trainer speed 80 to 120"), ("speed 100", "tempo 100"),
        ("bell none", "bell off"), ("bell 0", "bell off"),
        ("accents 2,4 only", "accents 2,4 only"), ("accents 2 4 only at bar", "accents 2,4 only --at bar"),
        ("accent 3 cowbell", "set accents=3=A sounds.accent=cowbell"), ("accents 2 only", "accents 2 only"),
        ("accent 2,4 cowbell only", "set accents=2,4 only sounds.accent=cowbell"),
        ("practise 3-5 at 48 bpm", "practise 3-5 at 48 bpm"), ("loop 3-5 at 48 bpm", "practise 3-5 at 48 bpm"),
        ("1 bar off 3 bars on", "trainer gap 3 1"), ("1 silent 3 on", "trainer gap 3 1"),
        ("3 bars on and 1 silent", "trainer gap 3 1"), ("3 on 1 on", "3 on 1 on"),
        ("start in 4 bars", "start in 4 bars"), ("start in ten seconds", "start in 10 seconds"),
        ("pan hat slightly left", "lane hat pan=-0.25"), ("pan hat half left", "lane hat pan=-0.5"),
        ("pan hat not left", "pan hat not left"), ("pan hat hard right", "lane hat pan=1"),
        ("pan hat far left", "lane hat pan=-1"), ("lane hat pan to left", "lane hat pan=-1"),
        ("softer the bell", "volume bell -10%"), ("quieter the hat", "volume quieter hat"),
        ("slower than that", "slower than that"), ("faster at bar", "tempo +5% --at bar"),
        ("offbeats at bar", "subdivision 2 --at bar"), ("louder .1", "volume +.1"),
        ("swing straight", "swing even"), ("swing triplet", "set subdivision=2 swing=2:1"),
        ("set tempo 80 meter 4/4", "set tempo=80 meter=4/4"), ("set tempo 80", "tempo 80"),
        ("straight eighths", "swing even"), ("lane 3 against 4", "lanes 3:4"), ("lane poly 3:2", "lane poly 3:2"),
        ("prompt keys C F Bb every 4 bars", "prompt C F Bb every 4 bars"),
        ("prompt keys every 4", "prompt keys every 4"),
        ("journal practised", "journal"), ("sound usual", "sound off"), ("sound reset", "sound off"),
        ("start bar 9", "start --from 9"), ("start from verse", "start --from verse"),
        ("start at bar 9", "start --from 9"), ("play from bar 9", "start --from 9"),
        ("start etude.toml from bar 5", "start etude.toml --from 5"),
        ("start 16 bars", "start --bars 16"), ("start for 10 minutes", "start --for 10m"),
        ("start 120 for 16 bars", "start 120 --bars 16"), ("start 120 at bar", "start 120 --at bar"),
        ("mute all", "mute"), ("unmute all", "lane unmute"), ("polyrhythm 3", "lanes 3"), ("lane 3:4", "lanes 3:4"),
        ("presets", "preset list"), ("halftime", "tempo /2"), ("doubletime", "tempo x2"), ("tempo half", "tempo /2"),
        ("tempo double", "tempo x2"), ("preset delete mine", "preset remove mine"),
        ("groove delete mine", "groove remove mine"), ("tempo q=60", "tempo quarter=60"),
        ("tempo \u{2669}=60", "tempo quarter=60"), ("\u{2669}=60", "quarter=60"),
        ("setlist delete gig", "setlist remove gig"), ("setlist start gig", "start setlist gig"),
        ("setlist play gig", "start setlist gig"), ("setlist play", "setlist advance"),
        ("song tempo 70%", "song scale 70%"), ("song speed 80", "song scale 80"),
        ("count in 2", "count-in 2"), ("count aloud", "sound voice"), ("setlist play", "setlist advance"),
        ("start 6/8 dotted quarter = 60", "start 6/8 dotted-quarter=60"), ("tempo quarter = 72", "tempo quarter=72"),
        ("quarter = 72", "quarter=72"), ("tempo q. = 60", "tempo dotted-quarter=60"), ("count-in 1 bar", "count-in 1"),
        ("count in 1 bar", "count-in 1"),
        ("count-in two bars", "count-in 2"), ("offset 30ms", "offset 30"), ("offset by 5 ms", "offset by 5"),
        ("volume full", "volume 100%"), ("volume bell max", "volume bell 100%"),
        ("sound accent rimshot", "sound accent rim"), ("sound add clap.wav rimshot", "sound add clap.wav rimshot"),
        ("sound add bar.wav one", "sound add bar.wav one"), ("sounds add clap.wav test", "sound add clap.wav test"),
        ("tempo 110 in 8 bars", "tempo 110 --at +8"),
        ("meter 3/4 after 2 bars", "meter 3/4 --at +2"), ("accent strong normal medium silent", "accents Axx."),
        ("pan 5 left", "lane 5 pan=-1"), ("lane 5 pan left", "lane 5 pan=-1"), ("lane hat pan=right", "lane hat pan=1"),
        ("pan hat 50% left", "lane hat pan=-0.5"),
        ("pan hat 30", "lane hat pan=0.3"), ("lane hat pan=-0.3", "lane hat pan=-0.3"),
        ("pan hat center", "lane hat pan=0"), ("mute 5", "lane 5 mute"), ("unmute 5", "lane 5 unmute"),
        ("subdivision volume 40%", "volume subdivision 40%"), ("beats volume 40%", "lane beat gain=40%"),
        ("bell cowbell", "sound bell cowbell"), ("lane hat quieter", "volume quieter hat"),
        ("lane hat louder 20%", "volume louder hat 20%"), ("groove quieter", "volume quieter groove"),
        ("song seek B", "seek B"), ("song close", "song unload"), ("song info", "song show"), ("song", "song"),
        ("tempo 132 next bar", "tempo 132 --at bar"), ("repeat section B", "loop B"), ("loop whole piece", "loop off"),
        ("save shuffle tune", "preset save shuffle tune"), ("sound check", "doctor"), ("mute for a moment", "mute"),
        ("trainer stop", "trainer off"), ("setlist goto 2", "setlist go 2"), ("wait next bar", "wait bar"),
        ("setlist gig move 3 to front", "setlist move gig 3 1"),
        ("setlist note gig 1 move to the front", "setlist note gig 1 move to the front"), ("when", "status"),
        ("setlist status", "status"),
        ("setlist move gig rock to the front", "setlist move gig rock 1"),
        ("setlist gig /a.toml b.klick", "setlist add gig /a.toml b.klick"), ("setlist show gig", "setlist show gig"),
        ("setlist go a.toml b.toml", "setlist go a.toml b.toml"),
        ("prompt C F Bb every four bars", "prompt C F Bb every 4 bars"),
        ("prompt one two every two", "prompt one two every 2"),
        ("render x.wav 8 bars separate lanes", "render x.wav --bars 8 --stems"),
        ("render x.wav 8 bars in separate files", "render x.wav --bars 8 --stems"),
        ("render x.wav 8 bars separately", "render x.wav --bars 8 --stems"), ("sound a.wav", "sound beat a.wav"),
        ("setlist gig move rock 1", "setlist move gig rock 1"), ("setlist move gig rock 1", "setlist move gig rock 1"),
        ("setlist load gig with count-in 1 bar", "setlist load gig --count-in 1"),
        ("load gig count-in 1", "setlist load gig --count-in 1"), ("mute every 4th bar", "trainer gap 3 1"),
        ("every fourth bar silent", "trainer gap 3 1"), ("mute every 4 bars", "trainer gap 3 1"),
        ("gap every 4 bars", "trainer gap 3 1"), ("every other bar off", "trainer gap 1 1"),
        ("random mute 20%", "trainer mute 20%"), ("mute 20%", "trainer mute 20%"),
        ("random mute off", "trainer mute off"), ("mute 20% of the beats", "trainer mute 20% of beats"),
        ("start 60 faster by 5 every 4 bars up to 100", "trainer speed 60 to 100 by 5 every 4 --start"),
        ("faster 5 every 4 bars up to 100", "trainer speed to 100 by 5 every 4"),
        ("speedup 5 every 4 bars up to 100", "trainer speed to 100 by 5 every 4"),
        ("100 to 160 in 32 bars", "trainer speed 100 to 160 by 1.875 every 1"),
        ("accelerando from 100 to 160 over 8 bars", "trainer speed 100 to 160 by 7.5 every 1"),
        ("speed 80 to 120 in 10 minutes", "trainer speed 80 to 120 by 4 per minute"),
        ("accelerando 100 to 160", "accelerando 100 to 160"),
        ("show keys.txt every 2 bars", "prompt keys.txt every 2 bars"), ("clicks", "sound off"),
        ("unload", "song unload"), ("half time", "tempo /2"), ("back", "undo"), ("waltz time", "meter 3/4"),
        ("meter waltz", "meter 3/4"), ("train beat", "groove train"), ("son clave 3-2", "groove son-clave"),
        ("clave", "groove son-clave"), ("export click.wav 32 bars", "render click.wav --bars 32"),
        ("every bar date", "on bar date"), ("practised today", "journal --days 1"),
        ("accents strong,weak,soft,mute", "accents Axo."),
        ("tempo 140 at next bar", "tempo 140 --at bar"), ("wait until bar 15", "wait @15"),
        ("wait next bar", "wait bar"),
        ("wait 2 bars", "wait 2 bars"), ("setlist prev", "setlist previous"),
        ("setlist create gig intro for 8 bars, verse 16 bars then outro", "setlist add gig intro 8 verse 16 outro"),
        ("setlist note show verse drop D", "setlist note show verse drop D"),
        ("setlist delete show", "setlist remove show"), ("setlist create show", "setlist create show"),
        ("setlist gig add waltz", "setlist add gig waltz"),
        ("setlist move gig outro first", "setlist move gig outro 1"),
        ("play 100 with 2 bars count in", "start 100 with count-in 2"),
        ("play 120 for 5 minutes", "start 120 --for 5m"), ("play bossa for 8 bars", "start bossa --bars 8"),
        ("play 8 bars", "start --bars 8"), ("go 120 for 16 bars", "start 120 --bars 16"),
        ("resume for 10m", "start --for 10m"), ("song tempo 120", "song scale 120bpm"),
        ("song tempo 120 bpm", "song scale 120bpm"), ("song tempo 90%", "song scale 90%"),
        ("song tempo 0.9", "song scale 0.9"), ("song speed 90", "song scale 90"), ("song tempo", "song scale"),
        ("start 100 for 8 bars count in 2 bars", "start 100 count-in 2 --bars 8"),
        ("start 100 for 8 bars count-in 2", "start 100 count-in 2 --bars 8"),
        ("start 100 4 bars count-in 1", "start 100 count-in 1 --bars 4"), ("start count-in 1 bar", "start count-in 1"),
        ("start 100 count-in 2 bars", "start 100 count-in 2"), ("play 100 count in 2 bars", "start 100 count-in 2"),
        ("play with 2 bars count in 120", "start with count-in 2 120"), ("120 for 2 minutes", "120 --for 2m"),
        ("100 to 160 in 32 bars", "trainer speed 100 to 160 by 1.875 every 1"),
        ("play a bossa nova at 130", "start bossa at 130"),
        ("play etude.toml from part B", "start etude.toml --from B"), ("song slower 80%", "song scale 80%"),
        ("song faster 20%", "tempo +20%"), ("song slower 20%", "tempo -20%"),
        ("save half an hour", "preset save half an hour"),
        ("speed +5 to 140 every 4 bars", "trainer speed to 140 by 5 every 4"),

        ("slow down to 80%", "tempo 80%"), ("leave song", "song unload"),
        ("write 32 bars to click.wav", "render click.wav --bars 32"), ("silence off", "trainer gap off"),
        ("no random mute", "trainer mute off"), ("solo off", "lane unsolo"), ("no solo", "lane unsolo"),
        ("unsolo", "lane unsolo"), ("unsolo kick", "lane kick unsolo"),
        ("sixteenths softer", "volume subdivision -10%"),
        ("accent sound cowbell", "sound accent cowbell"), ("count-in sticks", "count-in sound sticks"),
        ("count-in sound off", "count-in sound auto"), ("undo twice", "undo 2"), ("redo three times", "redo 3"),
        ("chords Am F C G 2 bars each", "prompt Am F C G every 2"), ("snare ..g.x..g", "lane snare ..g.x..g"),
        ("nudge 10 ms earlier", "nudge -10ms"), ("nudge 5 later", "nudge 5ms"),
        ("save groove mine", "groove save mine"),
        ("half", "tempo /2"), ("what is next", "status"),
        ("change to 3/4", "meter 3/4"), ("change to 120", "120"), ("eighth notes softer", "volume subdivision -10%"),
        ("set list gig of warmup for 8 bars and etude", "setlist add gig warmup 8 etude"), ("set list", "setlist"),
        ("save as warmup", "preset save warmup"), ("plain metronome", "reset"), ("normal click", "sound off"),
        ("slower, at 80 %", "tempo -20%"), ("slower 80%", "tempo -20%"), ("slower 10 %", "tempo -10%"),
        ("cancel timer", "timer off"), ("cancel the trainer", "trainer off"), ("cancel 3", "cancel 3"),
        ("without kick", "lane kick mute"), ("don't stop", "timer off"), ("75%", "tempo 75%"),
        ("stop speeding up", "trainer speed off"), ("at three quarters speed", "tempo 75%"),
        ("bossa off", "groove off"),
        ("close etude", "song unload"), ("never mind", "never mind"), ("half speed", "tempo 50%"), ("+5%", "+5%"),
        ("kick", "lane kick"), ("kick again", "lane kick unmute"), ("kick off", "lane kick mute"),
    ]

    @Test(arguments: meanings)
    func `words that people try stand for those of a verb`(typed: String, meant: String) {
        #expect(Synonym.resolved(typed.split(separator: " ").map(String.init)).joined(separator: " ") == meant)
    }

    @Test func `none of them hides a verb, and each is understood as what it stands for`() throws {
        let verbs = Set(
            Metroctl.configuration.groupedSubcommands.flatMap(\.subcommands).compactMap { $0.configuration.commandName }
        )
        for synonym in Synonym.all {
            #expect(synonym.words.count > 1 || !verbs.contains(synonym.words[0]), "\(synonym.words)")
            #expect(verbs.contains(synonym.meaning[0]), "\(synonym.words)")
            // Which is asked of a daemon that is not there.
            let rest = synonym.meaning.contains { $0.contains("$") } ? ["3:4"] : []
            var command = try Metroctl.command(for: synonym.words + rest + ["--socket", "/nowhere/s"])
            // The journal is read without one, the beat is waited for, and doctor says what is missing.
            if ["journal", "watch", "doctor"].contains(synonym.meaning[0]) { continue }
            let failure = #expect(throws: ProgramFailure.self, "\(synonym.words)") { try command.run() }
            #expect(failure?.status == .noDaemon, "\(synonym.words)")
        }
    }

    @Test func `the page of words fits 80 columns, and has all of them`() {
        let lines = Synonym.page.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(
            Synonym.all.allSatisfy { synonym in
                lines.contains { $0.hasPrefix("  " + synonym.words.joined(separator: " ")) }
            })
    }

    @Test(
        arguments: [
            ("rit", "trainer speed 120 to 80"), ("accelerando", "tempo = { from = 80, to = 120 }"),
            ("ramp", "trainer speed 80 to 120"), ("fermata", "fermata = 2"), ("drone", "no drone"),
            ("accell", "metroctl --help"), ("temop", "did you mean tempo?"),
            ("Lauter", "did you mean louder?"), ("pan", "metroctl pan hat 30% left"), ("goal", "metroctl practise 5-8"),
            ("pickup", "bars = 1"),
        ]) func `what is no command says in one line where it is, and only what is near is suggested`(
            word: String, told: String
        )
    {
        let failure = #expect(throws: ProgramFailure.self) { try Metroctl.command(for: [word]) }
        #expect(failure?.message.contains(told) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("\n") == false)
    }

    @Test(arguments: [
        ("slower than that", "metroctl slower 10%"), ("softer it please", "metroctl softer 10%"),
        ("pan hat not left", "metroctl pan hat 30% left"),
    ]) func `a sentence that is half understood does nothing, and says how it is written`(typed: String, told: String) {
        let failure = #expect(throws: ProgramFailure.self) {
            try Metroctl.command(for: typed.split(separator: " ").map(String.init))
        }
        #expect(failure?.status == .usage && failure?.message.contains(told) == true)
    }

    @Test func `a preset by its name is loaded, unless the verb has a word of that name`() {
        let names = ["list", "show", "save", "waltz"]
        #expect(Synonym.preset(["preset", "waltz"], among: names) == ["preset", "load", "waltz"])
        for word in ["list", "show", "save", "load", "remove", "other"] {
            #expect(Synonym.preset(["preset", word], among: names) == nil)
        }
    }

    @Test func `beats that alone are accented are all signs of the bar`() throws {
        #expect(try AccentsName.signs("2,4", ofBeats: 4) == "xAxA" && AccentsName.signs("1", ofBeats: 3) == "Axx")
        for text in ["5", "0", "9999999999999999999"] {
            let failure = #expect(throws: ProgramFailure.self) { try AccentsName.signs(text, ofBeats: 4) }
            #expect(failure?.message.contains("its beats are 1...4") == true)
        }
    }

    @Test func `a sound that the user has given a name is meant by it, and not another`() {
        #expect(Synonym.sounds(["sound", "rimshot"], own: []) == ["sound", "rim"])
        #expect(Synonym.sounds(["sound", "bell", "woodblocks"], own: ["rimshot"]) == ["sound", "bell", "woodblock"])
        #expect(Synonym.sounds(["sound", "rimshot"], own: ["rimshot"]) == ["sound", "rimshot"])
        // Names that would do something else are none of a sound.
        for words in ["sound test", "sound check"] {
            let last = String(words.split(separator: " ")[1])
            #expect(Synonym.resolved([words]) == ["doctor"] && SoundVerb.reserved.contains(last))
        }
    }

    @Test func `what is meant by a German word is a command or stands for one`() throws {
        for meant in Synonym.german.values { _ = try Metroctl.command(for: [meant]) }
    }

    @Test(
        arguments: [
            ("create gig waltz", "setlist add gig waltz"), ("ballad bars 16", "setlist bars gig ballad 16"),
            ("end ballad 16", "setlist bars gig ballad 16"), ("gig bars 16", "setlist bars gig 1 16"),
            ("ballad note capo 2", "setlist note gig ballad capo 2"),
            ("gig waltz", "metroctl start setlist gig plays it"),
        ]) func `words behind setlist that are no command lead to one`(typed: String, told: String)
    {
        let hint = SetlistShowVerb.hint(typed.split(separator: " ").map(String.init), lists: ["gig"])
        #expect(hint.contains(told), "\(hint)")
    }

    @Test func `a change of the volume that is more than it can be is percent`() {
        #expect(VolumeVerb.withPercent("-10") == "-10%" && VolumeVerb.withPercent("+10") == "+10%")
        #expect(VolumeVerb.withPercent("-0.1") == "-0.1" && VolumeVerb.withPercent("150") == "150")
    }

    @Test func `a setting may be called by its verb`() {
        #expect(SetVerb.byName("tempo=96") == "bpm=96" && SetVerb.byName("bpm=96") == "bpm=96")
        #expect(SetVerb.byName("volume=80%") == "volume=80%" && SetVerb.byName("tmepo=1=2") == "tmepo=1=2")
    }

    @Test func `what is to be played may be said in any order, each at most once`() throws {
        for words in [["100", "3/4"], ["3/4", "100"]] {
            #expect(try StartWords(words).settings == ["bpm": "100", "meter": "3/4"])
        }
        let named = try StartWords(["waltz", "+5", "5/4"])
        #expect(named.name == "waltz" && named.settings == ["bpm": "+5", "meter": "5/4"])
        #expect(try StartWords(["400/3"]).settings == ["bpm": "400/3"])
        for words in ["120 in 3/4 count-in 2", "3/4 at 120 with count in 2", "120 3/4 countin 2"] {
            let said = try StartWords(words.split(separator: " ").map(String.init))
            #expect(said.settings == ["bpm": "120", "meter": "3/4", "count_in": 2] && said.name == nil, "\(words)")
        }
        for words in [
            ["100", "120"], ["3/4", "4/4"], ["a", "b"], ["in", "10", "seconds"], ["120", "in", "4", "bars"],
        ] {
            #expect(throws: ValidationError.self) { try StartWords(words) }
        }
    }
}
