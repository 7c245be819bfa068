// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct BeatPositionTests {
    @Test func `the phase never reaches 1`() {
        #expect(BeatPosition(whole: 0, fraction: .max).phase < 1)
        #expect(BeatPosition(whole: 7, fraction: 0).phase == 0)
        #expect(BeatPosition(whole: -1, fraction: 1 << 62).phase == 0.25)
    }

    @Test func `before the first beat the fraction still points forward`() {
        #expect(BeatPosition(whole: -1, fraction: 1 << 63).beats == -0.5)
        #expect(BeatPosition(whole: 3, fraction: 1 << 62).beats == 3.25)
    }

    @Test func `a number of beats is a position, and the position that number`() {
        for beats in [0, 3.25, -0.5, -7, 1e12 + 0.5, 0.125] {
            #expect(BeatPosition(beats: beats).beats == beats)
        }
        #expect(BeatPosition(beats: -0.25) == BeatPosition(whole: -1, fraction: 3 << 62))
        for beats in [.nan, .infinity, -.infinity, 1e300, 0x1p63] {
            #expect(BeatPosition(beats: beats) == BeatPosition(whole: 0), "\(beats)")
        }
    }

    @Test func `later is greater`() {
        #expect(BeatPosition(whole: -1, fraction: .max) < BeatPosition(whole: 0))
        #expect(BeatPosition(whole: 2, fraction: 1) < BeatPosition(whole: 2, fraction: 2))
        #expect(!(BeatPosition(whole: 2, fraction: 2) < BeatPosition(whole: 2, fraction: 2)))
    }
}
