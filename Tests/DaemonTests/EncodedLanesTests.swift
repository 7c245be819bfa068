// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import Testing

@testable import Daemon
@testable import MetronomeSession

@Suite struct EncodedLanesTests {
    private func rule(_ lanes: Int, onsets: Int, spacing: Int = 1) throws -> LaneRule {
        let pattern = try Pattern(
            cycle: onsets * spacing, denominator: 4,
            onsets: (0..<onsets).map {
                .init(place: Int32($0 * spacing + spacing - 1), accent: .accent, chance: 0.9999)
            })
        return LaneRule(
            from: .zero,
            entries: (0..<lanes).map {
                .init(
                    name: String(repeating: "n", count: 32), lane: Lane(id: $0 + 2, pattern: pattern, anchor: .run),
                    isMuted: false)
            })
    }

    @Test func `lanes are encoded once for all who are told them, and again when they change`() throws {
        var lanes = EncodedLanes()
        let rules = [try rule(3, onsets: 5)]
        let first = lanes.json(of: rules)
        #expect(first != nil)
        for _ in 0..<1000 {
            let again = lanes.json(of: rules)
            #expect(again == first)
        }
        #expect(lanes.count == 1)
        let other = lanes.json(of: [try rule(2, onsets: 5)])
        #expect(other != first && lanes.count == 2)
        let none = lanes.json(of: [])
        #expect(none == nil)
    }

    @Test func `a timeline whose lanes were encoded before is written and read as any other`() throws {
        let rules = [try rule(2, onsets: 3)]
        let segment = TimelineState.Segment {
            $0.origin = .init(beat: 0, fraction: 0); $0.atNs = 5
            $0.tempo = .init(numerator: 120, denominator: 1)
        }
        let bars = TimelineState.Bars { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }
        let plain = TimelineState {
            $0.run = 1; $0.segments = [segment]; $0.bars = [bars]
            $0.lanes = rules.map { TimelineState.Lanes($0) }; $0.endBeat = 9
        }
        var lanes = EncodedLanes()
        var encoded = plain
        (encoded.lanes, encoded.encodedLanes) = (nil, lanes.json(of: rules))
        let line = JSONLine.encode(encoded)
        #expect(line == JSONLine.encode(plain))
        #expect(try JSONLine.decode(TimelineState.self, from: line) == plain)
    }

    @Test func `a timeline at every limit is shorter than the longest line that clients read`() throws {
        var lanes = EncodedLanes()
        let spacing = Pattern.range.upperBound / Pattern.mostOnsets
        let encoded = lanes.json(of: [try rule(64, onsets: Pattern.mostOnsets, spacing: spacing)])
        let json = try #require(encoded)
        // The lanes as text stand in the status beside it: each came in a line of its own.
        #expect(json.count + 64 * LineBuffer.longest + (1 << 20) < ControlClient.maximumLineLength)
    }
}
