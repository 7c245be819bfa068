// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
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

    @Test func `a cut leaves what is whole as it is, and counts the rest from where it was`() throws {
        let music = Arrangement(passages: [try passage(60, Ratio(4), times: 3), try passage(80, nil)])
        func cut(_ numerator: Int64, over denominator: Int64 = 1) throws -> [Passage]? {
            music.cut(at: try #require(Ratio(numerator, over: denominator)))?.passages
        }
        #expect(try cut(0) == music.passages && cut(12) == music.passages)
        #expect(try cut(4) == [try passage(60, Ratio(4)), try passage(60, Ratio(4), times: 2), try passage(80, nil)])
        var end = try passage(60, Ratio(5, over: 2))
        end.lead = try #require(Ratio(3, over: 2))
        #expect(
            try cut(11, over: 2) == [
                try passage(60, Ratio(4)), try passage(60, Ratio(3, over: 2)), end, try passage(60, Ratio(4)),
                try passage(80, nil),
            ])
        var rest = try passage(80, nil)
        rest.lead = Ratio.one
        #expect(try cut(13) == [try passage(60, Ratio(4), times: 3), try passage(80, Ratio.one), rest])
        let (thirteen, fifteen) = (try #require(Ratio(13)), try #require(Ratio(15)))
        let twice = try #require(music.cut(at: thirteen)?.cut(at: fifteen))
        #expect(twice.passages.map(\.lead) == [.zero, .zero, .one, Ratio(3)])
        let over = Arrangement(passages: [try passage(60, Ratio(4))])
        #expect(over.cut(at: fifteen) == over)
    }

    @Test func `one tempo between two places leaves the others alone`() throws {
        let music = Arrangement(passages: [try passage(60, Ratio(4)), try passage(80, nil)])
        let (begin, end) = (try #require(Ratio(7, over: 2)), try #require(Ratio(5)))
        let held = try #require(try music.holding(Tempo(100), from: begin, to: end))
        #expect(held.passages.map(\.curve.start.beatsPerMinute) == [60, 100, 100, 80])
        #expect(held.passages.map(\.length) == [Ratio(7, over: 2), Ratio(1, over: 2), .one, nil])
        #expect(music.holding(try Tempo(100), from: .one, to: .one) == music)
    }
}
