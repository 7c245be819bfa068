// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Web

@Suite struct GuessLimiterTests {
    private let second: Int64 = 1_000_000_000
    private let guesser = AddressBlock("10.0.0.7")

    /// So many of the guesses of one visitor are looked at, asked at those times.
    private func looked(_ limiter: inout GuessLimiter, _ visitor: AddressBlock, at times: some Sequence<Int64>) -> Int {
        times.count { time in
            guard limiter.refusal(of: visitor, atNs: time) == nil else { return false }
            limiter.fail(visitor, atNs: time)
            return true
        }
    }

    private func refusal(_ limiter: inout GuessLimiter, _ visitor: AddressBlock, at time: Int64) -> GuessLimiter
        .Refusal?
    {
        limiter.refusal(of: visitor, atNs: time)
    }

    @Test func `of 4,700 guesses a second in a minute, 60 and one a second are looked at`() {
        var limiter = GuessLimiter()
        let times = (0..<4700 * 60).map { Int64($0) * 1_000_000_000 / 4700 }
        #expect((119...120).contains(looked(&limiter, guesser, at: times)))
    }

    @Test func `whatever the times, no more are looked at than the burst and one a second`() {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<50 {
            var limiter = GuessLimiter()
            let begin = Int64.random(in: 0...Int64.max / 2, using: &random)
            let length = Int64.random(in: 1...100 * second, using: &random)
            let times = (0..<2000).map { _ in begin + .random(in: 0...length, using: &random) }.sorted()
            #expect(looked(&limiter, guesser, at: times) <= Int(60 + length / second + 1))
        }
    }

    @Test func `who guessed is looked at again after the time that was told, and wholly after a minute`() throws {
        var limiter = GuessLimiter()
        #expect(looked(&limiter, guesser, at: (0..<1000).map { _ in 5 * second }) == 60)
        let told = try #require(refusal(&limiter, guesser, at: 5 * second))
        #expect(told.seconds == 1)
        #expect(refusal(&limiter, guesser, at: 6 * second - 1) != nil)
        #expect(refusal(&limiter, guesser, at: (5 + told.seconds) * second) == nil)
        #expect(looked(&limiter, guesser, at: (0..<1000).map { _ in 65 * second }) == 60)
    }

    @Test func `one who guesses costs nobody else anything`() {
        var limiter = GuessLimiter()
        _ = looked(&limiter, guesser, at: (0..<1000).map { _ in 0 })
        for address in ["10.0.0.8", "2001:db8::1", "127.0.0.1"] {
            #expect(refusal(&limiter, AddressBlock(address), at: 0) == nil)
        }
    }

    @Test func `people are told once of each burst, and once in ten seconds of all`() {
        var limiter = GuessLimiter()
        var lines = 0
        func attack(from addresses: [String], at time: Int64) {
            for address in addresses {
                for _ in 0..<200 {
                    let visitor = AddressBlock(address)
                    if let refusal = limiter.refusal(of: visitor, atNs: time) {
                        lines += refusal.line == nil ? 0 : 1
                    } else {
                        limiter.fail(visitor, atNs: time)
                    }
                }
            }
        }
        for quarter in 0..<400 { attack(from: ["10.0.0.7"], at: Int64(quarter) * second / 4) }
        #expect(lines == 1)
        // The next burst, after a pause in which the allowance was whole again.
        attack(from: ["10.0.0.7"], at: 500 * second)
        #expect(lines == 2)
        attack(from: (0..<100).map { "10.0.1.\($0)" }, at: 600 * second)
        #expect(lines == 3)
        attack(from: (0..<100).map { "10.0.1.\($0)" }, at: 610 * second)
        #expect(lines == 4)
    }

    @Test func `however many addresses guess, so many accounts are kept, and all others share one`() {
        var limiter = GuessLimiter()
        var count = 0
        for block in 0..<5000 {
            let visitor = AddressBlock(
                "2001:db8:\(String(block >> 8, radix: 16)):\(String(block & 0xFF, radix: 16))::1")
            count += looked(&limiter, visitor, at: (0..<61).map { _ in 0 })
        }
        #expect(limiter.count == GuessLimiter.mostAccounts)
        #expect(count == (GuessLimiter.mostAccounts + 1) * 60)
        // When the first are whole again there is room for others.
        let late = AddressBlock("2001:db8:ffff::1")
        #expect(looked(&limiter, late, at: (0..<100).map { _ in 61 * second }) == 60)
        limiter.fail(guesser, atNs: 62 * second)
        #expect(limiter.count < 10)
    }
}
