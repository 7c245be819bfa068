// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Hearing

@Suite struct HistoryTests {
    @Test func `frames that are still to come have no peak`() {
        var history = History(rate: 48_000)
        history.append([Float](repeating: 0.5, count: 100)[...])
        #expect(history.peak(from: 90, seconds: 0.02) == 0.5)
        #expect(history.peak(from: 100, seconds: 0.02) == 0)
        #expect(history.peak(from: 200, seconds: 0.02) == 0)
        #expect(!history.goesOn(from: 200))
    }
}
