// SPDX-License-Identifier: Apache-2.0

extension Synonym {
    /// What is typed in German, which the page speaks, and what is meant.
    static let german = [
        "lauter": "louder", "leiser": "quieter", "schneller": "faster", "langsamer": "slower", "stopp": "stop",
        "los": "start", "weiter": "next", "zurück": "previous", "takt": "meter", "walzer": "waltz",
        "triolen": "triplets", "achtel": "eighths", "sechzehntel": "sixteenths", "lautstärke": "volume",
        "stumm": "mute", "klang": "sound", "üben": "practise", "einzähler": "count-in",
    ]

    /// What is no command, and where the thing itself is.
    static let elsewhere: [String: String] = {
        let faster =
            "the speed trainer goes to another tempo, metroctl trainer speed 80 to 120 by 5 every 4; "
            + "in a song a section has tempo = { from = 80, to = 120 }"
        let slower =
            "the speed trainer goes down too, metroctl trainer speed 120 to 80 by 5 every 4; "
            + "in a song a section has tempo = { from = 120, to = 80 }"
        let hold = "a song holds a beat: fermata = 2 in a section holds its last beat twice as long"
        let goal =
            "a goal is where a trainer leads: metroctl trainer speed to 120, or in a song metroctl practise 5-8 up 5% to 110%; "
            + "metroctl journal says how near you came"
        let pickup =
            "a bar that is cut short is a section of its own in a song: bars = 1, meter = \"1/4\"; metroctl count-in 1 counts a bar in"
        let off =
            "say what: swing off, triplets off, bell off, groove off, lanes off, trainer off, timer off"
        let lighter =
            "a swing has a share: metroctl swing 55% is a lighter one, swing 2:1 that of triplets, swing 70% a heavier one"
        let list = "a programme is a set list: metroctl setlist create concert waltz 16 etude.toml"
        let never = "metroctl undo takes the last change back, metroctl cancel what waits, metroctl timer off an end"
        let tone = "metronomed has no drone or tuner: it plays beats and rhythms"
        let tempo = "say by how much: metroctl faster 5, metroctl slower 10%, or faster or slower alone"
        let loudness = "say by how much, or what: metroctl softer 10%, metroctl louder bell, metroctl softer hat"
        let pan = "say which lane, how much and where: metroctl pan hat 30% left, metroctl pan hat center"
        let words = [
            (["accelerando", "accel", "accelerate", "ramp", "stringendo"], faster),
            (["ritardando", "rit", "ritard", "rall", "rallentando", "decelerando", "decel", "ritenuto"], slower),
            (["goal", "target"], goal), (["pickup", "anacrusis", "upbeat"], pickup),
            (["programme", "program", "concert", "playlist"], list), (["less", "more", "lighter", "heavier"], lighter),
            (["never", "nevermind"], never), (["off"], off), (["fermata", "pausa", "caesura"], hold),
            (["drone", "tuner", "tune", "pitch", "note"], tone), (["faster", "slower"], tempo),
            (["louder", "quieter", "softer"], loudness), (["pan"], pan),
        ]
        return Dictionary(words.flatMap { names, told in names.map { ($0, told) } }) { first, _ in first }
    }()
}
