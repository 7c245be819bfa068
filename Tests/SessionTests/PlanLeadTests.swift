// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeSession

@Suite struct PlanAimTests {
    @Test func `each plan in a row that comes too late is aimed twice as far, up to two seconds, until one is adopted`()
    {
        var aim = PlanAim()
        #expect(aim.frames(at: 48_000) == 0)
        let aims = (0..<9).map { _ in
            aim.missed()
            return aim.frames(at: 48_000)
        }
        #expect(aims == [960, 1920, 3840, 7680, 15_360, 30_720, 61_440, 96_000, 96_000])
        aim.met()
        #expect(aim.frames(at: 48_000) == 0)
    }
}
