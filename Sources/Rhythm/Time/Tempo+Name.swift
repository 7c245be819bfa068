// SPDX-License-Identifier: Apache-2.0

extension Tempo {
    /// The Italian names that divide all tempi: each holds from its first bpm up to the next name's.
    static let names: [(name: String, from: Int64, centre: Int64)] = [
        ("Larghissimo", 1, 20),
        ("Grave", 24, 32),
        ("Largo", 40, 50),
        ("Larghetto", 60, 63),
        ("Adagio", 66, 71),
        ("Andante", 76, 92),
        ("Moderato", 108, 114),
        ("Allegro", 120, 144),
        ("Vivace", 168, 172),
        ("Presto", 176, 188),
        ("Prestissimo", 200, 220),
    ]

    /// Names understood besides, whose usual ranges overlap those above.
    static let furtherNames: [(name: String, centre: Int64)] = [
        ("Lento", 52),
        ("Adagietto", 75),
        ("Andantino", 94),
        ("Allegretto", 116),
        ("Vivacissimo", 174),
    ]

    /// Every name that is understood, in the order of the tempi, each with the tempo that it stands for.
    public static let allNames: [(name: String, tempo: Tempo)] =
        (names.map { ($0.name, $0.centre) } + furtherNames.map { ($0.name, $0.centre) })
        .sorted { $0.1 < $1.1 }
        .compactMap { name, centre in (try? Tempo(centre)).map { (name, $0) } }

    /// The Italian name, such as Andante from 76 up to 108 bpm.
    public var name: String {
        Self.names.last { numerator >= $0.from * denominator }?.name ?? Self.names[0].name
    }

    /// The centre of what the name stands for, in any letter case; nil for any other word.
    init?(named word: String) {
        let lowercased = word.lowercased()
        guard let known = Self.allNames.first(where: { $0.name.lowercased() == lowercased }) else { return nil }
        self = known.tempo
    }
}
