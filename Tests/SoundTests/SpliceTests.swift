// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom
import Testing

@testable import Sound

/// The law of splicing: what is heard of a lane is each arrangement's onsets between its cue and the next one's. None is lost,
/// none doubled, each is within half a frame of its place.
@Suite struct SpliceTests {
    /// Lanes that a test can tell apart when they sound together: each has one bit of the level.
    private static let lanes = [0, 5, 17, 63]
    private static let unit: Float = 1 / 32

    /// The sounds of all lanes at a rate: a quiet lead-in of its own length, then one frame.
    private struct Sounds {
        let samples: [Sample]
        let kits: KitSet
        var leads = [Int](repeating: 0, count: Lane.most)

        init(rate: SampleRate, _ random: inout SeededGenerator) throws {
            var samples: [Sample] = []
            for (bit, lane) in SpliceTests.lanes.enumerated() {
                let lead = Bool.random(using: &random) ? 0 : Int.random(in: 0...rate.hertz / 20, using: &random)
                let level = SpliceTests.unit * Float(1 << bit)
                let sample = try Sample.mono([Float](repeating: level / 400, count: lead) + [level], rate: rate)
                #expect(sample.view.lead == lead)
                samples.append(sample)
                leads[lane] = lead
            }
            self.samples = samples
            kits = KitSet(samples.map { Kit(Kit.Sound($0.view)) })
        }
    }

    private func pattern(_ random: inout SeededGenerator) throws -> Pattern {
        let denominator = [1, 2, 3, 4, 5, 7, 12].randomElement(using: &random) ?? 1
        let cycle = Int.random(in: 1...4 * denominator, using: &random)
        let places = (0..<cycle).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        return try Pattern(
            cycle: cycle, denominator: denominator, onsets: places.map { .init(place: Int32($0), accent: .normal) })
    }

    private func someLanes(_ random: inout SeededGenerator) throws -> [Lane] {
        try Self.lanes.enumerated().filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.map { kit, id in
            let anchor: Lane.Anchor = [.bar, .passage, .run].randomElement(using: &random) ?? .bar
            return Lane(id: id, pattern: try pattern(&random), kit: kit, anchor: anchor)
        }
    }

    private func ratio(_ range: ClosedRange<Int64>, _ random: inout SeededGenerator) throws -> Ratio {
        try #require(
            Ratio(.random(in: range, using: &random), over: [1, 2, 3, 4, 8].randomElement(using: &random) ?? 1))
    }

    private func passages(_ random: inout SeededGenerator) throws -> [Passage] {
        let count = Int.random(in: 1...4, using: &random)
        return try (1...count).map { number in
            let shape: TempoCurve.Shape =
                [.constant, .constant, .linearInBeats, .linearInTime].randomElement(using: &random) ?? .constant
            return Passage(
                length: number < count ? try ratio(1...9, &random) : nil, times: .random(in: 1...3, using: &random),
                curve: TempoCurve(
                    from: try random.tempo(from: 60), to: try random.tempo(from: 60), shape,
                    length: try ratio(1...40, &random)),
                beat: try ratio(1...2, &random),
                bar: try (0..<Int.random(in: 1...4, using: &random)).map { _ in try ratio(1...3, &random) },
                lanes: try someLanes(&random))
        }
    }

    /// The same passages with a change that holds from now on.
    private func changed(_ arrangement: Arrangement, _ random: inout SeededGenerator) throws -> Arrangement {
        var arrangement = arrangement
        let index = Int.random(in: arrangement.passages.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: arrangement = arrangement.at(try random.tempo(from: 60))
        case 1: arrangement.passages[index].curve = TempoCurve(try random.tempo(from: 60))
        case 2: arrangement.passages[index].lanes = try someLanes(&random)
        default:
            for index in arrangement.passages.indices { arrangement.passages[index].lanes = try someLanes(&random) }
        }
        return arrangement
    }

    /// The lanes heard on each frame, by the bits of its level.
    private func onsets(_ rehearsal: Rehearsal, from frame: Int64) -> [Int: [Int64]] {
        var found: [Int: [Int64]] = [:]
        for (index, level) in rehearsal.left.enumerated() where level > Self.unit / 2 {
            let bits = Int((level / Self.unit).rounded())
            for (bit, lane) in Self.lanes.enumerated() where bits & 1 << bit != 0 {
                found[lane, default: []].append(frame + Int64(index))
            }
        }
        return found
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `none lost, none doubled, each on its place, through any edits`(part: UInt64) throws {
        var random = SeededGenerator(seed: 1000 + part)
        var late = 0
        for round in 0..<40 {
            let rate = try #require(SampleRate(hertz: .random(in: 8000...11_025, using: &random)))
            let sounds = try Sounds(rate: rate, &random)
            var arrangement = Arrangement(passages: try passages(&random))
            let rehearsal = Rehearsal(sampleRate: rate, tempo: Tempo())
            let begin = Int64(rate.hertz / 20 + Int.random(in: 0...100, using: &random))
            rehearsal.adopt(try CompiledArrangement(arrangement), kits: sounds.kits, startDelay: begin)
            var model = MusicModel(arrangement, begin: begin, rate: rate.hertz, leads: sounds.leads)
            var expected: [(onset: MusicModel.Onset, exact: Double)] = []
            for _ in 0..<32 {
                rehearsal.render(.random(in: 0...rate.hertz / 6, using: &random))
                expected += model.play(to: rehearsal.frame)
                var cue: Position?
                if Bool.random(using: &random) {
                    arrangement = try changed(model.arrangement, &random)
                } else {
                    // At some place around the present one, often over.
                    let place = model.position(atFrame: rehearsal.frame) + Double.random(in: -0.2...1.5, using: &random)
                    let distance = try #require(Ratio(Int64(max(1, place * 8)), over: 8))
                    guard let spliced = model.arrangement.spliced(with: try passages(&random), at: distance) else {
                        continue
                    }
                    arrangement = spliced
                    cue = Position(quarters: distance)
                }
                let adoption = rehearsal.adopt(try CompiledArrangement(arrangement), kits: sounds.kits, cue: cue)
                if adoption.isLate { late += 1 } else { model.edit(arrangement, at: adoption.frame) }
                _ = rehearsal.retired()
            }
            rehearsal.render(rate.hertz / 2)
            expected += model.play(to: rehearsal.frame)
            let heard = onsets(rehearsal, from: 0)
            for lane in Self.lanes {
                let exact = expected.filter { $0.onset.lane == lane && $0.onset.frame < rehearsal.frame }.map(\.exact)
                    .sorted()
                let frames = heard[lane] ?? []
                #expect(frames.count == exact.count, "round \(round), lane \(lane): \(frames) \(exact)")
                guard
                    let wrong = zip(frames, exact).first(where: { abs(Double($0) - $1) > 0.5 + 1e-5 })
                else { continue }
                Issue.record("round \(round), lane \(lane): heard at \(wrong.0), not at \(wrong.1)")
                return
            }
        }
        #expect(late > 20)
    }
}
