// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import Playback

@Suite struct FillPolicyTests {
    private func xruns(_ policy: inout FillPolicy, asked: Int = 30, atMs times: [Int64]) {
        for ms in times { policy.xrun(asked: asked, at: .ms(ms)) }
    }

    private func fillMs(_ policy: FillPolicy, atMs ms: Int64, asked: Int = 30) -> Int {
        var policy = policy
        policy.calm(at: .ms(ms))
        return policy.fillMs(asked: asked)
    }

    @Test func `without an xrun it is what was asked for, for ever`() {
        var policy = FillPolicy()
        for asked in [5, 30, 500] { #expect(policy.fillMs(asked: asked) == asked) }
        policy.calm(at: .latest)
        #expect(policy.fillMs(asked: 30) == 30)
    }

    @Test func `three xruns in ten seconds are borne, and the fourth doubles it`() {
        var policy = FillPolicy()
        xruns(&policy, atMs: [1000, 4000, 7000])
        #expect(policy.fillMs(asked: 30) == 30)
        xruns(&policy, atMs: [11_000])
        #expect(policy.fillMs(asked: 30) == 60)
    }

    @Test func `xruns that are rarer than that are borne`() {
        var policy = FillPolicy()
        xruns(&policy, atMs: (0..<200).map { 1000 + $0 * 3334 })
        #expect(policy.fillMs(asked: 30) == 30)
    }

    @Test func `every doubling takes four xruns of its own, and 500 ms is the end of it`() {
        var policy = FillPolicy()
        var fills: [Int] = []
        for round in 0..<8 as Range<Int64> {
            let start = 1000 + round * 4000
            xruns(&policy, atMs: [start, start + 1000, start + 2000])
            let before = policy.fillMs(asked: 30)
            xruns(&policy, atMs: [start + 3000])
            #expect(fills.last ?? 30 == before)
            fills.append(policy.fillMs(asked: 30))
        }
        #expect(fills == [60, 120, 240, 480, 500, 500, 500, 500])
    }

    @Test func `each minute without an xrun gives one doubling back`() {
        var policy = FillPolicy()
        xruns(&policy, atMs: (0..<8).map { $0 * 1000 })
        #expect(policy.fillMs(asked: 30) == 120)
        #expect(fillMs(policy, atMs: 66_999) == 120)
        #expect(fillMs(policy, atMs: 67_000) == 60)
        #expect(fillMs(policy, atMs: 126_999) == 60)
        #expect(fillMs(policy, atMs: 127_000) == 30)
        #expect(fillMs(policy, atMs: 1_000_000) == 30)
    }

    @Test func `an xrun begins the minute again`() {
        var policy = FillPolicy()
        xruns(&policy, atMs: [0, 1000, 2000, 3000, 60_000])
        #expect(fillMs(policy, atMs: 119_999) == 60)
        #expect(fillMs(policy, atMs: 120_000) == 30)
    }

    @Test func `what is asked for may change, and is doubled as often`() {
        var policy = FillPolicy()
        xruns(&policy, atMs: [0, 1000, 2000, 3000])
        #expect(policy.fillMs(asked: 10) == 20)
        #expect(policy.fillMs(asked: 200) == 400)
        #expect(policy.fillMs(asked: 400) == 500)
        #expect(policy.fillMs(asked: 500) == 500)
    }

    @Test func `a fill that is the longest already owes nothing`() {
        var policy = FillPolicy()
        xruns(&policy, asked: 500, atMs: (0..<100).map { $0 * 10 })
        #expect(policy.fillMs(asked: 500) == 500 && policy.fillMs(asked: 30) == 30)
    }
}
