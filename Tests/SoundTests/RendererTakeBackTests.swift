// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Sound
import Testing

/// Sounds that have begun and whose onset is still to come, when the frames or the music change.
@Suite struct RendererTakeBackTests {
    private let rate: SampleRate

    init() throws { rate = try #require(SampleRate(hertz: 8000)) }

    /// Lane 0 clicks at the level 1/2, lane 5 at 1/4 after a lead-in of 50 ms.
    private struct Kits {
        let click: Sample
        let late: Sample
        let set: KitSet

        init(_ rate: SampleRate) throws {
            click = try .impulse(0.5, rate: rate)
            late = try .mono([Float](repeating: 0.001, count: rate.hertz / 20) + [0.25], rate: rate)
            set = KitSet([Kit(beat: click.view, bell: click.view), Kit(beat: late.view, bell: late.view)])
        }
    }

    private func lane(_ id: Int, every parts: Int, of denominator: Int, at place: Int32 = 0) throws -> Lane {
        let pattern = try Pattern(
            cycle: parts, denominator: denominator, onsets: [Pattern.Onset(place: place, accent: .normal)])
        return Lane(id: id, pattern: pattern, kit: id == 0 ? 0 : 1)
    }

    private func passage(_ bpm: Int64, length: Ratio? = nil, _ lanes: [Lane]) throws -> Passage {
        Passage(length: length, curve: TempoCurve(try Tempo(bpm)), bar: [.one], lanes: lanes)
    }

    private func frames(_ rehearsal: Rehearsal, level: Float) -> [Int] {
        rehearsal.left.enumerated().filter { abs($0.element - level) < 0.01 }.map(\.offset)
    }

    @Test(arguments: [false, true]) func `every onset in its lead-in starts over where the frames are cut`(isRate: Bool)
        throws
    {
        let kits = try Kits(rate)
        // Every 200 frames, so two of them are in their lead-in of 400 frames.
        let music = try CompiledArrangement(Arrangement(passages: [passage(600, [lane(5, every: 1, of: 4)])]))
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(600))
        rehearsal.adopt(music, kits: kits.set, startDelay: 400)
        rehearsal.render(to: 1300)
        if isRate {
            rehearsal.change(sampleRate: rate, atFrame: 1300)
            rehearsal.adopt(music, kits: kits.set)
        } else {
            // There and back: what sounds is cut, and nothing is passed over.
            rehearsal.seek(to: 1299)
            rehearsal.seek(to: 1300)
        }
        // Music that comes then still has all that was not heard.
        rehearsal.adopt(music, kits: kits.set)
        rehearsal.render(to: 2100)
        withExtendedLifetime(kits) {}
        #expect(frames(rehearsal, level: 0.25) == Array(stride(from: 400, to: 2100, by: 200)))
    }

    @Test func `a pass before the place from which new music holds keeps the tempo it was decided with`() throws {
        let kits = try Kits(rate)
        func music(_ bpm: Int64) throws -> CompiledArrangement {
            var first = try passage(bpm, length: Ratio(1, over: 4), [lane(0, every: 2, of: 8, at: 1)])
            first.times = 4
            return try CompiledArrangement(
                Arrangement(passages: [first, passage(600, [lane(0, every: 1, of: 1), lane(5, every: 1, of: 1)])]))
        }
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(600))
        rehearsal.adopt(try music(600), kits: kits.set)
        // Lane 5 has begun its sound for beat 1, on frame 800, when the passes before it are to be slower.
        rehearsal.render(to: 401)
        rehearsal.adopt(try music(60), kits: kits.set)
        rehearsal.render(to: 2000)
        withExtendedLifetime(kits) {}
        #expect(frames(rehearsal, level: 0.5) == [100, 300, 500, 700])
        #expect(frames(rehearsal, level: 0.75) == [800, 1600])
    }
}
