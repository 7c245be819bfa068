// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct RatioTests {
    @Test func `equal ratios are one value`() {
        #expect(Ratio(6, over: 4) == Ratio(3, over: 2))
        #expect(Ratio(-6, over: 4) == Ratio(3, over: -2))
        #expect(Ratio(0, over: -7) == Ratio(0))
        #expect(Ratio(5, over: 2)?.description == "5/2")
        #expect(Ratio(-4, over: 2)?.description == "-2")
    }

    @Test func `what does not fit is no ratio`() {
        #expect(Ratio(1, over: 0) == nil)
        #expect(Ratio(1, over: .min) == nil)
        #expect(Ratio(.min, over: -1) == nil)
        #expect(Ratio(.min, over: .min) == Ratio(1))
    }
}
