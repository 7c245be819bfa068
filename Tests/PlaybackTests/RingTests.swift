// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Playback

@Suite struct RingTests {
    /// A ring of numbers, which travel as reports.
    private final class Line: Sendable {
        private let ring: Ring

        init(sizeLog2: Int) {
            ring = Ring(sizeLog2: sizeLog2)
        }

        func push(_ number: Int64) -> Bool { ring.push(.report(.xrun(missedFrames: number))) }

        func pop() -> Int64? {
            guard case .report(.xrun(let number))? = ring.pop() else { return nil }
            return number
        }
    }

    @Test func `what goes in comes out in the same order`() {
        let line = Line(sizeLog2: 3)
        #expect(line.pop() == nil)
        for number in 0..<8 as Range<Int64> { #expect(line.push(number)) }
        for number in 0..<8 as Range<Int64> { #expect(line.pop() == number) }
        #expect(line.pop() == nil)
    }

    @Test func `a full ring refuses, and loses nothing of what it holds`() {
        let line = Line(sizeLog2: 2)
        for number in 0..<4 as Range<Int64> { #expect(line.push(number)) }
        #expect(!line.push(99) && !line.push(99))
        #expect(line.pop() == 0)
        #expect(line.push(4))
        #expect(!line.push(99))
        #expect((0..<5).map { _ in line.pop() } == [1, 2, 3, 4, nil])
    }

    @Test func `at any fill it goes round and round`() {
        for fill in 0..<4 as Range<Int64> {
            let line = Line(sizeLog2: 2)
            for number in 0..<fill { #expect(line.push(number)) }
            for number in 0..<100 as Range<Int64> {
                #expect(line.push(fill + number))
                #expect(line.pop() == number)
            }
        }
    }

    @Test func `a million messages pass from one thread to another, each once and in order`() async throws {
        let line = Line(sizeLog2: 8)
        let count: Int64 = 1_000_000
        async let sent: Void = {
            for number in 0..<count {
                while !line.push(number) {
                    guard !Task.isCancelled else { return }
                    await Task.yield()
                }
            }
        }()
        let misplaced: Int64? = await Task.detached {
            for number in 0..<count {
                var taken = line.pop()
                while taken == nil {
                    await Task.yield()
                    taken = line.pop()
                }
                if taken != number { return number }
            }
            return nil
        }.value
        try #require(misplaced == nil)
        await sent
        #expect(line.pop() == nil)
    }
}
