// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm
package import SeededRandom

extension Song {
    /// A song of a few sections with repeats, endings, fermatas and all courses of tempo, a sign on each beat.
    package static func random(_ random: inout SeededGenerator, hasLanes: Bool = false) throws -> Song {
        var song = Song(sections: [])
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            var section = SongSection(part: try .random(&random), times: Int.random(in: 1...3, using: &random))
            if Bool.random(using: &random) {
                section.endings = [SongSection.Ending(passes: [section.times], part: try .random(&random))]
            }
            if hasLanes {
                section.part.addLanes(&random)
                for index in section.endings.indices { section.endings[index].part.addLanes(&random) }
            }
            song.sections.append(section)
        }
        return song
    }
}

extension SongPart {
    /// Adds named lanes of all kinds, those that fit.
    fileprivate mutating func addLanes(_ random: inout SeededGenerator) {
        let texts = [
            "kick x...x...", "hat xoxo over 5/2 beats gain=50%", "snare 3 per bar from=bar", "rim 2 per beat",
            "clave x%40.X%70 over 2 bars", "five 5:3 pan=-0.5", "bars every 2 bars", "odd xx. over 3 beats from=bar",
            "marks moments 0 1.5 7 beats",
        ]
        for text in texts where Bool.random(using: &random) {
            guard let lane = try? WrittenLane(parsing: text), (try? lane.songLane(id: 2, inBarsOf: bar)) != nil else {
                continue
            }
            named.append(lane)
        }
    }

    static func random(_ random: inout SeededGenerator) throws -> SongPart {
        func tempo() throws -> Tempo { try Tempo(Int64.random(in: 300...4000, using: &random), over: 10) }
        func ratio(_ numerator: Int64, _ denominator: Int64) -> Ratio { Ratio(numerator, over: denominator) ?? .one }
        let beats = [ratio(1, 1), ratio(1, 2), ratio(3, 2), ratio(4, 3), ratio(2, 1)]
        var bar = [Ratio](
            repeating: beats.randomElement(using: &random) ?? .one, count: Int.random(in: 1...7, using: &random))
        if Bool.random(using: &random) { bar.append(ratio(3, 2)) }
        let bars = Int.random(in: 1...5, using: &random)
        var course: SongTempo
        switch Int.random(in: 0..<4, using: &random) {
        case 0: course = .constant(try tempo())
        case 1: course = .ramp(from: try tempo(), to: try tempo(), .linearInBeats)
        case 2: course = .ramp(from: try tempo(), to: try tempo(), .linearInTime)
        default:
            course = .steps(
                try (0..<bars * bar.count).map { SongTempo.Step(try tempo(), length: bar[$0 % bar.count]) })
        }
        if case .ramp(let from, let to, _) = course, from == to { course = .constant(from) }
        let accents = (0..<bar.count).compactMap { _ in Accent.allCases.randomElement(using: &random) }
        var part = SongPart(
            bars: bars, bar: bar, beat: beats.randomElement(using: &random) ?? .one, tempo: course,
            lanes: [Lane(id: 0, pattern: try Pattern(accents: accents, inBarsOf: bar))])
        if Bool.random(using: &random) {
            part.fermatas = [
                Fermata(
                    bar: Int.random(in: 1...bars, using: &random), beat: Int.random(in: 1...bar.count, using: &random),
                    hold: ratio(Int64.random(in: 2...8, using: &random), 2))
            ]
        }
        return part
    }
}
