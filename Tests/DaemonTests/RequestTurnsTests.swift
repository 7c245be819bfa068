// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import NIOCore
import NIOPosix
import Testing

@testable import Daemon

/// Turns on a real event loop, by counted lines.
@Suite struct RequestTurnsTests {
    /// A client that has lines without end, until it is told to stop.
    private final class Flood: TurnTaker {
        weak var turns: RequestTurns?
        var done = 0
        var limit: Int
        /// Called when its first lines are done.
        var began: (() -> Void)?

        init(_ limit: Int) { self.limit = limit }

        func takeTurn(lines: Int, untilNs: Int64) -> Int {
            let count = min(lines, limit - done)
            done += count
            began?()
            began = nil
            if done < limit { turns?.add(self) }
            return count
        }
    }

    /// Notes how much was done when something came in.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let note: () -> Void

        init(_ note: @escaping () -> Void) { self.note = note }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { note() }
    }

    /// What lives on the loop.
    private final class Stage {
        var look: SocketLook?
        let flood = Flood(100_000)
        lazy var turns: RequestTurns = RequestTurns(now: { 0 }, afterSockets: { _ in }) { [weak self] in
            self?.look?.ask()
        }
        var doneAtRead: Int?
    }

    @Test func `while one client has lines without end, the loop looks at the sockets of the others after each turn`()
        async throws
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let signal = try WakeSignal()
        let descriptor = dup(signal.descriptor)
        let stage = try await loop.submit { NIOLoopBound(Stage(), eventLoop: loop) }.get()
        let look = try await loop.flatSubmit {
            SocketLook.make(on: loop) { stage.value.turns.beginTurn() }
        }.get()
        _ = try await NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Reader { stage.value.doneAtRead = stage.value.doneAtRead ?? stage.value.flood.done })
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor).get()
        try await loop.submit {
            let stage = stage.value
            stage.look = look.value
            stage.flood.turns = stage.turns
            // Another client sends something while the first lines are done.
            stage.flood.began = { signal.send() }
            stage.turns.add(stage.flood)
            stage.turns.run()
        }.get()
        while try await loop.submit({ stage.value.flood.done < 100_000 }).get() {
            try await Task.sleep(for: .milliseconds(1))
        }
        let done = try await loop.submit { stage.value.doneAtRead }.get()
        // The look may find the signal of the next turn first.
        #expect(try #require(done) <= 2 * TurnOrder<Int>.turn.lines)
    }

    @Test func `a client that has gone has no turn, and is not held`() {
        var looks = 0
        let turns = RequestTurns(now: { 0 }, afterSockets: { _ in }) { looks += 1 }
        var flood: Flood? = Flood(1000)
        flood?.turns = turns
        turns.add(flood!)
        turns.run()
        #expect(flood?.done == 32 && looks == 1)
        turns.remove(flood!)
        weak let held = flood
        flood = nil
        #expect(held == nil)
        turns.beginTurn()
        #expect(looks == 1)
    }

    @Test func `who waits for each answer never waits for another look at the sockets`() {
        var looks = 0
        var tasks: [() -> Void] = []
        let turns = RequestTurns(now: { 0 }, afterSockets: { tasks.append($0) }) { looks += 1 }
        for _ in 0..<1000 {
            turns.add(Flood(1))
            turns.run()
            #expect(tasks.count == 1)
            for task in tasks { task() }
            tasks = []
        }
        #expect(looks == 0)
    }

    @Test func `all that one look has brought shares a turn, however many clients it is of`() {
        var looks = 0
        let turns = RequestTurns(now: { 0 }, afterSockets: { _ in }) { looks += 1 }
        let clients = (0..<40).map { _ in Flood(1) }
        for client in clients {
            turns.add(client)
            turns.run()
        }
        #expect(clients.count { $0.done == 1 } == TurnOrder<Int>.turn.lines && looks == 1)
        turns.beginTurn()
        #expect(clients.allSatisfy { $0.done == 1 } && looks == 1)
    }

    @Test func `the end waits until a look at the sockets brings no line`() {
        var looks = 0
        var tasks: [() -> Void] = []
        var isIdle = false
        let turns = RequestTurns(now: { 0 }, afterSockets: { tasks.append($0) }) { looks += 1 }
        /// A look at the sockets that brings a client with lines.
        func look(bringing lines: Int) {
            turns.beginTurn()
            if lines > 0 {
                let client = Flood(lines)
                client.turns = turns
                clients.append(client)
                turns.add(client)
                turns.run()
            }
            let due = tasks
            tasks = []
            for task in due { task() }
        }
        var clients: [Flood] = []
        turns.add(Flood(1))
        turns.whenIdle { isIdle = true }
        #expect(looks == 1)
        for lines in [1, 100, 0, 0, 0, 1] {
            look(bringing: lines)
            #expect(!isIdle)
        }
        #expect(clients.allSatisfy { $0.done == $0.limit })
        look(bringing: 0)
        #expect(isIdle && looks == 7)
        look(bringing: 1)
        #expect(looks == 7)
    }
}
