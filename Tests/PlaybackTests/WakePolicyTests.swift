// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Playback

@Suite struct WakePolicyTests {
    @Test func `a third of the fill is left when more is written`() {
        #expect(WakePolicy(burst: 0).frames(ofLevel: 1440) == 960)
        #expect(WakePolicy(burst: 480).frames(ofLevel: 1440) == 960)
    }

    @Test func `out of a short ring a burst may go at any moment`() {
        #expect(WakePolicy(burst: 512).frames(ofLevel: 1440) == (1440 - 512) * 2 / 3)
        #expect(
            WakePolicy(burst: 2048).frames(ofLevel: 2400) == 2400 / 4 * 2 / 3, "a sleep is never so short that it spins"
        )
    }

    @Test(arguments: [960, 1440, 2880, 12_000])
    func `a sound server finds a burst more than the third`(level: Int) {
        let left = level - WakePolicy(burst: 480, isServed: true).frames(ofLevel: level)
        #expect(left >= 480 + (level - 480) / 3)
    }
}
