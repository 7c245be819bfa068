// SPDX-License-Identifier: Apache-2.0

import Rhythm
import Testing

@Suite struct ArrangementTests {
    private func passage(_ bpm: Int64, _ length: Ratio?, times: Int = 1) throws -> Passage {
        var passage = Passage(tempo: try Tempo(bpm), beatsPerBar: 4, bell: nil)
        passage.length = length
        passage.times = times
        return passage
    }

    @Test func `spliced in a passage without end, it is kept up to there`() throws {
        let music = Arrangement(tempo: try Tempo(120))
        let other = try passage(90, nil)
        let distance = try #require(Ratio(21, over: 2))
        let spliced = try #require(music.spliced(with: [other], at: distance))
        #expect(spliced.passages == [try passage(120, distance), other])
        #expect(spliced.begin == music.begin && spliced.seed == music.seed)
    }

    @Test func `spliced between passages, in a pass or after some passes, whole passes stay whole`() throws {
        let third = try #require(Ratio(1, over: 3))
        let music = Arrangement(passages: [
            try passage(60, Ratio(4)), try passage(70, third, times: 5), try passage(80, nil),
        ])
        let other = try passage(90, nil)
        func kept(_ numerator: Int64, over denominator: Int64 = 1) throws -> [Passage]? {
            music.spliced(with: [other], at: try #require(Ratio(numerator, over: denominator)))?.passages.dropLast()
        }
        #expect(try kept(0) == [])
        #expect(try kept(4) == [try passage(60, Ratio(4))])
        #expect(try kept(14, over: 3) == [try passage(60, Ratio(4)), try passage(70, third, times: 2)])
        #expect(
            try kept(29, over: 6) == [
                try passage(60, Ratio(4)), try passage(70, third, times: 2), try passage(70, Ratio(1, over: 6)),
            ])
        #expect(
            try kept(6) == [
                try passage(60, Ratio(4)), try passage(70, third, times: 5), try passage(80, Ratio(1, over: 3)),
            ])
    }

    @Test func `music that ends cannot be spliced after its end`() throws {
        let music = Arrangement(passages: [try passage(60, Ratio(4), times: 2)])
        let (end, beyond) = (try #require(Ratio(8)), try #require(Ratio(9)))
        #expect(music.spliced(with: [], at: end)?.passages == music.passages)
        #expect(music.spliced(with: [], at: beyond) == nil)
    }
}
