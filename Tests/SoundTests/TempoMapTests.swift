// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Proofs

@Suite struct TempoMapTests {
    @Test func `changes ascend inside the map, from half the tempo to its double`() throws {
        var random = SeededGenerator(seed: 95)
        for seed in 0..<40 as Range<UInt64> {
            let rate = try random.sampleRate()
            let tempo = try random.tempo()
            let length: TempoMap.Length =
                seed.isMultiple(of: 2)
                ? .frames(.random(in: 10_000...2_000_000, using: &random))
                : .beats(.random(in: 100...400, using: &random))
            let map = TempoMap(tempo: tempo, sampleRate: rate, length: length, changes: 100, seed: seed)
            var earlier: Int64 = 0
            for change in map.changes {
                #expect(change.frame > earlier && change.frame < map.frames)
                earlier = change.frame
                #expect((0.5...2).contains(change.tempo.beatsPerMinute / tempo.beatsPerMinute))
            }
            #expect(map.changes.count == 100)
            #expect(Set(map.changes.map(\.tempo)).count > (tempo.beatsPerMinute > 3 ? 60 : 10))
        }
    }

    @Test func `the same seed makes the same map, another one another`() throws {
        func changes(_ seed: UInt64) throws -> [TempoStep] {
            TempoMap(tempo: try Tempo(120), sampleRate: .hz48000, length: .beats(100), changes: 50, seed: seed).changes
        }
        #expect(try changes(1) == changes(1))
        #expect(try changes(1) != changes(2))
    }

    @Test func `its frames are what was asked for, or up to the beat that would follow`() throws {
        let tempo = try Tempo(120)
        #expect(TempoMap(tempo: tempo, sampleRate: .hz48000, length: .frames(12_345)).frames == 12_345)
        #expect(TempoMap(tempo: tempo, sampleRate: .hz48000, length: .beats(8)).frames == 8 * 24_000)
        let changed = TempoMap(tempo: tempo, sampleRate: .hz48000, length: .beats(8), changes: 3)
        #expect(changed.frames == changed.timeline.frame(ofBeat: 8) && changed.frames != 8 * 24_000)
    }
}
