// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Sound
import Testing

/// The frames do not depend on how the render is cut into calls: what is heard live is what is rendered to a file.
@Suite struct RendererChunkTests {
    private let rate: SampleRate
    private let click: Sample
    private let bell: Sample
    private let long: Sample

    init() throws {
        rate = try #require(SampleRate(hertz: 8000))
        var random = SeededGenerator(seed: 40)
        func decay(_ count: Int, lead: Int) -> [Float] {
            (0..<lead).map { _ in Float.random(in: -0.02...0.02, using: &random) }
                + (0..<count).map { Float.random(in: -1...1, using: &random) * Float(count - $0) / Float(count) }
        }
        click = try .mono(decay(30, lead: 0), rate: rate)
        bell = try .mono(decay(700, lead: 25), rate: rate)
        long = try .mono(decay(9000, lead: 3), rate: rate)
    }

    private struct Change {
        var frame: Int64
        var score: TestPlan
        var startDelay: Int64
    }

    /// Volume, tempo, meter, bell, sounds, stops and fresh starts, several often within one ramp.
    private func changes(_ random: inout SeededGenerator, until end: Int64) throws -> [Change] {
        var changes: [Change] = []
        var frame: Int64 = 0
        var run: UInt64 = 1
        while frame < end {
            if Int.random(in: 0..<4, using: &random) == 0 { run += 1 }
            let every = Int.random(in: 1...4, using: &random)
            let score = TestPlan(
                tempo: try random.tempo(from: 500), run: Int.random(in: 0..<6, using: &random) == 0 ? nil : run,
                beatsPerBar: .random(in: 1...5, using: &random),
                bell: Bool.random(using: &random) ? nil : try BellPattern(every: every, on: every),
                volume: .random(in: 0...1, using: &random),
                beatSound: [click, click, long].randomElement(using: &random) ?? click,
                bellSound: [bell, long].randomElement(using: &random) ?? bell)
            changes.append(Change(frame: frame, score: score, startDelay: .random(in: 0...60, using: &random)))
            frame +=
                Bool.random(using: &random)
                ? .random(in: 0...40, using: &random) : .random(in: 0...6000, using: &random)
        }
        return changes
    }

    private func perform(_ changes: [Change], until end: Int64, cut: () -> Int64) throws -> [Float] {
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(60))
        for (index, change) in changes.enumerated() {
            rehearsal.adopt(change.score, startDelay: change.startDelay)
            let next = index + 1 < changes.count ? changes[index + 1].frame : end
            while rehearsal.frame < next {
                rehearsal.render(to: min(next, rehearsal.frame + cut()))
                _ = rehearsal.retired()
            }
        }
        return rehearsal.output
    }

    @Test(arguments: 0..<8)
    func `the result is the same to the last bit however it is cut`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(400 + seed))
        let end: Int64 = 14_000
        let changes = try changes(&random, until: end)
        let whole = try perform(changes, until: end) { end }
        #expect(whole.contains { abs($0) > 0.1 })
        for longest in [1, 17, 300, 5000] as [Int64] {
            let pieces = try perform(changes, until: end) { .random(in: 1...longest, using: &random) }
            #expect(pieces.count == whole.count)
            // Element by element, as an array of a whole render is no message.
            let difference = zip(pieces, whole).enumerated().first { $0.element.0 != $0.element.1 }
            #expect(difference == nil, "cut into at most \(longest) frames")
        }
    }

    @Test func `an empty render changes nothing`() throws {
        let rehearsal = Rehearsal(TestPlan(tempo: try Tempo(600), beatSound: click, bellSound: bell), sampleRate: rate)
        rehearsal.render(0)
        #expect(rehearsal.frame == 0 && rehearsal.nextBeat == 0)
    }
}
