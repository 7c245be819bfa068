// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct TempoNameTests {
    @Test(
        arguments: [
            "Larghissimo", "Grave", "Largo", "Larghetto", "Adagio", "Andante", "Moderato", "Allegro", "Vivace",
            "Presto",
            "Prestissimo",
        ])
    func `a name asked for is the name told`(name: String) throws {
        #expect(try Tempo(parsing: name).name == name)
        #expect(try Tempo(parsing: name.uppercased()).name == name)
        #expect(try Tempo(parsing: Tempo(parsing: name).description).name == name)
    }

    @Test(
        arguments: [
            (1, "Larghissimo", "Larghissimo"), (24, "Larghissimo", "Grave"), (40, "Grave", "Largo"),
            (60, "Largo", "Larghetto"), (66, "Larghetto", "Adagio"), (76, "Adagio", "Andante"),
            (108, "Andante", "Moderato"), (120, "Moderato", "Allegro"), (168, "Allegro", "Vivace"),
            (176, "Vivace", "Presto"), (200, "Presto", "Prestissimo"), (1000, "Prestissimo", "Prestissimo"),
        ] as [(Int64, String, String)])
    func `a name holds from its first bpm up to the next`(bpm: Int64, below: String, from: String) throws {
        #expect(try Tempo(bpm).name == from)
        if bpm > 1 { #expect(try Tempo(bpm * 1_000_000 - 1, over: 1_000_000).name == below) }
    }

    @Test func `the open-ended names mean 20 and 220`() throws {
        #expect(try Tempo(parsing: "larghissimo") == Tempo(20))
        #expect(try Tempo(parsing: "prestissimo") == Tempo(220))
    }
}
