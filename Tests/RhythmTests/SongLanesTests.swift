// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct SongLanesTests {
    private static let four = [Ratio](repeating: .one, count: 4)

    private func part(_ lanes: String, bars: Int = 1, bar: [Ratio] = four, bpm: Int64 = 60) throws -> SongPart {
        SongPart(
            bars: bars, bar: bar, tempo: .constant(try Tempo(bpm)),
            lanes: [
                Lane(
                    id: 0,
                    pattern: try Pattern(accents: Array(repeating: .normal, count: bar.count), inBarsOf: bar))
            ], named: try WrittenLane.lanes(parsing: lanes))
    }

    /// The times of each named lane's onsets, in seconds.
    private func times(_ song: Song) throws -> [String: [Double]] {
        let lanes = try SongMap(song).lanes
        let music = try song.arrangement()
        var times: [String: [Double]] = [:]
        for pass in music.passes(at: .hz48000) {
            for onset in try music.onsets(in: pass) where onset.accent != .mute {
                guard let name = lanes.name(ofLane: onset.lane) else { continue }
                times[name, default: []].append((onset.place.frames / 48).rounded() / 1000)
            }
        }
        return times
    }

    @Test func `each section plays its own lanes, from its first beat on in every pass`() throws {
        let verse = SongSection(
            part: try part("kick x.x. | hat xxx over 3 beats", bars: 1), times: 2,
            endings: [.init(passes: [2], part: try part("snare x..x"))])
        let song = Song(
            sections: [verse, SongSection(part: try part("hat x...", bpm: 120))], countIn: Song.CountIn(bars: 1))
        #expect(
            try times(song) == [
                "kick": [4, 6, 8, 10], "hat": [4, 5, 6, 7, 8, 9, 10, 11, 16], "snare": [12, 15],
            ])
    }

    @Test func `steps share the bar of their section, whatever its beats`() throws {
        let bar = [Ratio](repeating: try #require(Ratio(3, over: 2)), count: 2)
        let song = Song(sections: [SongSection(part: try part("hat xx | rim 3 per beat", bar: bar))])
        #expect(try times(song) == ["hat": [0, 1.5], "rim": [0, 0.5, 1, 1.5, 2, 2.5]])
    }

    @Test func `nothing of a lane is played within a held beat`() throws {
        var part = try part("hat xxxxxxxx")
        part.fermatas = [.init(bar: 1, beat: 2, hold: try #require(Ratio(2)))]
        #expect(try times(Song(sections: [SongSection(part: part)])) == ["hat": [0, 0.5, 1, 3, 3.5, 4, 4.5]])
    }

    @Test func `a held beat plays what the schedule of a lane has there, and nothing before or after it`() throws {
        var part = try part("over cycle 1 beat 3 times | late every 1 beat after 5 beats", bars: 2)
        let hold = try #require(Ratio(2))
        part.fermatas = [.init(bar: 1, beat: 2, hold: hold), .init(bar: 2, beat: 1, hold: hold)]
        part.fermatas.append(.init(bar: 2, beat: 3, hold: hold))
        let times = try times(Song(sections: [SongSection(part: part)]))
        #expect(times == ["over": [1, 3], "late": [7, 8, 10]])
    }

    @Test func `an onset that chance leaves out is told as such, by the seed of the music, its lane and its number`()
        throws
    {
        let part = try part("hat (x%50)*16 | rim X x%0", bars: 1)
        var music = try Song(sections: [SongSection(part: part, times: 2)]).arrangement()
        func played(lane: Int) throws -> [[Int]] {
            try music.passes(at: .hz48000).map { pass in
                try music.onsets(in: pass).filter { $0.lane == lane }.enumerated().filter(\.element.isPlayed).map(
                    \.offset)
            }
        }
        let half = Chance.parts(0.5)
        for seed in [0, 7] as [UInt64] {
            music.seed = seed
            let drawn = (0..<16).filter { Chance.plays(half, seed: seed, lane: 2, onset: Int64($0)) }
            #expect(try played(lane: 2) == [drawn, drawn] && (1...15).contains(drawn.count))
            #expect(try played(lane: 3) == [[0], [0]])
        }
    }

    @Test func `a name has one number, and each section its own mix and sound`() throws {
        let song = Song(sections: [
            SongSection(part: try part("hat xx gain=50% | kick x channel=3")),
            SongSection(part: try part("kick x sound=rim | hat xx pan=1 mute")),
        ])
        let map = try SongMap(song)
        #expect(map.lanes.names == ["hat", "kick"] && map.lanes.sounds == ["hihat", "kick", "rim"])
        #expect(map.lanes.channels == 4)
        let passages = try song.arrangement().passages
        #expect(passages.map { $0.lanes.map(\.id) } == [[0, 2, 3], [0, 3, 2]])
        #expect(passages.map { $0.lanes.map(\.kit) } == [[0, 1, 2], [0, 3, 1]])
        #expect(passages[0].mixes == [2: LaneMix(gain: 0.5), 3: LaneMix(channel: 2)])
        #expect(passages[1].mixes == [3: LaneMix(), 2: LaneMix(pan: 1, isMuted: true)])
    }

    @Test(arguments: [
        ("tick every 500 ms", "seconds"), ("hour every hour", "wall clock"),
        ("hat every 2 bars after 0.25 s", "seconds"),
        ("kick x... solo", "mute the others"), ("kick x... from=run", "from bar or passage"),
        ("beat gain=50%", "pattern"),
    ])
    func `what a song has no place for is refused`(text: String, reason: String) throws {
        let lane = try WrittenLane(parsing: text)
        let error = #expect(throws: RhythmError.self) { _ = try lane.songLane(id: 2, inBarsOf: Self.four) }
        #expect(error?.message.hasPrefix("lane \(lane.name): ") == true && error?.message.contains(reason) == true)
        #expect(throws: RhythmError.self) { _ = try Song(sections: [SongSection(part: try part(text))]).arrangement() }
    }

    @Test func `a song has at most 64 names of lanes`() throws {
        func song(_ count: Int) throws -> Song {
            Song(sections: try (0..<count).map { SongSection(part: try part("l\($0) x.")) })
        }
        #expect(try SongMap(song(64)).lanes.names.count == 64)
        #expect(throws: RhythmError.self) { _ = try SongMap(song(65)) }
    }
}
