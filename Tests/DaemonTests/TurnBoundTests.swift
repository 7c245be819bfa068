// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Sound
import Testing

@testable import Daemon

/// How much work a turn does at every limit at once: counted, for a time would be that of the machine. `make bench` has the times.
@Suite struct TurnBoundTests {
    /// A pattern of which every sixteenth step is heard.
    private func pattern(_ first: Int) -> String { String((0..<1024).map { ($0 + first) % 16 == 0 ? "x" : "." }) }

    /// As many lanes as there may be, with as many changes of them that wait as may, and clients that are told of everything.
    private func bench() throws -> PerformanceBench {
        let lanes = try (0..<LaneRoster.most).map { try WrittenLane(parsing: "l\($0) \(pattern($0))") }
        let bench = try PerformanceBench(Edit.lanes([.all(lanes)]).applied(to: Settings()))
        try bench.say("tempo 10")
        try bench.say("start")
        // A change at once may wait, too.
        for bar in 0..<PendingChanges.most - 1 { try bench.ask("lane l\(bar % 4) \(pattern(bar)) at @\(bar + 1000)") }
        for client in 0..<3 { bench.ask(.subscribe([.state, .timeline, .beat], leadMs: 10_000), by: client) }
        bench.pass(ms: 30)
        #expect(try bench.status().pending.count == PendingChanges.most - 1)
        return bench
    }

    @Test(.timeLimit(.minutes(10)))
    func `a request makes one plan, has the lanes encoded once, and all are told in one event of each kind`() throws {
        let bench = try bench()
        for words in ["tempo 11", "meter 5/4", "lane l5 x...", "volume 0.5", "undo", "redo", "cancel"] {
            let (plans, encoded, actions) =
                (bench.sentPlans, bench.performance.encodedLanes.count, bench.actions.count)
            try bench.ask(words)
            bench.pass(ms: 30)
            // Another tempo is told with the same lanes.
            let most = words.hasPrefix("tempo") ? 0 : 1
            #expect(bench.sentPlans - plans <= 1 && bench.performance.encodedLanes.count - encoded <= most, "\(words)")
            var told: [EventKind: [Int]] = [:]
            for case .tell(let event, _) in bench.actions[actions...] {
                guard let record = event.record, let kind = type(of: record).kind else { continue }
                told[kind, default: []].append(record.line.count)
            }
            // Two megabytes of them are lanes of changes that wait, and no more are told.
            #expect(told[.state]?.count == 1 && told[.state, default: []].allSatisfy { $0 < 3_000_000 }, "\(words)")
            let timelines = told[.timeline] ?? []
            #expect(timelines.count <= 1 && timelines.allSatisfy { $0 < 4_000_000 }, "\(words): \(timelines)")
            // Each lane and each change has its own pattern of 64 onsets, and no change a copy of those of all lanes.
            let bytes = try #require(bench.lastOrder).music.bytes
            #expect(bytes < 250_000, "\(words): \(bytes) bytes are compiled")
        }
    }
}
