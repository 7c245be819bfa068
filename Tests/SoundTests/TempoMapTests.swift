// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom
import Testing

@testable import Sound

@Suite struct CourseTests {
    @Test func `changes ascend inside the course, in mid-beat, from half the tempo to its double`() throws {
        var random = SeededGenerator(seed: 95)
        for seed in 0..<40 as Range<UInt64> {
            let rate = try random.sampleRate()
            let tempo = try random.tempo()
            let length: Course.Length =
                seed.isMultiple(of: 2)
                ? .frames(.random(in: 10_000...2_000_000, using: &random))
                : .beats(.random(in: 100...400, using: &random))
            let course = Course(tempo: tempo, sampleRate: rate, length: length, changes: 100, seed: seed)
            var earlier: Int64 = 0
            for change in course.changes {
                #expect(change.frame > earlier && change.frame < course.frames)
                earlier = change.frame
                let error = course.grid.error(
                    ofFrame: change.frame, beat: course.grid.nearestBeat(toFrame: change.frame))
                #expect(abs(error.frames) > 1)
                #expect((0.5...2).contains(change.tempo.beatsPerMinute / tempo.beatsPerMinute))
            }
            #expect(course.changes.count == 100)
            #expect(Set(course.changes.map(\.tempo)).count > (tempo.beatsPerMinute > 3 ? 60 : 10))
        }
    }

    @Test func `the same seed makes the same course, another one another`() throws {
        func changes(_ seed: UInt64) throws -> [TempoPoint] {
            Course(tempo: try Tempo(120), sampleRate: .hz48000, length: .beats(100), changes: 50, seed: seed).changes
        }
        #expect(try changes(1) == changes(1))
        #expect(try changes(1) != changes(2))
    }

    @Test func `its frames are what was asked for, or up to the beat that would follow`() throws {
        let tempo = try Tempo(120)
        #expect(Course(tempo: tempo, sampleRate: .hz48000, length: .frames(12_345)).frames == 12_345)
        #expect(Course(tempo: tempo, sampleRate: .hz48000, length: .beats(8)).frames == 8 * 24_000)
        let changed = Course(tempo: tempo, sampleRate: .hz48000, length: .beats(8), changes: 3)
        #expect(changed.frames == changed.grid.frame(ofBeat: 8) && changed.frames != 8 * 24_000)
    }
}
