// SPDX-License-Identifier: Apache-2.0

import Choices
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import Daemon

/// What holds for every method of the command table, in whatever state it is called.
@Suite(.timeLimit(.minutes(10))) struct PerformanceLawTests {
    private func choices(_ seed: UInt64) -> Choices {
        var random = SeededGenerator(seed: seed)
        return Choices((0..<32_768).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// Plays a session of requests, files that are read late and in any order, and time; `around` is called with each request.
    private func play(_ seed: UInt64, around: (PerformanceBench, Call, () -> Ask.ID) -> Void) throws -> PerformanceBench
    {
        var choices = choices(seed)
        let bench = try PerformanceBench()
        for _ in 0..<150 {
            switch choices.number(below: 8) {
            case 0: bench.pass(ms: choices.pick([10, 100, 500, 2000]))
            case 1: if !bench.loads.isEmpty { bench.read(choices.number(below: bench.loads.count)) }
            case 2: bench.ask(.toggle)
            default:
                let (command, params) = choices.request()
                guard let call = try? command.call(params) else { continue }
                let client = choices.number(below: 3)
                around(bench, call) { bench.ask(call, by: client) }
            }
        }
        return bench
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `a request that is refused leaves everything as it was`(_ seed: UInt64) throws {
        var refusals = 0
        _ = try play(seed) { bench, call, ask in
            // What a turn does whatever it is asked.
            bench.take(.outputChanged)
            let before = bench.performance
            let id = ask()
            guard case .failure(let error) = bench.answers[id]?.first else { return }
            refusals += 1
            // Written out, both would be a page each.
            let isSame = bench.performance == before
            #expect(isSame, "\(call) was refused: \(error)")
        }
        #expect(refusals > 0)
    }

    @Test(arguments: 101...140 as ClosedRange<UInt64>)
    func `every request is answered once, whatever comes in between`(_ seed: UInt64) throws {
        let bench = try play(seed) { _, _, ask in _ = ask() }
        while !bench.loads.isEmpty { bench.read() }
        bench.pass(ms: 3000)
        for id in 1...bench.asked { _ = try bench.answer(to: id) }
        // Neither files nor the transport are waited for any more.
        let inbox = bench.performance.inbox
        #expect(!inbox.awaitsAnswers && inbox.parked.isEmpty && bench.performance.waiting.isEmpty)
    }

    @Test(arguments: 201...220 as ClosedRange<UInt64>)
    func `what waits for a file leaves nothing but that it waits`(_ seed: UInt64) throws {
        var waits = 0
        _ = try play(seed) { bench, call, ask in
            bench.take(.outputChanged)
            let before = bench.performance
            let id = ask()
            guard bench.performance.inbox.waiting(id) != nil else { return }
            waits += 1
            var after = bench.performance
            after.inbox = before.inbox
            let isSame = after == before
            #expect(isSame, "\(call) waits")
        }
        #expect(waits > 0)
    }

    @Test(arguments: 301...310 as ClosedRange<UInt64>)
    func `what those may call who only watch changes nothing`(_ seed: UInt64) throws {
        let methods = CommandTable.all.filter { $0.access == .watch }
        _ = try play(seed) { bench, _, ask in
            _ = ask()
            // What a turn does whatever it is asked, and what is kept of a status for the next one.
            bench.take(.outputChanged)
            for call in [.score(nil), .status()] as [Call] { bench.ask(call) }
            let before = bench.performance
            for command in methods {
                guard
                    let call = try? command.call(command.parameters.contains(where: \.isRequired) ? ["name": "a"] : [:])
                else { continue }
                bench.ask(call, by: 2)
                var after = bench.performance
                after.inbox = before.inbox
                let isSame = after == before
                #expect(isSame, "\(command.name)")
            }
        }
    }

    @Test func `a method of every row of the table can be asked`() throws {
        // The commands of the laws above, counted.
        var names: Set<String> = []
        for seed in 1...40 as ClosedRange<UInt64> {
            var choices = choices(seed)
            for _ in 0..<100 { names.insert(choices.request().command.name) }
        }
        #expect(names == Set(CommandTable.all.map(\.name)))
    }
}
