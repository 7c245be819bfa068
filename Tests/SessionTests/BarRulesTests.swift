// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct BarRulesTests {
    private func rule(from beat: Int64, _ beatsPerBar: Int, bell: Int? = nil) throws -> BarRules.Rule {
        BarRules.Rule(
            fromBeat: beat, grid: BarGrid(beatsPerBar: beatsPerBar),
            accents: BeatAccents(bar: [.normal], bell: try bell.map { try BellPattern(every: $0, on: 1) }))
    }

    @Test func `a rule holds from its beat to the next rule's, and the first one also before`() throws {
        var rules = BarRules(try rule(from: 0, 4))
        #expect(rules.replace(with: [try rule(from: 5, 3)]))
        #expect(rules.replace(with: [try rule(from: 9, 7)]))
        for (beat, beatsPerBar) in [(-3, 4), (0, 4), (4, 4), (5, 3), (8, 3), (9, 7), (1000, 7)] as [(Int64, Int)] {
            #expect(rules.rule(ofBeat: beat).grid.beatsPerBar == beatsPerBar)
        }
    }

    @Test func `a rule that says the same changes nothing; other bells alone are a change`() throws {
        var rules = BarRules(try rule(from: 0, 4))
        #expect(!rules.replace(with: [try rule(from: 8, 4)]))
        #expect(rules.replace(with: [try rule(from: 8, 4, bell: 2)]))
        #expect(rules.count == 2)
        #expect(!rules.rule(ofBeat: 6).rings(onBeat: 6) && rules.rule(ofBeat: 8).rings(onBeat: 8))
        #expect(!rules.rule(ofBeat: 9).rings(onBeat: 9))
    }

    @Test func `a later rule replaces those from its beat on`() throws {
        var rules = BarRules(try rule(from: 0, 4))
        for (beat, beatsPerBar) in [(6, 3), (10, 5), (6, 2)] as [(Int64, Int)] {
            #expect(rules.replace(with: [try rule(from: beat, beatsPerBar)]))
        }
        #expect(rules.count == 2)
        #expect(rules.rule(ofBeat: 5).grid.beatsPerBar == 4 && rules.rule(ofBeat: 12).grid.beatsPerBar == 2)
    }

    @Test func `forgetting keeps the rule of the beat and those after it`() throws {
        var rules = BarRules(try rule(from: 0, 4))
        for (beat, beatsPerBar) in [(6, 3), (10, 5)] as [(Int64, Int)] {
            #expect(rules.replace(with: [try rule(from: beat, beatsPerBar)]))
        }
        rules.forget(beforeBeat: 5)
        #expect(rules.count == 3)
        rules.forget(beforeBeat: 6)
        #expect(rules.count == 2 && rules.rule(ofBeat: 6).grid.beatsPerBar == 3)
        rules.forget(beforeBeat: 99)
        #expect(rules.count == 1 && rules.rule(ofBeat: 99).grid.beatsPerBar == 5)
    }

    @Test func `bars are counted as they begin: not those of the count-in, and those that are numbered anew too`() {
        // A bar of count-in, two bars and a half of four, then bars of three that are numbered from 1 again.
        var rules = BarRules(
            BarRules.Rule(
                fromBeat: 0, grid: BarGrid(originBeat: 4, beatsPerBar: 4),
                accents: BeatAccents(bar: [.normal], bell: nil)))
        _ = rules.replace(with: [
            BarRules.Rule(
                fromBeat: 14, grid: BarGrid(originBeat: 14, beatsPerBar: 3),
                accents: BeatAccents(bar: [.normal], bell: nil))
        ])
        let counts = [(3, 0), (4, 1), (7, 1), (8, 2), (13, 3), (14, 4), (16, 4), (17, 5)]
        for (beat, count) in counts { #expect(rules.bars(throughBeat: Int64(beat)) == count, "beat \(beat)") }
        // What is forgotten was played.
        rules.forget(beforeBeat: 15)
        #expect(rules.count == 1 && rules.bars(throughBeat: 17) == 5)
    }
}
