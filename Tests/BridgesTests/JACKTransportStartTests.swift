// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Bridges

@Suite struct JACKTransportStartTests {
    /// A server whose transport rolls `delay` cycles after an order.
    private struct Server {
        var cycle = JACKCycle(frame: 100_000, timeNs: 0, frames: 256, rate: 48000)
        let delay: Int
        var due: Int?

        mutating func go(to frame: Int64) {
            cycle.place = frame
            (cycle.rolls, cycle.starts, due) = (false, true, delay)
            cycle.changes += 1
        }

        mutating func next() {
            cycle.frame += 256
            if cycle.rolls { cycle.place += 256 }
            guard let left = due else { return }
            due = left > 1 ? left - 1 : nil
            if left == 1 {
                (cycle.rolls, cycle.starts) = (true, false)
                cycle.changes += 1
            }
        }
    }

    /// Also by a client that gets ready in 3 s.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 563])
    func `the transport is brought to the frame, however many cycles an order takes`(delay: Int) {
        var random = SeededGenerator(seed: UInt64(delay))
        var ahead = JACKTransportStart.usualAhead
        for round in 0..<20 {
            var server = Server(delay: delay)
            let place = Double.random(in: 0...1e6, using: &random)
            // Also what is over already.
            let frame = 100_000 + Double.random(in: -5000...40_000, using: &random)
            var start = JACKTransportStart(place: place, frame: frame)
            var orders = 0
            for _ in 0..<3000 where !start.isOver {
                let clock = JACKClock(server.cycle, FrameLine(server.cycle), latency: 0)
                if case .go(let to) = start.turn(clock, ahead: &ahead) {
                    orders += 1
                    server.go(to: to)
                }
                server.next()
            }
            #expect(start.isOver && server.cycle.rolls)
            let off = Double(server.cycle.frame - server.cycle.place) - (frame - place)
            #expect(abs(off) <= 0.5, "round \(round)")
            // What the first order has taught holds for the next, but for a client that needs seconds.
            #expect(orders <= (round == 0 || delay > 64 ? 2 : 1))
        }
        #expect(ahead == min(delay, 64))
    }

    @Test func `a start after one that waited for a slow client is at most some cycles off before it is corrected`() {
        var ahead = JACKTransportStart.usualAhead
        for delay in [563, 3, 3] {
            var server = Server(delay: delay)
            var start = JACKTransportStart(place: 1e6, frame: 100_000)
            var off: [Double] = []
            for _ in 0..<3000 where !start.isOver {
                let clock = JACKClock(server.cycle, FrameLine(server.cycle), latency: 0)
                if case .go(let to) = start.turn(clock, ahead: &ahead) { server.go(to: to) }
                server.next()
                if server.cycle.rolls { off.append(Double(server.cycle.place - server.cycle.frame) - 900_000) }
            }
            #expect(start.isOver && off.last == 0)
            if delay == 3 { #expect(off.allSatisfy { abs($0) < 64 * 256 }) }
        }
        #expect(ahead == 3)
    }

    @Test func `before frame 0 it does not roll: it begins with the first cycle after it, as far on`() {
        var ahead = 2
        var server = Server(delay: 2)
        var start = JACKTransportStart(place: 0, frame: 100_300)
        for _ in 0..<100 where !start.isOver {
            if case .go(let to) = start.turn(
                JACKClock(server.cycle, FrameLine(server.cycle), latency: 0), ahead: &ahead)
            {
                #expect(to == 100_512 - 100_300)
                server.go(to: to)
            }
            server.next()
        }
        #expect(server.cycle.frame - server.cycle.place == 100_300)
    }

    @Test func `whatever a server tells of frames and rates, a place and a time follow`() {
        let extremes: [Int64] = [.min / 4, -1, 0, 1, Int64(UInt32.max), .max / 4]
        for (frames, rate) in [(0, 0), (0, 48000), (1, 0), (Int(UInt32.max), 1), (1, Int(UInt32.max))] {
            for frame in extremes {
                let cycle = JACKCycle(frame: frame, timeNs: 5, frames: frames, rate: rate)
                #expect(cycle.frames > 0 && cycle.rate > 0)
                var line = FrameLine(cycle)
                for later in extremes {
                    line.add(JACKCycle(frame: later, timeNs: 6, frames: frames, rate: rate))
                    let clock = JACKClock(cycle, line, latency: 0)
                    for place in [-1e300, 0, 1e18, 1e300, .infinity, .nan] {
                        var (start, ahead) = (
                            JACKTransportStart(place: place, frame: Double(later)), JACKTransportStart.usualAhead
                        )
                        _ = start.turn(clock, ahead: &ahead)
                        _ = start.wakeNs(clock, ahead: ahead)
                        _ = line.ns(ofFrame: place)
                        var frames = MessageFrames()
                        _ = frames.place(place, dueNs: 0, framesPerSecond: line.framesPerSecond)
                    }
                }
            }
        }
    }
}
