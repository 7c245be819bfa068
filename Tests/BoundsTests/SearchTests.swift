// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeBounds

@Suite struct SearchTests {
    @Test func `the first number from which on a condition is met is found, and the end where it never is`() {
        for end in -3..<9 as Range<Int64> {
            for first in -4..<10 as Range<Int64> {
                #expect((-3..<end).first(meeting: { $0 >= first }) == min(max(-3, first), end))
            }
        }
    }

    @Test func `the last that has begun is found, or the first`() {
        let begins = [2, 4, 4, 7]
        let found = (1...8).map { time in begins.indices.lastBegun { begins[$0] <= time } }
        #expect(found == [0, 0, 0, 2, 2, 2, 3, 3])
        #expect(begins[2...].lastBegun { $0 <= 5 } == 4)
        #expect([Int]().lastBegun { _ in true } == nil)
    }
}
