// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Daemon

/// Who is served when, by counted lines and turns.
@Suite struct TurnOrderTests {
    /// Clients, each with a number of lines, and what was done of their lines, turn by turn.
    private struct Stage {
        var order = TurnOrder<Int>()
        var lines: [Int: Int] = [:]
        /// How long a line of a client takes, in nanoseconds.
        var cost: [Int: Int64] = [:]
        /// In each turn, who had how many lines done.
        var turns: [[(client: Int, lines: Int)]] = []

        mutating func send(_ count: Int, to client: Int) {
            lines[client, default: 0] += count
            order.add(client)
        }

        /// Does all of a turn, as `RequestTurns` does.
        mutating func turn() {
            order.beginTurn()
            var done: [(client: Int, lines: Int)] = []
            while let (client, share) = order.next() {
                var (count, ns) = (0, Int64(0))
                while count < share.lines, lines[client, default: 0] > 0, count == 0 || ns < share.ns {
                    lines[client, default: 0] -= 1
                    (count, ns) = (count + 1, ns + cost[client, default: 0])
                }
                order.spend(.init(lines: count, ns: ns))
                done.append((client, count))
                if lines[client, default: 0] > 0 { order.add(client) }
            }
            turns.append(done)
        }

        mutating func finish() {
            while order.isWaiting, turns.count < 100_000 { turn() }
        }

        /// Who was served, one after the other.
        var served: [Int] { turns.flatMap { $0.map(\.client) } }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `in no turn more lines are done than it allows, and all are done in the end`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var stage = Stage()
        let clients = Int.random(in: 1...200, using: &random)
        for client in 0..<clients { stage.send(Int.random(in: 1...300, using: &random), to: client) }
        stage.finish()
        #expect(stage.turns.allSatisfy { $0.reduce(0) { $0 + $1.lines } <= TurnOrder<Int>.turn.lines })
        #expect(stage.lines.values.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [2, 28, 128, 1000])
    func `every client with lines gets its turn before any gets a second`(clients: Int) {
        var stage = Stage()
        for client in 0..<clients { stage.send(100, to: client) }
        while stage.served.count < 3 * clients { stage.turn() }
        for round in 0..<3 {
            #expect(Set(stage.served[round * clients..<(round + 1) * clients]).count == clients, "round \(round)")
        }
    }

    @Test(arguments: [1, 28, 127, 1000])
    func `who sends a line waits for no more than a round of the others, however much they have sent`(others: Int) {
        var stage = Stage()
        for client in 0..<others { stage.send(12_000, to: client) }
        for _ in 0..<5 { stage.turn() }
        let before = stage.turns.count
        stage.send(1, to: -1)
        while stage.lines[-1] == 1 { stage.turn() }
        let lines = stage.turns[before...].flatMap { $0 }.reduce(0) { $0 + $1.lines }
        // What is left of this round, and the next one.
        #expect(lines <= 2 * max(TurnOrder<Int>.round.lines, others) + 1)
    }

    @Test func `lines that take long end a turn, so costly clients share the time and not the lines`() {
        var stage = Stage()
        for client in 0..<10 {
            stage.cost[client] = 700_000
            stage.send(20, to: client)
        }
        stage.send(1, to: 10)
        while stage.lines[10] == 1 { stage.turn() }
        #expect(stage.turns.allSatisfy { $0.reduce(0) { $0 + $1.lines } <= 3 })
        let before = stage.served.firstIndex(of: 10) ?? 0
        #expect(before == 10, "one share of each of the others")
    }

    @Test func `a client alone has whole turns`() {
        var stage = Stage()
        stage.send(100, to: 0)
        stage.finish()
        #expect(stage.turns.map { $0.map(\.lines) } == [[32], [32], [32], [4]])
    }

    @Test func `who has gone is not served, and nobody waits for it`() {
        var stage = Stage()
        for client in 0..<3 { stage.send(100, to: client) }
        stage.turn()
        stage.order.remove(1)
        let before = stage.served.count
        for _ in 0..<6 { stage.turn() }
        #expect(!stage.served[before...].contains(1))
        stage.order.remove(0)
        stage.order.remove(2)
        #expect(!stage.order.isWaiting && stage.order.next() == nil)
    }

    @Test func `a client that waits already keeps its place`() {
        var order = TurnOrder<Int>()
        for client in [1, 2, 1, 3, 1] { order.add(client) }
        var served: [Int] = []
        while let (client, _) = order.next() { served.append(client) }
        #expect(served == [1, 2, 3])
    }
}
